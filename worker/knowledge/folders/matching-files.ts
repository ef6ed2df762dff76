import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathMatcher } from '../patterns/path-pattern';
import { MOST_ROWS, SourceError } from '../rows/read-item';

/** Nobody means the files in it. */
const NEVER = new Set(['node_modules']);

/** The files of a folder. */
export interface FolderFiles {
	/** Their paths in the folder, with `/`, sorted. Names that begin with a dot are missing. */
	files: readonly string[];
	/** Links, which are not followed: they could lead out of the folder. */
	links: readonly string[];
}

/**
 * Lists a folder with its sub-folders.
 * @throws SourceError if it is missing, or has more than ten times as many files as a set has rows
 */
export async function listFolder(folder: string): Promise<FolderFiles> {
	const files: string[] = [];
	const links: string[] = [];
	const waiting = [''];
	for (let inside = waiting.pop(); inside !== undefined; inside = waiting.pop()) {
		for (const entry of await entriesOf(folder, inside)) {
			if (entry.name.startsWith('.') || NEVER.has(entry.name)) continue;
			const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
			if (entry.isSymbolicLink()) links.push(path);
			else if (entry.isDirectory()) waiting.push(path);
			else if (entry.isFile()) files.push(path);
		}
		if (files.length > MOST_ROWS * 10)
			throw new SourceError(`has more than ${MOST_ROWS * 10} files. Use a smaller folder`);
	}
	return { files: files.toSorted(), links: links.toSorted() };
}

async function entriesOf(folder: string, inside: string) {
	try {
		return await readdir(join(folder, inside), { withFileTypes: true });
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
		throw new SourceError(`has a folder that cannot be read: ${inside === '' ? '.' : inside} (${code})`);
	}
}

/** @returns the size of a file in bytes; null if it is no file, or a link */
export async function fileSize(path: string): Promise<number | null> {
	const found = await lstat(path).catch(() => null);
	return found?.isFile() === true ? found.size : null;
}

/**
 * The paths that a pattern matches. Characters have the form NFC for this.
 * @throws SourceError if the pattern stands for too many others
 */
export function matchingFiles(paths: readonly string[], pattern: string): string[] {
	const matches = pathMatcher(pattern.normalize('NFC'));
	return paths.filter((path) => matches(path.normalize('NFC')));
}
