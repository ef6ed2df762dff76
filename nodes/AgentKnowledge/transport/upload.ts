import { randomBytes } from 'crypto';

/** A multipart/form-data body with one file. */
export interface Upload {
	content: Buffer;
	contentType: string;
}

/** Puts one file into a form. The file is in memory twice while it is sent. */
export function uploadOf(field: string, file: { name: string; mediaType: string; content: Buffer }): Upload {
	const boundary = `agent-knowledge-${randomBytes(16).toString('hex')}`;
	const head = [
		`--${boundary}`,
		`Content-Disposition: form-data; name="${field}"; filename="${quoted(file.name)}"`,
		`Content-Type: ${file.mediaType}`,
		'',
		'',
	].join('\r\n');
	return {
		content: Buffer.concat([Buffer.from(head), file.content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
		contentType: `multipart/form-data; boundary=${boundary}`,
	};
}

/** Escapes as browsers do: these three characters would end the quoted name. */
function quoted(name: string): string {
	return name.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}
