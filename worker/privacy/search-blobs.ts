import { createReadStream, createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import {
	CHUNKS,
	erasedFileKey,
	FILES,
	HAND_OUTS,
	type OpenBlob,
	parseLeads,
	READINGS,
	type StoredBlob,
	UPLOADS,
} from '../storage/blobs';
import { parquetText } from '../storage/conversation-files/parquet-text';
import { parseChunk } from '../storage/lead-files/chunk';
import { chunkWithout } from '../storage/lead-files/new-chunk';
import { spreadsheetCell } from '../storage/tables/spreadsheet-cell';
import { storableText } from '../storage/storable-text';
import { workbookText } from '../storage/lead-files/xlsx';
import { Mention } from './mention';
import { isLeadOf } from './person';
import { eraseOrNote, type Search, wordsOf } from './search';

export const WHOLE_FILE = 'The whole file. Start the export again to get a file without the person.';
const MENTIONED =
	'Leads of other people contain the address, and the export continues with them. Erase again when the export has ended. That deletes its file.';

const WAITING =
	'Leads of other people contain the address and wait for an n8n flow. Erase again when the flow has taken them.';

const READING = 'A sync reads these leads and their conversations now. It reads them again.';

const LISTED =
	'The name of a source contains the address. The list is deleted when the retrain has ended. Delete or rename the source at the service.';

const OF_BULK =
	'A bulk action has a row whose id, agent or reason contains the address. Its rows expire with the chunks of exports.';

const KINDS = {
	[CHUNKS]: 'export-chunk',
	[HAND_OUTS]: 'flow-leads',
	[READINGS]: 'flow-leads',
	[FILES]: 'export-file',
	[UPLOADS]: 'upload',
} as const;

/** Searches the files and chunks of exports, leads for flows, and the uploads: all content of the blob store. */
export async function searchBlobs(search: Search): Promise<void> {
	// Chunks first, because they become files: else the search would miss a file that is assembled meanwhile.
	await each(search, CHUNKS, lookAtChunk);
	await each(search, FILES, lookAtFile);
	await each(search, READINGS, lookAtReading);
	await each(search, HAND_OUTS, lookAtFlowLeads);
	await each(search, UPLOADS, lookAtUpload);
}

async function each(
	search: Search,
	prefix: keyof typeof KINDS,
	look: (search: Search, blob: StoredBlob, open: OpenBlob) => Promise<void>,
): Promise<void> {
	let itemsDone = 0;
	for await (const blob of search.blobs.store.list(prefix)) {
		search.report({ message: `Reading the blobs under ${prefix}.`, itemsDone });
		itemsDone += 1;
		try {
			const open = await search.blobs.store.open(blob.key);
			// Null if it has just expired.
			if (open !== null) await look(search, blob, open);
		} catch (error) {
			const kind = KINDS[prefix];
			const note = `The worker could not read it: ${wordsOf(error)}`;
			search.places.push({ kind, where: blob.key, count: null, state: 'failed', note });
		}
	}
}

async function lookAtFile(search: Search, { key }: StoredBlob, { content }: OpenBlob): Promise<void> {
	if (!(await isInFile(search, key, content))) return;
	const place = { kind: 'export-file', where: key, count: 1, note: WHOLE_FILE } as const;
	await eraseOrNote(search, place, async () => {
		// The mark first: a file that is gone without one looks as if it had expired.
		await search.blobs.store.write(erasedFileKey(key), Buffer.alloc(0));
		await search.blobs.store.remove(key);
	});
}

/** Tasks whose chunks are texts that are read once, so that nothing can be taken out of them. With what to do instead. */
const TEXTS: Readonly<Record<string, string>> = {
	[`${CHUNKS}retrain-and-wait/`]: LISTED,
	[`${CHUNKS}nightly-retrain/`]: LISTED,
	[`${CHUNKS}bulk-action/`]: OF_BULK,
	// A conversation has several people. Only the file can be deleted, when it is made.
	[`${CHUNKS}conversation-export/`]:
		'Conversations contain the address, and the export continues with them. Erase again when the export has ended. That deletes its file.',
	[`${CHUNKS}knowledge-sync/`]:
		'A set of knowledge, or what the agent knows, contains the address. Erase again when the sync has ended. Remove the address from the set and sync it again, so that the agent forgets it too.',
};

async function lookAtTexts(search: Search, where: string, content: Readable, note: string): Promise<void> {
	const found = await search.mention.isInStream(content).finally(() => content.destroy());
	if (found) search.places.push({ kind: 'export-chunk', where, count: 1, state: 'open', note });
}

/**
 * Removes only the person's leads, so that a running export continues. Other people's forms may contain the address.
 */
async function lookAtChunk(search: Search, { key }: StoredBlob, { content }: OpenBlob): Promise<void> {
	const [, note] = Object.entries(TEXTS).find(([prefix]) => key.startsWith(prefix)) ?? [];
	if (note !== undefined) return lookAtTexts(search, key, content, note);
	const { person, mention, blobs, places } = search;
	const chunk = await parseChunk(await buffer(content));
	const kept = chunk.leads.filter((lead) => !isLeadOf(person, lead));
	const place = { kind: 'export-chunk', where: key } as const;
	const mentions = kept.filter((lead) => mention.isInValue(lead)).length;
	if (mentions > 0) places.push({ ...place, count: mentions, state: 'open', note: MENTIONED });
	const count = chunk.leads.length - kept.length;
	if (count === 0) return;
	await eraseOrNote(search, { ...place, count, note: '' }, async () =>
		blobs.store.write(key, await chunkWithout(chunk, kept)),
	);
}

/** Deletes all of them, because their sync reads the leads of the other people again. */
async function lookAtFlowLeads(search: Search, { key }: StoredBlob, { content }: OpenBlob): Promise<void> {
	const leads = [...parseLeads(await buffer(content)).values()];
	const theirs = leads.filter((lead) => isLeadOf(search.person, lead));
	const mentions = leads.filter((lead) => !theirs.includes(lead) && search.mention.isInValue(lead)).length;
	const place = { kind: 'flow-leads', where: key } as const;
	if (mentions > 0) search.places.push({ ...place, count: mentions, state: 'open', note: WAITING });
	if (theirs.length === 0) return;
	await eraseOrNote(search, { ...place, count: theirs.length, note: '' }, () => search.blobs.store.remove(key));
}

/** Deletes a page with the person, in whatever words: the sync reads it again. */
async function lookAtReading(search: Search, { key }: StoredBlob, { content }: OpenBlob): Promise<void> {
	const leads = [...parseLeads(await buffer(content)).values()];
	const count = leads.filter((lead) => isLeadOf(search.person, lead) || search.mention.isInValue(lead)).length;
	if (count === 0) return;
	await eraseOrNote(search, { kind: 'flow-leads', where: key, count, note: READING }, () =>
		search.blobs.store.remove(key),
	);
}

async function lookAtUpload(search: Search, { key }: StoredBlob, { content }: OpenBlob): Promise<void> {
	const found = await search.mention.isInStream(content).finally(() => content.destroy());
	if (!found) return;
	const note = 'Somebody uploaded it for a task. The agent may have it as a source.';
	await eraseOrNote(search, { kind: 'upload', where: key, count: 1, note }, () => search.blobs.store.remove(key));
}

/** Whether the file of an export names the person. @param name whose ending is the format */
export async function isInFile(search: Search, name: string, content: Readable): Promise<boolean> {
	const email = storableText(search.person.email);
	if (name.endsWith('.xlsx')) return isInCopy(search, content, [email.replaceAll('&', '&amp;')], workbookText);
	if (name.endsWith('.parquet')) return isInCopy(search, content, [email], parquetText);
	// A CSV file may have apostrophes inside an address, because the address may not be at the start of its cell.
	const inCells = (['comma', 'semicolon'] as const).map((each) => spreadsheetCell(`x${email}`, each).slice(1));
	const forms = [...new Set([email, ...inCells])];
	if (forms.length > 1 || email !== search.person.email) return isInCopy(search, content, forms, createReadStream);
	return search.mention.isInStream(content).finally(() => content.destroy());
}

/**
 * Reads a file once for each form of the address, from a copy: workbooks and Parquet files are read from their end.
 */
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
