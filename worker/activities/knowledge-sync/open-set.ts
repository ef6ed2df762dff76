import { createReadStream } from 'node:fs';
import type { ColumnMapping } from '../../../workflows/knowledge-sync/columns-contract';
import { beginIn, beginOf, isGzip } from '../../knowledge/files/begin';
import { type WrittenFile, withUploadedFile, withWrittenFile } from '../../knowledge/files/written-file';
import { withWorkFolder } from '../../knowledge/files/work-folder';
import type { KeepFile, KnowledgeReader, OpenSet } from '../../knowledge/reading/knowledge-reader';
import { MOST_BYTES, notMapped, SourceError } from '../../knowledge/rows/read-item';
import type { AddressPatterns } from '../../knowledge/sitemaps/address-patterns';
import { readSitemap } from '../../knowledge/sitemaps/read-sitemap';
import { type FetchedDocument, FetchError, fetchPublic } from '../../net/fetch-public';
import type { AllowedHosts } from '../../net/webhook-target';
import { type BlobStore, receiveUpload } from '../../storage/blobs';

/** How a set is read. */
export interface Opening {
	store: BlobStore;
	reader: KnowledgeReader;
	signal: AbortSignal;
	/** Which column of a table is which field. Default: by their titles. */
	columns: ColumnMapping | undefined;
}

/**
 * Opens an uploaded set for `use`: CSV, NDJSON, XLSX, or a ZIP archive of files. Which of them it is, its content says.
 * @returns null if the upload is not stored any more
 * @throws SourceError if it gives no rows at all
 */
export async function withOpenSet<Result>(
	blob: string,
	opening: Opening,
	use: (set: OpenSet) => Promise<Result>,
): Promise<Result | null> {
	return withUploadedFile(opening.store, blob, async (file) => use(await opened(file, opening)));
}

/** A sitemap, or the file that is at an address, or `folder:` and the name of a folder. */
export interface AddressOfSet extends AddressPatterns {
	url: string;
	/** Paths of folders beside the worker, by their names. */
	folders: Readonly<Record<string, string>>;
	/** Which hosts may be called. */
	hosts: AllowedHosts;
}

/**
 * The same for what is at an address now. XML is a sitemap.
 * @throws SourceError, also if it cannot be fetched
 */
export async function withFetchedSet<Result>(
	{ url, include, exclude, hosts, folders }: AddressOfSet,
	opening: Opening,
	use: (set: OpenSet) => Promise<Result>,
): Promise<Result> {
	const { store, reader, signal, columns } = opening;
	if (url.startsWith(FOLDER)) {
		throwIfMapped(columns);
		const folder = folderOf(url.slice(FOLDER.length), folders);
		return withWorkFolder(async (into) =>
			use(await reader.folder(folder, { include, exclude }, { into, keep: keepIn(store), signal })),
		);
	}
	return withWrittenFile(
		(path) => fetched(url, { ...hosts, mostBytes: MOST_BYTES, signal }, path),
		async (file, { reach }) => {
			if (!(await isSitemap(file.path))) return use(await opened(file, opening));
			throwIfMapped(columns);
			const from = { address: url, path: file.path, reach };
			const items = readSitemap(url, { include, exclude, hosts, signal, fetched: from, parse: reader.sitemap });
			return use({ items, titles: [], notes: [] });
		},
	);
}

async function fetched(...asked: Parameters<typeof fetchPublic>): Promise<FetchedDocument> {
	try {
		return await fetchPublic(...asked);
	} catch (error) {
		throw error instanceof FetchError ? new SourceError(error.message) : error;
	}
}

const FOLDER = 'folder:';

/** @throws SourceError that names the folders of this worker */
function folderOf(name: string, folders: AddressOfSet['folders']): string {
	const folder = Object.hasOwn(folders, name) ? folders[name] : undefined;
	if (folder !== undefined) return folder;
	const names = Object.keys(folders).join(', ');
	throw new SourceError(`is no folder of knowledge.folders at this worker. Its folders: ${names || 'none'}`);
}

async function isSitemap(path: string): Promise<boolean> {
	const begin = await beginOf(path);
	return /^\s*</.test(beginIn(begin)) || isGzip(begin);
}

function opened(file: WrittenFile, { store, reader, signal, columns }: Opening): Promise<OpenSet> {
	return reader.file(file, { columns, keep: keepIn(store), signal });
}

function keepIn(store: BlobStore): KeepFile {
	return async (path) => (await receiveUpload(store, createReadStream(path), MOST_BYTES)).blob;
}

function throwIfMapped(columns: ColumnMapping | undefined): void {
	if (columns !== undefined) throw notMapped();
}
