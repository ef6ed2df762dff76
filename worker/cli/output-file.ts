import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readlink, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import type { Writable } from 'node:stream';
import type { Terminal } from './terminal';

/** Only the owner may read it, because it contains personal data. */
const FILE_MODE = 0o600;
/** As many links as Linux follows. */
const MOST_LINKS = 40;

/** A path that names the standard output of this process. */
export function isStandardOutput(path: string | undefined): boolean {
	return path !== undefined && ['-', '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'].includes(path);
}

/** The terminal of a command whose file goes to standard output: there, nothing else may stand. */
export function besideOutput(terminal: Terminal, path: string | undefined): Terminal {
	if (!isStandardOutput(path)) return terminal;
	return {
		...terminal,
		result: (text) => {
			terminal.note(text);
		},
	};
}

/**
 * Writes to a path as the shell's `>` would, but a regular file appears only when it is whole: a link is followed, and a
 * device or a pipe is written to.
 *
 * @param send sends everything and verifies it. If it throws, a regular file stays as it was
 * @throws what `send` throws, and Node's error if nothing can be written (a full disk too)
 */
export async function writeOutput(path: string, send: (to: Writable) => Promise<void>): Promise<void> {
	if (isStandardOutput(path)) {
		await send(createWriteStream('', { fd: process.stdout.fd, autoClose: false }));
		return;
	}
	const found = await unlessMissing(stat(path));
	// Opened by this name, because a link of /dev/fd can lead to a pipe that has no path.
	if (found !== null && !found.isFile()) {
		await send(createWriteStream(path));
		return;
	}
	if (path.endsWith('/') || path.endsWith(sep))
		throw new Error('the path ends with a slash, so it names a folder; add the name of the file');
	const target = await endOfLinks(path);
	const draft = `${target}.${randomUUID()}.part`;
	try {
		await send(createWriteStream(draft, { mode: FILE_MODE }));
		await rename(draft, target);
	} finally {
		await rm(draft, { force: true });
	}
}

/** Where a path leads, whether something is there or not. */
async function endOfLinks(path: string): Promise<string> {
	let end = resolve(path);
	for (let count = 0; count < MOST_LINKS; count += 1) {
		const link = await readlink(end).catch(() => null);
		if (link === null) return end;
		end = resolve(dirname(end), link);
	}
	throw new Error('too many links follow one another');
}

async function unlessMissing<Found>(found: Promise<Found>): Promise<Found | null> {
	try {
		return await found;
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
		throw error;
	}
}
