// @ts-check
import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode } from '../readable-error.mjs';
import { isAlive } from '../processes/is-alive.mjs';

const POLL_MS = 500;
/** Two processes may replace the same dead lock. The process that finds the token of the other continues to wait. */
const TAKEOVER_PAUSE_MS = 200;

/**
 * Runs `work` while no other process holds the same lock file. A lock whose process has died is replaced.
 * @template T
 * @param {string} file the lock file; its folder is created
 * @param {object} options
 * @param {(pid: number) => void} [options.onWait] called once when another process holds the lock
 * @param {AbortSignal} [options.signal] ends the waiting
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, { onWait, signal }, work) {
	await mkdir(dirname(file), { recursive: true });
	const token = `${process.pid} ${randomUUID()}`;
	let announced = false;
	while (!(await tryToTake(file, token))) {
		signal?.throwIfAborted();
		const holder = await holderOf(file);
		if (holder !== null) {
			if (!announced) onWait?.(holder);
			announced = true;
			await sleep(POLL_MS, undefined, { signal });
		} else {
			await takeOver(file, token);
		}
	}
	try {
		return await work();
	} finally {
		await rm(file, { force: true });
	}
}

/**
 * A link appears together with its content, so no process reads a lock without a process id.
 * @param {string} file
 * @param {string} token
 * @returns {Promise<boolean>} whether the lock is ours now
 */
async function tryToTake(file, token) {
	const draft = `${file}.${token.replace(' ', '-')}`;
	await writeFile(draft, token);
	try {
		await link(draft, file);
		return true;
	} catch (error) {
		if (!hasCode(error, 'EEXIST')) throw error;
		return (await readFile(file, 'utf8').catch(() => '')) === token;
	} finally {
		await rm(draft, { force: true });
	}
}

/**
 * @param {string} file
 * @param {string} token
 */
async function takeOver(file, token) {
	await writeFile(file, token);
	await sleep(TAKEOVER_PAUSE_MS);
}

/**
 * @param {string} file
 * @returns {Promise<number | null>} the process that holds the lock; null when it has died
 */
async function holderOf(file) {
	const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
	return Number.isInteger(pid) && isAlive(pid) ? pid : null;
}
