import { createWriteStream } from 'node:fs';
import { lstat, mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ArchiveLimits, OpenArchive } from '../../knowledge/archives/archive';
import { openArchive } from '../../knowledge/archives/archive';
import { entryFault, entryName, isNoFile } from '../../knowledge/archives/entry-name';
import { listFolder } from '../../knowledge/folders/matching-files';
import { MOST_BYTES, MOST_ROWS, SourceError } from '../../knowledge/rows/read-item';
import { CommandError, EXIT } from '../terminal';

/** A file for each text, three more, and room for titles and keys. */
const LIMITS: ArchiveLimits = {
	mostPacked: 2 * MOST_BYTES,
	mostUnpacked: 2 * MOST_BYTES,
	mostEntries: MOST_ROWS + 3,
};

/**
 * @param folder as its user wrote it
 * @throws CommandError if there are files in it. Names that begin with a dot, such as .git, do not count
 */
export async function throwIfTaken(path: string, folder: string): Promise<void> {
	const found = await stat(path).catch(() => null);
	if (found === null) return;
	if (!found.isDirectory())
		throw new CommandError(`${folder} is a file. Nothing was done. Name a folder.`, EXIT.badUsage);
	try {
		const { files, links } = await listFolder(path);
		const [first] = [...files, ...links];
		if (first === undefined) return;
		throw new CommandError(
			`The folder ${folder} has files, such as ${first}. Nothing was done. Name an empty folder, or overwrite with --force.`,
			EXIT.badUsage,
		);
	} catch (error) {
		if (error instanceof SourceError) throw new CommandError(`The folder ${folder} ${error.message}.`, EXIT.badUsage);
		throw error;
	}
}

/**
 * Writes the files of an archive into a folder, and nowhere else: paths that lead out are refused before anything is
 * written, and links in the folder are not followed.
 * @returns how many files
 * @throws CommandError
 */
export async function unpackInto(archivePath: string, folder: string): Promise<number> {
	let archive: OpenArchive | null = null;
	try {
		archive = await openArchive(archivePath, LIMITS);
		const files = archive.entries
			.map((entry) => ({ entry, name: entryName(entry) }))
			.filter(({ name }) => !isNoFile(name));
		for (const { entry, name } of files) {
			const fault = entryFault(name, entry);
			if (fault !== null) throw refused(`has a file that ${fault}: ${name}`);
		}
		await mkdir(folder, { recursive: true });
		for (const { entry, name } of files) {
			const target = await placeIn(folder, name.split('/'));
			await pipeline(await archive.open(entry), createWriteStream(target, { flags: 'wx' }));
		}
		return files.length;
	} catch (error) {
		if (error instanceof CommandError) throw error;
		if (error instanceof SourceError) throw refused(error.message);
		throw new CommandError(
			`The files could not be written: ${error instanceof Error ? error.message : String(error)}`,
			EXIT.failed,
		);
	} finally {
		archive?.close();
	}
}

/** A free place for a file. What stood there is removed; a link itself, and not what it leads to. */
async function placeIn(folder: string, parts: readonly string[]): Promise<string> {
	let place = folder;
	for (const part of parts.slice(0, -1)) {
		place = join(place, part);
		const found = await lstat(place).catch(() => null);
		if (found === null) await mkdir(place);
		else if (!found.isDirectory())
			throw refused(`has files for ${place}, which is a link or a file. Remove it, and export again`);
	}
	const target = join(place, parts.at(-1) ?? '');
	await rm(target, { force: true });
	return target;
}

function refused(why: string): CommandError {
	return new CommandError(`The export ${why}.`, EXIT.failed);
}
