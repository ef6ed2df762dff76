// @ts-check
/**
 * `npm run bench:connections`: 1,000 connections on three workers, some of them busy all the time, and each idle one
 * called once (docs/benchmarks.md). Ends with 1 when a key falls short of its limit or exceeds it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { describeMachine } from '../machine.mjs';
import { startProgress } from '../progress.mjs';
import { spread } from '../statistics.mjs';
import { figuresFolder, writeFigures } from '../write-figures.mjs';
import { countBusyKeys, shortfallsOf } from './busy-keys.mjs';
import { planConnections } from './connections-plan.mjs';
import { startCountingService } from './counting-service.mjs';
import { askedCluster, programOf, startEngine } from '../engine.mjs';
import { callEachIdle, callUrgently, startExports } from './load.mjs';
import { startPlatform } from './platform.mjs';
import { callQueue, pollersOf, usageOf } from './processes.mjs';

const MINUTE_MS = 60_000;
const REPORT_EVERY_MS = 20_000;

const { values } = parseArgs({
	options: {
		connections: { type: 'string', default: '1000' },
		/** Full minutes, after one in which the queue fills. */
		minutes: { type: 'string', default: '10' },
		workers: { type: 'string', default: '3' },
		/** How many of which limit. */
		busy: { type: 'string', default: '20x60,2x600,1x3000' },
		cluster: { type: 'string' },
		out: { type: 'string' },
	},
});
const out = await figuresFolder(values.out);
const kind = askedCluster(values.cluster) ?? 'dev';
const [minutes, workers] = [Number(values.minutes), Number(values.workers)];
const connections = planConnections(Number(values.connections), values.busy);
const busy = connections.filter(({ exports }) => exports > 0);
const idle = connections.filter(({ exports }) => exports === 0);

const say = startProgress();
/** @type {Array<() => Promise<void>>} */
const stops = [];
const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-bench-'));
say(`Databases and logs are in ${folder}`);
try {
	const figures = await measure();
	await writeFigures(join(out, 'connections.json'), figures);
	console.log(JSON.stringify({ ...figures, busyKeys: undefined }, null, 2));
	const shortfalls = shortfallsOf(figures.busyKeys);
	for (const text of shortfalls) console.error(`It falls short. ${text}`);
	process.exitCode = shortfalls.length === 0 ? 0 : 1;
} finally {
	for (const stop of stops.toReversed()) await stop();
}
if (process.exitCode === 0) await rm(folder, { recursive: true, force: true });

async function measure() {
	const limits = new Map(connections.map(({ name, requestsPerMinute }) => [name, requestsPerMinute]));
	const service = await startCountingService(limits);
	stops.push(service.stop);
	const engine = await startEngine(kind, folder);
	stops.push(engine.stop);
	const machine = await describeMachine(await programOf(kind));
	const platform = await startPlatform({
		folder,
		workers,
		connections,
		temporalAddress: engine.address,
		serviceUrl: service.url,
	});
	stops.push(platform.stop);
	const started = Date.now();
	const calls = busy.reduce((sum, { requestsPerMinute }) => sum + requestsPerMinute, 0);
	say(`${busy.length} busy connections, ${calls} calls a minute in all, and ${idle.length} idle ones.`);
	await startExports(platform, busy, service.agentId);
	const from = Date.now() + MINUTE_MS;
	const until = from + minutes * MINUTE_MS;
	say('All exports have begun. The first full minute begins in a minute.');
	await sleep(MINUTE_MS);
	const queue = () => callQueue(engine.address, platform.namespace);
	const [firstCalls, urgentCalls, queues] = await Promise.all([
		callEachIdle(platform, idle, until - MINUTE_MS / 4),
		callUrgently(platform, busy, until - MINUTE_MS / 4),
		watch(until, queue, () => busy.map(({ name }) => service.key(name).arrivals.length)),
	]);
	const seconds = (Date.now() - started) / 1000;
	/** @param {Record<string, number>} pids */
	const usage = async (pids) => {
		/** @type {Record<string, Awaited<ReturnType<typeof usageOf>>>} */
		const found = {};
		for (const [name, pid] of Object.entries(pids)) found[name] = await usageOf(pid, seconds);
		return found;
	};
	const workerPids = Object.fromEntries(platform.workerPids.map((pid, index) => [`worker-${index + 1}`, pid]));
	const busyKeys = countBusyKeys(service, busy, { from, minutes });
	return {
		measuredAt: new Date().toISOString(),
		machine,
		temporal: engine.kind,
		connections: connections.length,
		busy: values.busy,
		workers,
		minutes,
		callsPerMinuteOfAllBusyKeys: calls,
		leastShareOfTheLimit: Math.min(...busyKeys.map(({ leastShareOfTheLimit }) => leastShareOfTheLimit)),
		mostShareOfTheLimit: Math.max(...busyKeys.map(({ mostShareOfTheLimit }) => mostShareOfTheLimit)),
		tooManyRequests: connections.reduce((sum, { name }) => sum + service.key(name).tooManyRequests, 0),
		firstCallOnAnIdleKeyMs: answered(firstCalls),
		urgentCallOnABusyKeyMs: answered(urgentCalls),
		idleConnectionsCalled: idle.filter(({ name }) => service.key(name).arrivals.length > 0).length,
		pollersOfAWorker: await pollersOf(platform.workerMetrics[0] ?? ''),
		processes: await usage({ ...workerPids, gateway: platform.gatewayPid, ...engine.pids }),
		callQueue: queues.at(-1),
		busyKeys,
	};
}

/** @param {import('./load.mjs').LookedUp[]} calls */
function answered(calls) {
	const inTime = calls.filter(({ status }) => status === 404);
	return { ...spread(inTime.map(({ ms }) => ms)), unanswered: calls.length - inTime.length };
}

/**
 * Says how far it is until the end.
 * @template Queue
 * @param {number} until milliseconds since 1970
 * @param {() => Promise<Queue>} queue
 * @param {() => number[]} counts calls of each busy key so far
 */
async function watch(until, queue, counts) {
	/** @type {Queue[]} */
	const seen = [];
	let before = { at: Date.now(), calls: counts() };
	while (Date.now() < until) {
		await sleep(Math.min(REPORT_EVERY_MS, Math.max(0, until - Date.now())));
		const now = { at: Date.now(), calls: counts() };
		const shares = busy.map(({ requestsPerMinute }, index) => {
			const calls = (now.calls[index] ?? 0) - (before.calls[index] ?? 0);
			return (calls * MINUTE_MS) / (now.at - before.at) / requestsPerMinute;
		});
		before = now;
		const current = await queue();
		seen.push(current);
		const range = `${Math.min(...shares).toFixed(2)} to ${Math.max(...shares).toFixed(2)}`;
		say(`${Math.round((until - now.at) / 1000)} s left. Shares of the limits: ${range}. ${JSON.stringify(current)}`);
	}
	return seen;
}
