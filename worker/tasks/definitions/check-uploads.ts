import { LIMITS } from '../../../api';
import { Problem, type ProblemIssue } from '../../problems/problem';
import { type Blobs, uploadKey } from '../../storage/blobs';

/** A field of an input that refers to an upload. */
export interface NamedUpload {
	/** As issues name the field. */
	path: string;
	/** The reference. */
	blob: string;
	/** The most bytes of a kind of thing. Default: no limit. */
	limit?: { bytes: number; of: string };
}

/** Checks that every upload is stored and not too large. @throws Problem that names each field */
export async function checkUploads({ store }: Blobs, uploads: readonly NamedUpload[]): Promise<void> {
	const issues: ProblemIssue[] = [];
	for (const { path, blob, limit } of uploads) {
		const found = await store.open(uploadKey(blob));
		found?.content.destroy();
		if (found === null)
			issues.push({ path, message: 'is not stored at the gateway or has expired; upload the file again' });
		else if (limit !== undefined && found.bytes > limit.bytes)
			issues.push({
				path,
				message: `has ${found.bytes} bytes; the limit of a ${limit.of} is ${limit.bytes} bytes`,
			});
	}
	if (issues.length === 0) return;
	throw new Problem({
		type: 'invalid_request',
		title: 'The request is not valid',
		status: 400,
		detail: `Nothing was started. ${issues.map(({ path, message }) => `${path} ${message}`).join('; ')}.`,
		issues,
	});
}

/** A text or file of an input; other sources have no upload. */
interface Uploadable {
	type: string;
	blob?: string | undefined;
}

/** The uploads of texts and files. @param field of the input that has them */
export function uploadsOf(field: string, sources: readonly Uploadable[]): NamedUpload[] {
	return sources.flatMap(({ type, blob }, index) => {
		if (blob === undefined) return [];
		const bytes = type === 'text' ? LIMITS.textSnippetBytes : LIMITS.fileBytes;
		return [{ path: `${field}.${index}.blob`, blob, limit: { bytes, of: type } }];
	});
}
