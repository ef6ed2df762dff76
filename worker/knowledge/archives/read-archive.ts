import { crc32 } from 'node:zlib';
import type { Entry } from 'yauzl';
import { LIMITS } from '../../../api';
import { documentItem, type KeepFile, tooLargeFile } from '../documents/document-item';
import { type ReadItem, SourceError } from '../rows/read-item';
import { openArchive, type OpenArchive } from './archive';
import { entryFault, entryName, isNoFile } from './entry-name';

/**
 * Reads a ZIP archive of files, one after the other: Markdown becomes a text, any other file a file. Nothing is written to
 * a path of the archive. Folders, and what systems add by themselves, are skipped.
 * @param path of the archive on this machine
 * @param keep keeps the content of a file
 * @throws SourceError if it is no archive, is larger than 200 MB, packed or unpacked, or has no file
 */
export async function* readArchive(path: string, keep: KeepFile): AsyncGenerator<ReadItem> {
	const archive = await openArchive(path);
	try {
		const files = archive.entries
			.map((entry) => ({ entry, name: entryName(entry) }))
			.filter(({ name }) => !isNoFile(name));
		if (files.length === 0) throw new SourceError('has no file. Put the files of the set into it');
		for (const { entry, name } of files) yield await itemOf(archive, entry, name, keep);
	} finally {
		archive.close();
	}
}

async function itemOf(archive: OpenArchive, entry: Entry, name: string, keep: KeepFile): Promise<ReadItem> {
	const place = { source: name };
	const fault = entryFault(name, entry);
	if (fault !== null) return { kind: 'refused', place, problems: [{ field: null, reason: fault }] };
	if (entry.uncompressedSize > LIMITS.fileBytes) return tooLargeFile(name);
	const content = await contentOf(archive, entry);
	if (content === null)
		return { kind: 'broken', place, reason: 'This file is damaged in the archive. Make the archive again.' };
	return documentItem(name, content, keep);
}

/** @returns null if it cannot be unpacked, or differs from its checksum */
async function contentOf(archive: OpenArchive, entry: Entry): Promise<Buffer | null> {
	const chunks: Buffer[] = [];
	try {
		for await (const chunk of await archive.open(entry)) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
	} catch {
		return null;
	}
	const content = Buffer.concat(chunks);
	return crc32(content) === entry.crc32 ? content : null;
}
