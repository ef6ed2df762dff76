import { Readable } from 'node:stream';
import type { ColumnMapping } from '../../../workflows/knowledge-sync/columns-contract';
import { readArchive } from '../../knowledge/archives/read-archive';
import type { KeepFile } from '../../knowledge/documents/document-item';
import { beginIn, FILE_NAME, openSetFile } from '../../knowledge/files/set-file';
import { withUploadedFile, withWrittenFile } from '../../knowledge/files/written-file';
import { readFiles } from '../../knowledge/folders/read-folder';
import { readNdjson } from '../../knowledge/lines/read-ndjson';
import { MOST_BYTES, type ReadItem, SourceError } from '../../knowledge/rows/read-item';
import type { AddressPatterns } from '../../knowledge/sitemaps/address-patterns';
import { isGzip, readSitemap } from '../../knowledge/sitemaps/read-sitemap';
import { notesOf, readTable } from '../../knowledge/tables/read-table';
import { FetchError, fetchPublic } from '../../net/fetch-public';
import { type BlobStore, receiveUpload } from '../../storage/blobs';

/** What an upload has. */
export interface OpenSet {
	items: AsyncIterable<ReadItem>;
	/** Titles of the columns of a table; empty for another source. */
	titles: readonly string[];
	/** What was assumed, in sentences. */
	notes: string[];
}

/** Which column of a table is which field. Default: by their titles. */
interface Columns {
	columns: ColumnMapping | undefined;
}

/**
 * Opens an uploaded set for `use`: CSV, NDJSON, XLSX, or a ZIP archive of files. Which of them it is, its content says.
 * @returns null if the upload is not stored any more
 * @throws SourceError if it gives no rows at all
 */
export async function withOpenSet<Result>(
	store: BlobStore,
	{ blob, columns }: Columns & { blob: string },
	use: (set: OpenSet) => Promise<Result>,
): Promise<Result | null> {
	return withUploadedFile(store, blob, async (path) => use(await opened(store, path, columns)));
}

/** A sitemap, or the file that is at an address, or `folder:` and the name of a folder. */
export interface AddressOfSet extends AddressPatterns, Columns {
	url: string;
	/** Paths of folders beside the worker, by their names. */
	folders: Readonly<Record<string, string>>;
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
	{ url, include, exclude, columns, hosts, folders, signal }: AddressOfSet,
	use: (set: OpenSet) => Promise<Result>,
): Promise<Result> {
	if (url.startsWith(FOLDER)) {
		throwIfMapped(columns);
		const folder = folderOf(url.slice(FOLDER.length), folders);
		return use({ items: readFiles(folder, { include, exclude, keep: keepIn(store) }), titles: [], notes: [] });
	}
	let body: Buffer;
	try {
		({ body } = await fetchPublic(url, { hosts, mostBytes: MOST_BYTES, signal }));
	} catch (error) {
		if (error instanceof FetchError) throw new SourceError(error.message);
		throw error;
	}
	if (isXml(body) || isGzip(body)) {
		throwIfMapped(columns);
		return use({ items: readSitemap(url, { include, exclude, hosts, signal, body }), titles: [], notes: [] });
	}
	return withWrittenFile(Readable.from([body]), async (path) => use(await opened(store, path, columns)));
}

const FOLDER = 'folder:';

/** @throws SourceError that names the folders of this worker */
function folderOf(name: string, folders: AddressOfSet['folders']): string {
	const folder = Object.hasOwn(folders, name) ? folders[name] : undefined;
	if (folder !== undefined) return folder;
	const names = Object.keys(folders).join(', ');
	throw new SourceError(`is no folder of knowledge.folders at this worker. Its folders: ${names || 'none'}`);
}

const isXml = (body: Buffer) => /^\s*</.test(beginIn(body));

async function opened(store: BlobStore, path: string, columns: ColumnMapping | undefined): Promise<OpenSet> {
	const file = await openSetFile(path);
	if (file.kind === 'table') {
		const table = await readTable(file.table, columns === undefined ? {} : { mapping: columns });
		return { items: table.items(), titles: table.titles, notes: notesOf(table, FILE_NAME) };
	}
	throwIfMapped(columns);
	if (file.kind === 'lines') return { items: readNdjson(file.source), titles: [], notes: [] };
	return { items: readArchive(file.path, keepIn(store)), titles: [], notes: [] };
}

function keepIn(store: BlobStore): KeepFile {
	return async (content) => (await receiveUpload(store, Readable.from([content]), content.length)).blob;
}

function throwIfMapped(columns: ColumnMapping | undefined): void {
	if (columns === undefined) return;
	throw new SourceError('is no table, so it has no columns. Remove columns, or name a CSV or XLSX file');
}
