import { type GenericFormData, toFormData } from 'axios';
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

/** The multipart form of a file. It is axios's own class of form, which streams: no other package is needed for it. */
export function formOf({ field, file }: { field: string; file: UploadFile }): GenericFormData {
	const { filename, contentType, length, content } = file;
	const form = toFormData({});
	form.append(field, content, { filename, contentType, ...(length === undefined ? {} : { knownLength: length }) });
	return form;
}
