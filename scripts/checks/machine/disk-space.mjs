// @ts-check
import { mkdir, statfs } from 'node:fs/promises';
import { ReadableError } from '../../readable-error.mjs';

const GIGABYTE = 1e9;

/**
 * @param {string} folder created when it is not there
 * @param {number} neededBytes
 * @returns {Promise<void>}
 * @throws {ReadableError} the disk has less free space
 */
export async function checkDiskSpace(folder, neededBytes) {
	await mkdir(folder, { recursive: true });
	const { bavail, bsize } = await statfs(folder);
	const free = bavail * bsize;
	if (free >= neededBytes) return;
	throw new ReadableError(
		`The disk of ${folder} has ${(free / GIGABYTE).toFixed(1)} GB free. The installation needs ${(neededBytes / GIGABYTE).toFixed(1)} GB.`,
		'Free some space, or set AGENT_KNOWLEDGE_CACHE to a folder on a larger disk.',
	);
}
