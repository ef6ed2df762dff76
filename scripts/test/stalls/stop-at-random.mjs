// @ts-check
/**
 * Runs beside a run and stops all its processes at random moments: `stop-at-random.mjs <id> <seed> <every> <stop>`, the
 * times in seconds. It prints a line for each stop. If its standard input closes, it continues what it has stopped and
 * ends, so that nothing stays stopped when the harness is killed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { workingTimes } from './moments.mjs';
import { continueProcesses, stopProcesses } from './run-processes.mjs';

const [id = '', seed = '', every = '', stop = ''] = process.argv.slice(2);
const ended = new AbortController();
process.stdin.once('close', () => ended.abort()).resume();
// The terminal sends Ctrl-C to this process too. The harness says when to end.
process.on('SIGINT', () => {});

for (const workingMs of workingTimes(seed, Number(every) * 1000)) {
	await waited(workingMs);
	if (ended.signal.aborted) break;
	const stopped = stopProcesses(id);
	try {
		console.log(`${new Date().toISOString()} stop of ${stop} s, processes: ${stopped.length}`);
		await waited(Number(stop) * 1000);
	} finally {
		continueProcesses(stopped);
	}
}

/** @param {number} ms */
async function waited(ms) {
	await sleep(ms, undefined, { signal: ended.signal }).catch(() => {});
}
