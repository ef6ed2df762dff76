import { createReadStream, createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { CHUNKS, FILES, type OpenBlob, type StoredBlob, UPLOADS } from '../storage/blobs';
import { chunkWithout, parseChunk } from '../storage/lead-files/chunk';
import { harmlessCell } from '../storage/lead-files/csv';
import { workbookText } from '../storage/lead-files/xlsx';
import { Mention } from './mention';
import { isLeadOf } from './person';
import { eraseOrNote, type Search, wordsOf } from './search';

export const WHOLE_FILE = 'The whole file: the export can be made again, without the person.';
const MENTIONED =
	'Leads of others name the address: the export goes on with them. Erase again when it has ended, which deletes its file.';

const KINDS = { [CHUNKS]: 'export-chunk', [FILES]: 'export-file', [UPLOADS]: 'upload' } as const;

/** Files of exports, what exports have read, and uploads: all that the blob store has of others. */
export async function searchBlobs(search: Search): Promise<void> {
	// Chunks become files: the other way round one that is assembled meanwhile were missed.
	await each(search, CHUNKS, lookAtChunk);
	await each(search, FILES, lookAtFile);
	await each(search, UPLOADS, lookAtUpload);
}

async function each(
	search: Search,
	prefix: keyof typeof KINDS,
	look: (search: Search, blob: StoredBlob, open: OpenBlob) => Promise<void>,
): Promise<void> {
	let itemsDone = 0;
	for await (const blob of search.blobs.store.list(prefix)) {
		search.tell({ message: `Reading what is kept under ${prefix}.`, itemsDone });
		itemsDone += 1;
		try {
			const open = await search.blobs.store.open(blob.key);
			// Null: it expired a moment ago.
			if (open !== null) await look(search, blob, open);
		} catch (error) {
			const kind = KINDS[prefix];
			const note = `It could not be read: ${wordsOf(error)}`;
			search.places.push({ kind, where: blob.key, count: null, state: 'failed', note });
		}
	}
}

async function lookAtFile(search: Search, { key }: StoredBlob, { content }: OpenBlob): Promise<void> {
	if (!(await isInFile(search, key, content))) return;
	const place = { kind: 'export-file', where: key, count: 1, note: WHOLE_FILE } as const;
	await eraseOrNote(search, place, () => search.blobs.store.remove(key));
}

/** Only the person's leads are taken out: an export that runs goes on. Others may have written the address into a form. */
async function lookAtChunk(search: Search, { key }: StoredBlob, { content }: OpenBlob): Promise<void> {
	const { person, mention, blobs, places } = search;
	const chunk = parseChunk((await buffer(content)).toString());
	const kept = chunk.leads.filter((lead) => !isLeadOf(person, lead));
	const place = { kind: 'export-chunk', where: key } as const;
	const mentions = kept.filter((lead) => mention.isInValue(lead)).length;
	if (mentions > 0) places.push({ ...place, count: mentions, state: 'open', note: MENTIONED });
	const count = chunk.leads.length - kept.length;
	if (count === 0) return;
	await eraseOrNote(search, { ...place, count, note: '' }, () => blobs.store.write(key, chunkWithout(chunk, kept)));
}

async function lookAtUpload(search: Search, { key }: StoredBlob, { content }: OpenBlob): Promise<void> {
	const found = await search.mention.isInStream(content).finally(() => content.destroy());
	if (!found) return;
	const note = 'Somebody uploaded it for a task: the agent may have it as a source.';
	await eraseOrNote(search, { kind: 'upload', where: key, count: 1, note }, () => search.blobs.store.remove(key));
}

/** Whether the file of an export names the person. @param name by which its format is known */
export async function isInFile(search: Search, name: string, content: Readable): Promise<boolean> {
	const { email } = search.person;
	if (name.endsWith('.xlsx')) return isInCopy(search, content, [email.replaceAll('&', '&amp;')], workbookText);
	// A CSV file may have apostrophes amid an address, which is not at the beginning of its cell for certain.
	const inCell = harmlessCell(`x${email}`).slice(1);
	if (inCell !== email) return isInCopy(search, content, [email, inCell], createReadStream);
	return search.mention.isInStream(content).finally(() => content.destroy());
}

/** Reads a file once for each form of the address. A workbook is an archive, which is read from its end. */
async function isInCopy(
	{ blobs }: Search,
	content: Readable,
	forms: readonly string[],
	textOf: (file: string) => AsyncIterable<Uint8Array>,
): Promise<boolean> {
	const draft = await blobs.store.draft();
	try {
		await pipeline(content, createWriteStream(draft.file));
		for (const form of forms) if (await new Mention(form).isInStream(textOf(draft.file))) return true;
		return false;
	} finally {
		await draft.discard();
	}
}
