// @ts-check
import { readFile, rm, writeFile } from 'node:fs/promises';
import { isAlive } from '../processes/is-alive.mjs';
import { ReadableError } from '../readable-error.mjs';

/** Name of the file in a data folder. `npx agent-knowledge` reads it, too (worker/cli/local-stack.ts). */
export const PID_FILE = 'running.pid';

/**
 * Claims a data folder for this start, so that no two write the same databases.
 * @param {string} file names the process that uses the folder
 * @returns {Promise<() => Promise<void>>} releases the folder
 * @throws {ReadableError} another start uses it
 */
export async function claimDataFolder(file) {
	const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
	if (Number.isInteger(pid) && pid !== process.pid && isAlive(pid)) {
		throw new ReadableError(
			`Process ${pid} already uses this data folder.`,
			'Use what it has started, or stop it with Ctrl-C first. To run a second one, use other ports and: npm start -- --data-dir FOLDER',
		);
	}
	await writeFile(file, `${process.pid}\n`);
	return () => rm(file, { force: true });
}
