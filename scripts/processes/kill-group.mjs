// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode } from '../readable-error.mjs';

const POLL_MS = 50;
const KILL_MS = 3_000;

/**
 * Sends a signal to a process that leads a group of its own, and to all it started.
 * @param {number} pid the leader's id, which is the group's id
 * @param {NodeJS.Signals | 0} signal
 * @returns {boolean} whether anything of the group is alive
 */
export function signalGroup(pid, signal) {
	try {
		process.kill(-pid, signal);
		return true;
	} catch (error) {
		return hasCode(error, 'EPERM');
	}
}

/**
 * Ends a process group: signals it, waits, then kills it. Returns when none of its processes runs.
 * @param {number} pid the leader's id
 * @param {object} [options]
 * @param {NodeJS.Signals} [options.signal] the first signal
 * @param {number} [options.graceMs] time limit before it kills the group
 * @returns {Promise<void>}
 */
export async function stopGroup(pid, { signal = 'SIGTERM', graceMs = 10_000 } = {}) {
	if (!signalGroup(pid, signal)) return;
	for (const deadline = Date.now() + graceMs; Date.now() < deadline;) {
		if (!signalGroup(pid, 0)) return;
		await sleep(POLL_MS);
	}
	// Bounded: a dead process whose new parent never reaps it still accepts signals.
	for (const deadline = Date.now() + KILL_MS; Date.now() < deadline && signalGroup(pid, 'SIGKILL');) {
		await sleep(POLL_MS);
	}
}
