import { readFile, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { MOST_BYTES, MOST_ROWS, SourceError } from '../rows/read-item';

/** How large an archive may be, in bytes. */
export interface ArchiveLimits {
	mostPacked: number;
	/** All its entries together, as they unpack. */
	mostUnpacked: number;
	/** Default: as many as a set has rows. */
	mostEntries?: number;
}

const SET_LIMITS: ArchiveLimits = { mostPacked: MOST_BYTES, mostUnpacked: MOST_BYTES };
const megabytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MB`;

/** An archive of which the list of entries was read, and nothing else. */
export interface OpenArchive {
	/** Their names are not decoded: `entryName` does it. */
	entries: readonly Entry[];
	/** Unpacks an entry. The stream fails if the entry is not as large as the list says. */
	open: (entry: Entry) => Promise<Readable>;
	close: () => void;
}

/**
 * Opens a ZIP archive and adds up what it unpacks to, before anything is unpacked. Entries that share their bytes count
 * once each.
 * @throws SourceError if it is no archive, or is larger than the limits
 */
export async function openArchive(path: string, limits: ArchiveLimits = SET_LIMITS): Promise<OpenArchive> {
	const { size } = await stat(path);
	if (size > limits.mostPacked)
		throw new SourceError(`is larger than ${megabytes(limits.mostPacked)}. Split it into several`);
	const zip = await opened(path);
	try {
		const entries = await entriesOf(zip, limits);
		return { entries, open: (entry) => zip.openReadStreamPromise(entry), close: () => zip.close() };
	} catch (error) {
		zip.close();
		throw error instanceof SourceError ? error : damaged();
	}
}

/**
 * Unpacks a whole archive once and keeps nothing, for libraries that unpack everything themselves.
 * @returns the archive as it is
 * @throws SourceError if it is no archive, is damaged, or is larger than the limits
 */
export async function measureArchive(path: string, limits: ArchiveLimits): Promise<Buffer> {
	const archive = await openArchive(path, limits);
	try {
		for (const entry of archive.entries) for await (const _ of await archive.open(entry));
	} catch {
		throw damaged();
	} finally {
		archive.close();
	}
	return readFile(path);
}

async function opened(path: string): Promise<ZipFile> {
	try {
		return await openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false });
	} catch {
		throw damaged();
	}
}

async function entriesOf(zip: ZipFile, { mostUnpacked, mostEntries = MOST_ROWS }: ArchiveLimits): Promise<Entry[]> {
	if (zip.entryCount > mostEntries)
		throw new SourceError(`has more than ${mostEntries} entries. Split it into several`);
	const entries: Entry[] = [];
	let unpacked = 0;
	for await (const entry of zip.eachEntry()) {
		entries.push(entry);
		unpacked += entry.uncompressedSize;
		if (unpacked > mostUnpacked)
			throw new SourceError(`unpacks to more than ${megabytes(mostUnpacked)}. Split it into several`);
	}
	return entries;
}

function damaged(): SourceError {
	return new SourceError('is no ZIP archive, or is damaged. Make it again');
}
