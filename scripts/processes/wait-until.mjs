// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf, ReadableError } from '../readable-error.mjs';

/**
 * Calls `ask` repeatedly until its result is not null.
 * @template T
 * @param {string} what named in the error, e.g. `n8n at http://127.0.0.1:5678`
 * @param {() => Promise<T | null>} ask null, or a throw, means not yet
 * @param {object} [options]
 * @param {number} [options.timeoutMs]
 * @param {number} [options.everyMs]
 * @param {AbortSignal} [options.signal]
 * @returns {Promise<T>}
 * @throws {ReadableError} the time is up; the message has the last reason
 */
export async function waitUntil(what, ask, { timeoutMs = 180_000, everyMs = 100, signal } = {}) {
	let reason = 'it did not respond';
	for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(everyMs, undefined, { signal })) {
		try {
			const answer = await ask();
			if (answer !== null) return answer;
		} catch (error) {
			reason = messageOf(error);
		}
	}
	throw new ReadableError(`${what} was not ready after ${Math.round(timeoutMs / 1000)} s: ${reason}.`);
}
