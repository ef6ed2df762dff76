import { z } from 'zod';
import { isUploadable, UPLOAD_TYPES } from '../../api';

/** How `PUT /v1/blobs` names what it keeps. */
export const BLOB_REFERENCE = /^sha256:[0-9a-f]{64}$/;

/** What names and fills a source of an agent: the tasks that add sources share these rules. */
export const sourceFields = {
	blob: z
		.string()
		.regex(BLOB_REFERENCE, 'must be the reference that PUT /v1/blobs returned: sha256: and 64 hexadecimal digits'),
	title: z.string().trim().min(1).max(200),
	url: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' }).max(2_000),
	filename: z
		.string()
		.trim()
		.min(1)
		.max(200)
		.regex(/^[^/\\\p{Cc}]+$/u, 'must be a file name without folders')
		.refine(isUploadable, `must end with one of ${Object.keys(UPLOAD_TYPES).join(', ')}`),
};
