// @ts-check
import { readFile, rm, writeFile } from 'node:fs/promises';
import { isAlive } from '../processes/is-alive.mjs';
import { ReadableError } from '../readable-error.mjs';

/**
 * Claims a data folder for this start, so that no two write the same databases.
 * @param {string} file names the process that uses the folder
 * @returns {Promise<() => Promise<void>>} gives it back
 * @throws {ReadableError} another start uses it
 */
export async function claimDataFolder(file) {
	const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
	if (Number.isInteger(pid) && pid !== process.pid && isAlive(pid)) {
		throw new ReadableError(
			`Process ${pid} has started everything from this data folder already.`,
			'Use that one, or stop it with Ctrl-C first. A second one beside it: npm start -- --data-dir FOLDER, with other ports.',
		);
	}
	await writeFile(file, `${process.pid}\n`);
	return () => rm(file, { force: true });
}
