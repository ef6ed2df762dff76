import FormData from 'form-data';
import { PassThrough, Readable } from 'node:stream';
import { z } from 'zod';
import { LIMITS } from '../limits';
import type { Issue } from '../schemas';
import { isUploadable, UPLOAD_TYPES } from '../upload-types';

/** A file to upload as a training source (specification, part 4). It is streamed, never held whole. */
export const uploadFileSchema = z.strictObject({
	/** Base name with its extension, as the service shall see it. */
	filename: z.string().min(1),
	/** Media type, for example `application/pdf`. */
	contentType: z.string().min(1),
	/** Bytes, when known: a file that is too large is then refused before it is sent. */
	length: z.number().int().min(0).optional(),
	/** What is sent: read once, and destroyed when the request ends. */
	content: z.custom<Readable>((value) => value instanceof Readable, 'must be a readable stream'),
});

export type UploadFile = z.infer<typeof uploadFileSchema>;

/** What of a file is certain to be refused, with the specification's limits (part 8). */
export function uploadIssues(file: UploadFile): Issue[] {
	const issues: Issue[] = [];
	if (!isUploadable(file.filename)) {
		issues.push({ path: 'body.filename', message: `must end with one of ${Object.keys(UPLOAD_TYPES).join(', ')}` });
	}
	if (file.length !== undefined && file.length > LIMITS.fileBytes) {
		issues.push({
			path: 'body.length',
			message: `has ${file.length} bytes, and a file has at most ${LIMITS.fileBytes} bytes (10 MB)`,
		});
	}
	return issues;
}

/** A file as the body of a request. */
interface Form {
	content: Readable;
	headers: Record<string, string>;
}

/** The multipart form of a file, as a stream. Its length is among the headers if that of the file is known. */
export function formOf({ field, file }: { field: string; file: UploadFile }): Form {
	const { filename, contentType, length, content } = file;
	const form = new FormData();
	form.append(field, content, { filename, contentType, ...(length === undefined ? {} : { knownLength: length }) });
	const headers: Record<string, string> = form.getHeaders();
	if (form.hasKnownLength()) headers['content-length'] = String(form.getLengthSync());
	const body = form.pipe(new PassThrough());
	form.on('error', (error) => body.destroy(error));
	return { content: body, headers };
}
