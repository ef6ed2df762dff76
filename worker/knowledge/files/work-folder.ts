import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FOLDER_MODE, isMissing, makePrivateFolder, temporaryDrafts } from '../../storage/blobs/drafts';

/** `set-<process id>-<uuid>` */
const NAME = /^set-(\d+)-/;
/** The folders that this process uses now. */
const ours = new Set<string>();

/** A private folder for plain copies of foreign files, which readers need. */
export interface WorkFolder {
	path: string;
	remove: () => Promise<void>;
}

/** @param base where folders of all processes are */
export async function newWorkFolder(base = temporaryDrafts()): Promise<WorkFolder> {
	await makePrivateFolder(base);
	const name = `set-${process.pid}-${randomUUID()}`;
	const path = join(base, name);
	ours.add(name);
	await mkdir(path, { mode: FOLDER_MODE });
	return {
		path,
		remove: async () => {
			await rm(path, { recursive: true, force: true });
			ours.delete(name);
		},
	};
}

/** The same for the time of `use`. */
export async function withWorkFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
	const folder = await newWorkFolder();
	try {
		return await use(folder.path);
	} finally {
		await folder.remove();
	}
}

/**
 * Removes the folders that killed processes of this machine left. A restarted container has the same process id.
 * @returns their number
 */
export async function removeLeftFolders(base = temporaryDrafts()): Promise<number> {
	let removed = 0;
	for (const name of await namesIn(base)) {
		const owner = NAME.exec(name)?.[1];
		if (owner === undefined || ours.has(name)) continue;
		if (Number(owner) !== process.pid && isRunning(Number(owner))) continue;
		await rm(join(base, name), { recursive: true, force: true });
		removed += 1;
	}
	return removed;
}

async function namesIn(folder: string): Promise<string[]> {
	try {
		return await readdir(folder);
	} catch (error) {
		if (isMissing(error)) return [];
		throw error;
	}
}

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		// Another user's process runs too.
		return error instanceof Error && 'code' in error && error.code === 'EPERM';
	}
}
