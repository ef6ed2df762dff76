// @ts-check
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 100;

/**
 * Watches how much memory a process holds.
 * @param {number} pid
 * @returns {Promise<() => Promise<{ startMiB: number, peakMiB: number }>>} ends the watch
 */
export async function watchMemory(pid) {
	const startMiB = await residentMiB(pid);
	let peakMiB = startMiB;
	const over = new AbortController();
	const watch = async () => {
		while (!over.signal.aborted) {
			peakMiB = Math.max(peakMiB, await residentMiB(pid));
			await sleep(EVERY_MS);
		}
	};
	const watching = watch();
	return async () => {
		over.abort();
		await watching;
		return { startMiB, peakMiB };
	};
}

/** @param {number} pid */
async function residentMiB(pid) {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
