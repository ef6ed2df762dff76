// @ts-check
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '../../../scripts/processes/wait-until.mjs';
import { inParallel } from '../../support/in-parallel.mjs';
import { startN8nUnderTest } from '../nodes/running-n8n.mjs';
import { memoryOf } from '../process-memory.mjs';
import { processorSecondsOf } from '../processor-time.mjs';
import { callsOf } from '../rate/fleet-client.mjs';
import { changeSandbox } from '../tasks/sandbox-data.mjs';
import { executionsByStatus, sizeOfExecutions } from './n8n-database.mjs';

/** @typedef {import('../rate/fleet-client.mjs').Fleet} Fleet */

/**
 * How an execution waits for the end of a training run.
 * @typedef {object} Way
 * @property {string} name
 * @property {import('../../../scripts/n8n/workflows.mjs').Flow} flow its webhook takes `{ agentId, seconds }`
 * @property {string} path of the webhook
 * @property {number} [seconds] between two looks of a loop
 *
 * @typedef {object} Bench
 * @property {Fleet} fleet
 * @property {import('../../../scripts/n8n/installation.mjs').N8nInstallation} installation
 * @property {string} folder
 * @property {number} port n8n's, to which the gateway may call back
 * @property {string} website of the agents
 * @property {number} executions
 * @property {number} settleSeconds from the start of the last run until what is measured begins
 * @property {(text: string) => void} say
 */

const AT_ONCE = 10;
/**
 * Executions whose tasks start at the same time. A thousand at once on two cores is more than the gateway's check of an
 * agent takes in 20 s, so n8n would get 504 for some of them.
 */
const BATCH = 50;
/** The longest pause after a page, on a clock like ours: no run ends by itself. */
const PAGE_SECONDS = 86_400;
const CLOCK = { waiting: 1, ending: 100_000 };
const IDLE_SECONDS = 15;
const MEASURED_SECONDS = 60;
const SAMPLES = 6;
const PATIENCE_MS = 60 * 60_000;
const STATUS = '/agents/{id}/training-status';

/**
 * So many executions of a fresh n8n wait, each for the run of an agent of its own; then all runs end.
 * @param {Bench} bench
 * @param {Way} way
 */
export async function measureWay(bench, way) {
	const { fleet, installation, folder, port, executions, say } = bench;
	const { sandbox, gateway } = fleet;
	const agents = Array.from({ length: executions }, (_, index) => `agent_${way.name}_${index + 1}`);
	await inParallel(agents, AT_ONCE, (id) =>
		changeSandbox(fleet, '/agents', { id, name: id, website: bench.website, pageSeconds: PAGE_SECONDS }),
	);
	const n8n = await startN8nUnderTest({
		installation,
		folder: join(folder, way.name),
		port,
		gateway,
		service: { baseUrl: sandbox.apiUrl, apiKey: sandbox.apiKey },
	});
	try {
		await n8n.publish(way.flow);
		await sleep(IDLE_SECONDS * 1000);
		const before = (await n8n.memory()).now;
		const since = new Date().toISOString();
		const began = performance.now();
		for (let first = 0; first < agents.length; first += BATCH) {
			const batch = agents.slice(first, first + BATCH);
			await inParallel(batch, AT_ONCE, (agentId) => start(`${n8n.url}/webhook/${way.path}`, { agentId, ...way }));
			await untilRunning(bench, first + batch.length, since);
		}
		const secondsUntilAllRun = secondsSince(began);
		say(`${way.name}: all ${executions} wait after ${secondsUntilAllRun} s.`);
		await sleep(bench.settleSeconds * 1000);
		const minute = await measureMinute(bench, n8n);
		say(`${way.name}: ${JSON.stringify(minute)}`);
		const ending = await endAll(bench, n8n);
		await sleep(IDLE_SECONDS * 1000);
		const calls = await callsOf(fleet, { since });
		return {
			...(way.seconds === undefined ? {} : { secondsBetweenLooks: way.seconds }),
			secondsUntilAllRun,
			whileAllWait: minute,
			...ending,
			statusCallsInAll: calls.filter(({ path }) => isStatus(path)).length,
			tooManyRequests: calls.filter(({ status }) => status === 429).length,
			n8nMiB: { before, afterAllEnded: (await n8n.memory()).now, peak: (await n8n.memory()).peak },
		};
	} finally {
		await n8n.stop();
		await changeSandbox(fleet, '/settings', { clockFactor: CLOCK.waiting }, 'PATCH');
	}
}

