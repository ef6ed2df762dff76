import { mkdtemp, open, rm } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { openArchive } from '../../knowledge/archives/archive';
import { readArchive } from '../../knowledge/archives/read-archive';
import { readNdjson } from '../../knowledge/lines/read-ndjson';
import type { ReadItem } from '../../knowledge/rows/read-item';
import { fileSource } from '../../knowledge/sources/source';
import { readCsv } from '../../knowledge/tables/read-csv';
import { type ReadableTable, readTable } from '../../knowledge/tables/read-table';
import { openXlsx } from '../../knowledge/tables/xlsx-table';
import { type BlobStore, receiveUpload, uploadKey } from '../../storage/blobs';

/** What an upload has. */
export interface OpenSet {
	items: AsyncIterable<ReadItem>;
	/** Titles of the columns of a table; empty for another source. */
	titles: readonly string[];
	/** What was assumed, in sentences. */
	notes: string[];
}

/** The name of the upload in messages: nobody knows its own. */
const NAME = 'The file';
const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
/** A workbook is an archive with this entry. */
const OF_WORKBOOK = 'xl/workbook.xml';

/**
 * Opens an uploaded set for `use`: CSV, NDJSON, XLSX, or a ZIP archive of files. Which of them it is, its content says.
 * @returns null if the upload is not stored any more
 * @throws SourceError if it gives no rows at all
 */
export async function withOpenSet<Result>(
	store: BlobStore,
	reference: string,
	use: (set: OpenSet) => Promise<Result>,
): Promise<Result | null> {
	const found = await store.open(uploadKey(reference));
	if (found === null) return null;
	const folder = await mkdtemp(join(tmpdir(), 'knowledge-set-'));
	try {
		const path = join(folder, 'set');
		await pipeline(found.content, createWriteStream(path, { mode: 0o600 }));
		return await use(await opened(store, path, found.bytes));
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function opened(store: BlobStore, path: string, bytes: number): Promise<OpenSet> {
	const begin = await beginOf(path);
	if (begin.subarray(0, ZIP.length).equals(ZIP)) {
		if (await isWorkbook(path)) return ofTable(await readTable(await openXlsx(path, NAME)));
		const keep = async (content: Uint8Array) =>
			(await receiveUpload(store, Readable.from([content]), bytes + content.length)).blob;
		return { items: readArchive(path, keep), titles: [], notes: [] };
	}
	const source = fileSource(path, NAME);
	if (begin.toString('utf8').replace('\uFEFF', '').trimStart().startsWith('{'))
		return { items: readNdjson(source), titles: [], notes: [] };
	return ofTable(await readCsv(source));
}

async function beginOf(path: string): Promise<Buffer> {
	const file = await open(path);
	try {
		const { buffer, bytesRead } = await file.read(Buffer.alloc(1_000), 0, 1_000, 0);
		return buffer.subarray(0, bytesRead);
	} finally {
		await file.close();
	}
}

async function isWorkbook(path: string): Promise<boolean> {
	const archive = await openArchive(path);
	archive.close();
	return archive.entries.some(({ fileNameRaw }) => fileNameRaw.toString('latin1') === OF_WORKBOOK);
}

function ofTable(table: ReadableTable): OpenSet {
	const unused = table.unused.length === 0 ? [] : [`has columns that no field takes: ${table.unused.join(', ')}`];
	return {
		items: table.items(),
		titles: table.titles,
		notes: [...table.notes, ...unused].map((note) => `${NAME} ${note}.`),
	};
}
