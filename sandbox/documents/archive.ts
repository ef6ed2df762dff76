import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { DocumentError } from './document-format';

/** Unpacked bytes of a file of 10 MB; office files are packed three to twenty times. */
const MAX_UNPACKED_BYTES = 200 * 1024 * 1024;
const MAX_ENTRIES = 20_000;

/** The names of the files inside an archive, without unpacking it. @throws DocumentError */
export async function archiveEntries(path: string): Promise<string[]> {
	return withArchive(path, async (zip) => {
		const names: string[] = [];
		for await (const entry of zip.eachEntry()) names.push(entry.fileName);
		return names;
	});
}

/**
 * Unpacks an office document once to check its size, because the libraries that read documents unpack everything.
 *
 * @param keep which files inside to return
 * @throws DocumentError
 */
export async function readArchive(
	path: string,
	keep: (name: string) => boolean = () => false,
): Promise<Map<string, Buffer>> {
	return withArchive(path, async (zip) => {
		const kept = new Map<string, Buffer>();
		let unpacked = 0;
		for await (const entry of zip.eachEntry()) {
			unpacked += entry.uncompressedSize;
			if (unpacked > MAX_UNPACKED_BYTES) {
				throw new DocumentError(`unpacks to more than ${MAX_UNPACKED_BYTES / 1024 / 1024} MB`);
			}
			const isKept = keep(entry.fileName);
			const content = await unpack(zip, entry, isKept);
			if (isKept) kept.set(entry.fileName, content);
		}
		return kept;
	});
}

async function withArchive<Result>(path: string, work: (zip: ZipFile) => Promise<Result>): Promise<Result> {
	try {
		const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
		try {
			if (zip.entryCount > MAX_ENTRIES) throw new DocumentError(`contains more than ${MAX_ENTRIES} parts`);
			return await work(zip);
		} finally {
			zip.close();
		}
	} catch (error) {
		throw error instanceof DocumentError ? error : new DocumentError('is damaged: it cannot be unpacked');
	}
}

/** An entry that is larger than its declared size fails here. */
async function unpack(zip: ZipFile, entry: Entry, keep: boolean): Promise<Buffer> {
	const chunks: Buffer[] = [];
	if (!entry.fileName.endsWith('/')) {
		const collect = new Writable({
			write: (chunk: Buffer, _encoding, done) => {
				if (keep) chunks.push(chunk);
				done();
			},
		});
		await pipeline(await zip.openReadStreamPromise(entry), collect);
	}
	return Buffer.concat(chunks);
}
