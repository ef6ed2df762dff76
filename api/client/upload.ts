import FormData from 'form-data';
import { Readable } from 'node:stream';
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
	/** What is sent. Only a function's stream can be sent again after a 429, because a stream is read once. */
	content: z.union([
		z.custom<Readable>((value) => value instanceof Readable, 'must be a readable stream'),
		z.custom<() => Readable>((value) => typeof value === 'function', 'must be a function that returns a stream'),
	]),
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

export function canBeSentAgain(file: UploadFile): boolean {
	return typeof file.content === 'function';
}

/** The multipart form of a file, and the stream that feeds it, to be destroyed when the request ends. */
export function formOf(field: string, file: UploadFile): { form: FormData; content: Readable } {
	const content = typeof file.content === 'function' ? file.content() : file.content;
	const form = new FormData();
	form.append(field, content, {
		filename: file.filename,
		contentType: file.contentType,
		...(file.length === undefined ? {} : { knownLength: file.length }),
	});
	return { form, content };
}
