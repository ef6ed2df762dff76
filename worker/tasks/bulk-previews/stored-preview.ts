import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { type BulkSelection, FILTER_FIELDS } from '../../../workflows/bulk-action/contract';
import { Problem } from '../../problems/problem';
import { type Blobs, previewKey, referenceOf } from '../../storage/blobs';
import { type BulkRow, bulkRowSchema } from './row';

const storedSchema = z.object({ of: z.string(), rows: z.array(bulkRowSchema) });

/** Stores the rows of a preview. @returns the digest that names them */
export async function storePreview(blobs: Blobs, chosen: BulkSelection, rows: readonly BulkRow[]): Promise<string> {
	const content = JSON.stringify({ of: digestOfChoice(chosen), rows });
	const digest = referenceOf(createHash('sha256').update(content).digest('hex'));
	await blobs.store.write(previewKey(digest), Buffer.from(content));
	return digest;
}

/** The action and the filter of a preview, without what only the start has. */
function digestOfChoice(chosen: BulkSelection): string {
	const { action, target } = chosen;
	const filter = [action, target, ...FILTER_FIELDS.map((field) => chosen[field])];
	return createHash('sha256').update(JSON.stringify(filter)).digest('base64url');
}

/**
 * The rows of a preview.
 * @throws Problem if it has expired, or was made for another action or filter
 */
export async function rowsOfPreview(blobs: Blobs, chosen: BulkSelection, digest: string): Promise<BulkRow[]> {
	const open = await blobs.store.open(previewKey(digest));
	if (open === null) throw changed('The preview has expired, or is not of this gateway.');
	const { of, rows } = storedSchema.parse(JSON.parse((await buffer(open.content)).toString()));
	if (of !== digestOfChoice(chosen)) throw changed('The preview has another action or filter.');
	return rows;
}

function changed(why: string): Problem {
	return new Problem({
		type: 'selection_changed',
		title: 'The preview does not fit',
		status: 409,
		detail: `Nothing was done. ${why} Ask for a new preview, and start with its digest.`,
		issues: [{ path: 'selection', message: 'is not the digest of a preview with this action and filter' }],
	});
}
