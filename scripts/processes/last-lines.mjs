// @ts-check
import { open } from 'node:fs/promises';

const READ_BYTES = 16 * 1024;

/**
 * The end of a log file, for an error message.
 * @param {string} file
 * @param {number} [count] how many lines at most
 * @returns {Promise<string[]>} empty when there is no such file
 */
export async function lastLines(file, count = 15) {
	const handle = await open(file, 'r').catch(() => null);
	if (!handle) return [];
	try {
		const { size } = await handle.stat();
		const length = Math.min(size, READ_BYTES);
		const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
		return buffer
			.toString('utf8')
			.split('\n')
			.filter((line) => line.trim() !== '')
			.slice(-count);
	} finally {
		await handle.close();
	}
}