/** @typedef {import('../nodes/running-n8n.mjs').N8nUnderTest} N8nUnderTest */

/**
 * Starts one execution. n8n registers a webhook a moment after it has published the flow.
 * @param {string} url
 * @param {{ agentId: string, seconds?: number }} body
 */
async function start(url, { agentId, seconds }) {
	await waitUntil(`The webhook ${url}`, async () => {
		const response = await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ agentId, seconds }),
		});
		await response.arrayBuffer();
		return response.ok ? true : null;
	});
}

/**
 * @param {Bench} bench
 * @param {number} runs
 * @param {string} since ISO 8601
 */
async function untilRunning({ fleet }, runs, since) {
	await waitUntil(
		`${runs} runs`,
		async () => {
			const posts = await callsOf(fleet, { method: 'POST', path: '/agents/{id}/retrain', since });
			return posts.filter(({ status }) => status === 202).length === runs ? true : null;
		},
		{ timeoutMs: PATIENCE_MS, everyMs: 1000 },
	);
}

/**
 * One minute in which nothing happens but waiting.
 * @param {Bench} bench
 * @param {N8nUnderTest} n8n
 */
async function measureMinute({ fleet }, n8n) {
	const { gatewayPid, temporalPids, workerPids } = fleet;
	const beside = { gateway: gatewayPid, ...temporalPids, worker: workerPids[0] ?? 0 };
	/** @returns {Promise<Record<string, number>>} */
	const used = async () => ({ n8n: await n8n.processorSeconds(), ...(await ofEach(beside, processorSecondsOf)) });
	const since = new Date().toISOString();
	const atFirst = await used();
	const samples = [];
	for (let sample = 0; sample < SAMPLES; sample += 1) {
		await sleep((MEASURED_SECONDS / SAMPLES) * 1000);
		samples.push((await n8n.memory()).now);
	}
	const atLast = await used();
	const calls = await callsOf(fleet, { method: 'GET', path: STATUS, since });
	const mib = await ofEach(beside, async (pid) => (await memoryOf(pid)).now);
	return {
		executionsByStatus: executionsByStatus(n8n.databaseFile),
		statusCallsInAMinute: calls.length,
		n8nMiB: Math.round(samples.reduce((sum, sample) => sum + sample, 0) / samples.length),
		processorSecondsInAMinute: Object.fromEntries(
			Object.entries(atLast).map(([name, last]) => [name, round(last - (atFirst[name] ?? 0))]),
		),
		besideN8nMiB: mib,
		database: await sizeOfExecutions(n8n.databaseFile),
	};
}

/**
 * Lets all runs end.
 * @param {Bench} bench
 * @param {N8nUnderTest} n8n
 * @returns how long it took until each execution has succeeded
 * @throws an execution ended otherwise
 */
async function endAll({ fleet, executions }, n8n) {
	const began = performance.now();
	await changeSandbox(fleet, '/settings', { clockFactor: CLOCK.ending }, 'PATCH');
	await waitUntil(
		`The end of ${executions} executions`,
		() => {
			const { success = 0, waiting = 0, running = 0, new: queued = 0 } = executionsByStatus(n8n.databaseFile);
			return Promise.resolve(success === executions || waiting + running + queued === 0 ? true : null);
		},
		{ timeoutMs: PATIENCE_MS, everyMs: 500 },
	);
	const ends = executionsByStatus(n8n.databaseFile);
	if (ends['success'] !== executions) throw new Error(`Not all executions succeeded: ${JSON.stringify(ends)}.`);
	return { secondsUntilAllEnded: secondsSince(began), databaseAtTheEnd: await sizeOfExecutions(n8n.databaseFile) };
}

/**
 * @param {Record<string, number>} pids
 * @param {(pid: number) => Promise<number>} measure
 * @returns {Promise<Record<string, number>>}
 */
async function ofEach(pids, measure) {
	const entries = Object.entries(pids).map(async ([name, pid]) => /** @type {const} */ ([name, await measure(pid)]));
	return Object.fromEntries(await Promise.all(entries));
}

/** @param {string} path */
const isStatus = (path) => path.endsWith('/training-status');

/** @param {number} began */
const secondsSince = (began) => round((performance.now() - began) / 1000);

/** @param {number} value */
const round = (value) => Number(value.toFixed(1));
