import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, mkdir, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Draft } from './blob-store';

/** Only the owner may read drafts, because they hold personal data. */
export const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** Folder of a process's drafts if its store is not on this machine. A restarted process uses the same folder. */
export function temporaryDrafts(): string {
	const uid = process.getuid?.();
	return join(tmpdir(), uid === undefined ? 'agent-knowledge-drafts' : `agent-knowledge-drafts-${uid}`);
}

/**
 * Creates the folder if it is missing. Anybody may create folders in the temporary directory.
 * @throws Error if others can read the folder or own it
 */
export async function makePrivateFolder(folder: string): Promise<void> {
	await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
	const found = await lstat(folder);
	const isOurs = process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o077) === 0);
	if (!found.isDirectory() || !isOurs)
		throw new Error(`${folder} must belong to the worker's user, and nobody else may read it. Remove it.`);
}

/** A new empty file. */
export async function newDraft(folder: string): Promise<string> {
	const file = join(folder, randomUUID());
	await (await open(file, 'wx', FILE_MODE)).close();
	return file;
}

/** Writes and reads the content of a draft without encryption. */
export function plainDraft(file: string): Pick<Draft, 'file' | 'write' | 'read'> {
	return {
		file,
		write: (content, through, options = {}) => pipeline(content, through, createWriteStream(file), options),
		read: () => createReadStream(file),
	};
}

/**
 * Removes drafts that killed processes left in a folder.
 * @param before removes files last written before this time
 * @returns their number
 */
export async function removeDrafts(folder: string, before: Date): Promise<number> {
	let removed = 0;
	for (const name of await unlessMissing(readdir(folder), [])) {
		const file = join(folder, name);
		const found = await unlessMissing(lstat(file), null);
		if (found === null || found.mtime > before) continue;
		await rm(file, { recursive: true, force: true });
		removed += 1;
	}
	return removed;
}

/** Other processes write and remove files at the same time. */
async function unlessMissing<Found, Instead>(looking: Promise<Found>, instead: Instead): Promise<Found | Instead> {
	try {
		return await looking;
	} catch (error) {
		if (isMissing(error)) return instead;
		throw error;
	}
}

/** Whether the error means that a file or folder does not exist. */
export function isMissing(error: unknown): boolean {
	return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}
