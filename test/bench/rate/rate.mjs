// @ts-check
/**
 * `npm run bench:rate`: three worker processes on one key of 60 calls a minute, with 300 calls waiting and the gateway
 * looking things up meanwhile. The sandbox's own log says how near they come to the limit, and that they never meet it.
 * Takes seven minutes; ends with 1 when it falls short.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { cacheFolder } from '../../../scripts/cache/cache-folder.mjs';
import { findTemporalServer } from '../../../scripts/temporal/find-server.mjs';
import { describeMachine } from '../machine.mjs';
import { spread } from '../statistics.mjs';
import { figuresFolder, writeFigures } from '../write-figures.mjs';
import { countCalls } from './count-calls.mjs';
import { callsOf, lookUp, startTask, waitingCalls } from './fleet-client.mjs';
import { startFleet } from './start-fleet.mjs';

const WORKERS = 3;
const REQUESTS_PER_MINUTE = 60;
const TASKS = 300;
const AT_ONCE = 10;
/** Calls in each full minute after the first. */
const EXPECTED = { least: 58, most: 60 };
/** In any 60 s at all: a process that was held up sends what it had taken at once, so that it can be the whole limit. */
const MOST_IN_ANY_60_S = REQUESTS_PER_MINUTE;
const LOOK_UP_EVERY_MS = 5_000;

/** @typedef {import('./fleet-client.mjs').Fleet} Fleet */

const { values } = parseArgs({
	options: { minutes: { type: 'string', default: '6' }, out: { type: 'string' } },
});
const out = await figuresFolder(values.out);
const minutes = Number(values.minutes);

const temporalBinary = await findTemporalServer({ cache: cacheFolder() });
const machine = await describeMachine(temporalBinary);
const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-bench-'));
console.log(`Starting ${WORKERS} workers, a gateway, Temporal and the sandbox; their logs are in ${folder}`);
const fleet = await startFleet({ folder, temporalBinary, workers: WORKERS, requestsPerMinute: REQUESTS_PER_MINUTE });
try {
	const figures = { measuredAt: new Date().toISOString(), machine, ...(await measure(fleet)) };
	await writeFigures(join(out, 'rate.json'), figures);
	console.log(JSON.stringify(figures, null, 2));
	const late = figures.callsInEachFullMinute.filter((calls) => calls < EXPECTED.least || calls > EXPECTED.most);
	const near = figures.mostInAny60Seconds > MOST_IN_ANY_60_S;
	const passed = late.length === 0 && !near && figures.tooManyRequests === 0;
	console.log(
		passed
			? `Every full minute after the first had ${EXPECTED.least} to ${EXPECTED.most} calls, no 60 s had more than ${MOST_IN_ANY_60_S}, and none was answered with 429.`
			: `It falls short: ${EXPECTED.least} to ${EXPECTED.most} calls are expected in each full minute, ${MOST_IN_ANY_60_S} at most in any 60 s, and no 429.`,
	);
	process.exitCode = passed ? 0 : 1;
} finally {
	await fleet.stop();
	if (process.exitCode === 0) await rm(folder, { recursive: true, force: true });
}

/** @param {Fleet} running */
async function measure(running) {
	const idle = await idleLookUps(running);
	const began = Date.now();
	await startTasks(running);
	const waitingAtStart = await waitingCalls(running);
	console.log(`${TASKS} tasks started in ${seconds(Date.now() - began)} s, ${waitingAtStart} calls wait.`);
	const busy = await busyLookUps(running, began + minutes * 60_000);
	const waitingAtEnd = await waitingCalls(running);
	const calls = (await callsOf(running)).filter(({ at }) => at >= began && at < began + minutes * 60_000);
	const { perMinute, ...rest } = countCalls(calls, { from: began, minutes });
	return {
		workers: WORKERS,
		requestsPerMinute: REQUESTS_PER_MINUTE,
		callsWaiting: { atStart: waitingAtStart, atEnd: waitingAtEnd },
		callsInTheFirstMinute: perMinute[0] ?? 0,
		callsInEachFullMinute: perMinute.slice(1),
		...rest,
		lookUps: {
			ofTheseCalls: calls.filter(({ path, status }) => path === '/agents' || status === 404).length,
			millisecondsOnAnIdleQueue: summary(idle),
			millisecondsOnAFullQueue: summary(busy),
		},
	};
}

/** @param {Fleet} running */
async function idleLookUps(running) {
	const took = [];
	for (let count = 0; count < 10; count += 1) {
		await sleep(1_500);
		took.push(await lookUp(running));
	}
	return took;
}

/** @param {Fleet} running */
async function startTasks(running) {
	for (let from = 0; from < TASKS; from += AT_ONCE) {
		const keys = Array.from({ length: AT_ONCE }, (_, index) => `task-${from + index}`);
		const statuses = await Promise.all(keys.map((key) => startTask(running, { key })));
		const refused = statuses.find((status) => status !== 202);
		if (refused !== undefined) throw new Error(`A task was answered with ${refused}.`);
	}
}

/**
 * The gateway asks on and on, and says each minute how far it is.
 * @param {Fleet} running
 * @param {number} until milliseconds since 1970
 */
async function busyLookUps(running, until) {
	const took = [];
	let said = Date.now();
	while (Date.now() < until) {
		took.push(await lookUp(running));
		if (Date.now() - said >= 60_000) {
			said = Date.now();
			console.log(`${seconds(until - said)} s to go, ${(await callsOf(running)).length} calls so far.`);
		}
		await sleep(Math.max(0, Math.min(LOOK_UP_EVERY_MS, until - Date.now())));
	}
	return took;
}

/** @param {number[]} milliseconds */
function summary(milliseconds) {
	const { p50, longest, count } = spread(milliseconds);
	return { median: p50, longest, count };
}

/** @param {number} milliseconds */
function seconds(milliseconds) {
	return (milliseconds / 1000).toFixed(0);
}
