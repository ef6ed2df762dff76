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
		if (found === null) issues.push(notStored(path));
		else if (limit !== undefined && found.bytes > limit.bytes)
			issues.push({
				path,
				message: `has ${found.bytes} bytes; the limit of a ${limit.of} is ${limit.bytes} bytes`,
			});
	}
	if (issues.length > 0) throw unusableUploads('Nothing was started.', issues);
}

/** An upload that is not there any more. @param path of the field that names it */
export function notStored(path: string): ProblemIssue {
	return { path, message: 'is not stored at the gateway or has expired; upload the file again' };
}

/** @param what was not done, as a sentence */
export function unusableUploads(what: string, issues: ProblemIssue[]): Problem {
	return new Problem({
		type: 'invalid_request',
		title: 'The request is not valid',
		status: 400,
		detail: `${what} ${issues.map(({ path, message }) => `${path} ${message}`).join('; ')}.`,
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
