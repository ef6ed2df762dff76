import { mkdtemp, open, rm } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { openArchive } from '../../knowledge/archives/archive';
import { readArchive } from '../../knowledge/archives/read-archive';
import { readNdjson } from '../../knowledge/lines/read-ndjson';
import { MOST_BYTES, type ReadItem, SourceError } from '../../knowledge/rows/read-item';
import type { AddressPatterns } from '../../knowledge/sitemaps/address-patterns';
import { isGzip, readSitemap } from '../../knowledge/sitemaps/read-sitemap';
import { fileSource } from '../../knowledge/sources/source';
import { readCsv } from '../../knowledge/tables/read-csv';
import { type ReadableTable, readTable } from '../../knowledge/tables/read-table';
import { openXlsx } from '../../knowledge/tables/xlsx-table';
import { FetchError, fetchPublic } from '../../net/fetch-public';
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
/** Bytes that say what a file is. */
const BEGIN = 1_000;
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
	return found === null ? null : withFile(found.content, async (path) => use(await opened(store, path)));
}

/** A sitemap, or the file that is at an address. */
export interface AddressOfSet extends AddressPatterns {
	url: string;
	/** Which hosts may be called: `host:port`, and `*:port` for every public host. */
	hosts: readonly string[];
	signal: AbortSignal;
}

/**
 * The same for what is at an address now. XML is a sitemap.
 * @throws SourceError, also if it cannot be fetched
 */
export async function withFetchedSet<Result>(
	store: BlobStore,
	{ url, include, exclude, hosts, signal }: AddressOfSet,
	use: (set: OpenSet) => Promise<Result>,
): Promise<Result> {
	let body: Buffer;
	try {
		({ body } = await fetchPublic(url, { hosts, mostBytes: MOST_BYTES, signal }));
	} catch (error) {
		if (error instanceof FetchError) throw new SourceError(error.message);
		throw error;
	}
	if (isXml(body) || isGzip(body))
		return use({ items: readSitemap(url, { include, exclude, hosts, signal, body }), titles: [], notes: [] });
	return withFile(Readable.from([body]), async (path) => use(await opened(store, path)));
}

const isXml = (body: Buffer) => /^\s*</.test(beginIn(body));

/** @param content is written to a file, which is removed afterwards */
async function withFile<Result>(content: Readable, use: (path: string) => Promise<Result>): Promise<Result> {
	const folder = await mkdtemp(join(tmpdir(), 'knowledge-set-'));
	try {
		const path = join(folder, 'set');
		await pipeline(content, createWriteStream(path, { mode: 0o600 }));
		return await use(path);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function opened(store: BlobStore, path: string): Promise<OpenSet> {
	const begin = await beginOf(path);
	if (begin.subarray(0, ZIP.length).equals(ZIP)) {
		if (await isWorkbook(path)) return ofTable(await readTable(await openXlsx(path, NAME)));
		const keep = async (content: Uint8Array) =>
			(await receiveUpload(store, Readable.from([content]), content.length)).blob;
		return { items: readArchive(path, keep), titles: [], notes: [] };
	}
	const source = fileSource(path, NAME);
	if (beginIn(begin).startsWith('{')) return { items: readNdjson(source), titles: [], notes: [] };
	return ofTable(await readCsv(source));
}

function beginIn(bytes: Buffer): string {
	return bytes.subarray(0, BEGIN).toString('utf8').replace('\uFEFF', '').trimStart();
}

async function beginOf(path: string): Promise<Buffer> {
	const file = await open(path);
	try {
		const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGIN), 0, BEGIN, 0);
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
