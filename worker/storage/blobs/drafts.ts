import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, mkdir, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Draft } from './blob-store';

/** The owner alone: drafts hold personal data. */
export const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** Where a process keeps drafts whose store is not on this machine: the same place after it was killed. */
export function temporaryDrafts(): string {
	const uid = process.getuid?.();
	return join(tmpdir(), uid === undefined ? 'agent-knowledge-drafts' : `agent-knowledge-drafts-${uid}`);
}

/**
 * Makes the folder where it is not there. Everybody may make folders among the temporary ones.
 * @throws Error for one that others can read, or that is another's
 */
export async function makePrivateFolder(folder: string): Promise<void> {
	await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
	const found = await lstat(folder);
	const isOurs = process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o077) === 0);
	if (!found.isDirectory() || !isOurs)
		throw new Error(`${folder} must be a folder of the worker's user that nobody else may read. Remove it.`);
}

/** An empty file of its own. */
export async function newDraft(folder: string): Promise<string> {
	const file = join(folder, randomUUID());
	await (await open(file, 'wx', FILE_MODE)).close();
	return file;
}

/** How the content of a draft is written and read where it is stored as it is. */
export function plainDraft(file: string): Pick<Draft, 'file' | 'write' | 'read'> {
	return {
		file,
		write: (content, through, options = {}) => pipeline(content, through, createWriteStream(file), options),
		read: () => createReadStream(file),
	};
}

/** Removes what killed processes left in a folder of drafts. @param before when it was written to last @returns how many */
export async function removeDrafts(folder: string, before: Date): Promise<number> {
	let removed = 0;
	for (const name of await unlessMissing(readdir(folder), [])) {
		const file = join(folder, name);
		const found = await unlessMissing(lstat(file), null);
		if (found === null || found.mtime > before) continue;
		await rm(file, { force: true });
		removed += 1;
	}
	return removed;
}

/** Others write and remove at the same time. */
async function unlessMissing<Found, Instead>(looking: Promise<Found>, instead: Instead): Promise<Found | Instead> {
	try {
		return await looking;
	} catch (error) {
		if (isMissing(error)) return instead;
		throw error;
	}
}

/** A file or folder is not there. */
export function isMissing(error: unknown): boolean {
	return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}
