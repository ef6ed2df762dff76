// @ts-check
import { randomBytes } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { defineSearchAttributeKey } from '@temporalio/common';
import { median, round } from '../statistics.mjs';
import { processorSecondsOf } from '../processor-time.mjs';
import { startTask } from '../rate/fleet-client.mjs';
import { CONNECTION } from '../rate/start-fleet.mjs';
import { inParallel } from '../../support/in-parallel.mjs';
import { withFleet } from './with-fleet.mjs';

/** @typedef {import('./with-fleet.mjs').Bench} Bench */
/** @typedef {import('./with-fleet.mjs').Fleet} Fleet */
/** @typedef {import('@temporalio/common').SearchAttributePair} SearchAttributePair */
/** @typedef {Record<string, number>} ByProcess of each process by its name, `caller` being this one */
/** @typedef {{ perSecond: number, msPerStart: ByProcess }} Turn starts a second, and processor time of each start */

const AT_ONCE = 20;
const AGENT = 'agent_support';
/** Of the workflows, not of the calls they wait for: those are handed out one a second. */
const QUEUE = 'agent-knowledge';
const REQUESTS_PER_MINUTE = 60;
/** As a start at the gateway has them. @type {SearchAttributePair[]} */
const ATTRIBUTES = [
	{ key: defineSearchAttributeKey('AkTask', 'KEYWORD'), value: 'retrain-and-wait' },
	{ key: defineSearchAttributeKey('AkConnection', 'KEYWORD'), value: CONNECTION },
	{ key: defineSearchAttributeKey('AkStage', 'KEYWORD'), value: 'looking' },
	{ key: defineSearchAttributeKey('AkAgent', 'KEYWORD'), value: AGENT },
];
/** Of each way, so that all run compiled code. */
const WARM_UP = 1_500;

/**
 * Starts of retrain-and-wait at the gateway, with all its checks, beside starts of the same workflow with Temporal's own
 * client, by turns: without search attributes, and with those that lists of tasks need. One worker takes them up. Its key
 * has a limit, so that what they then do does not weigh on any way. The bare client does not encrypt. The worker accepts
 * that here: a workflow whose input it refuses does nothing more, so that the ways would leave the server with different
 * work.
 * @param {Bench} bench
 */
export async function measureGatewayStarts(bench) {
	const { starts, startRounds } = bench.sizes;
	const secret = randomBytes(32).toString('base64');
	const encryption = { current: 'bench', keys: [{ id: 'bench', secret }], acceptPlain: true };
	const options = { name: 'starts', requestsPerMinute: REQUESTS_PER_MINUTE, settings: { encryption } };
	const figures = await withFleet(bench, options, async (fleet) => {
		const connection = await Connection.connect({ address: fleet.temporal.address });
		const client = new Client({ connection, namespace: fleet.temporal.namespace });
		/** @param {(key: string) => Promise<void>} start */
		const way = (start) => ({ start, turns: /** @type {Turn[]} */ ([]) });
		const ways = {
			gateway: way((key) => startAtGateway(fleet, key)),
			bareClient: way((key) => startBare(client, `plain-${key}`)),
			bareClientWithAttributes: way((key) => startBare(client, `listed-${key}`, ATTRIBUTES)),
		};
		try {
			for (const { start } of Object.values(ways)) await startMany(start, 'warm', WARM_UP);
			for (let number = 0; number < startRounds; number += 1)
				// They go first by turns, since the server slows down as it keeps more.
				for (const [name, { start, turns }] of rotated(Object.entries(ways), number)) {
					const turn = await measureTurn(fleet, () => startMany(start, `${number}`, starts), starts);
					turns.push(turn);
					bench.say(`${name}: ${Math.round(turn.perSecond)} starts a second.`);
				}
		} finally {
			await connection.close();
		}
		return {
			task: 'retrain-and-wait',
			startsOfEachTurn: starts,
			atOnce: AT_ONCE,
			ways: Object.fromEntries(Object.entries(ways).map(([name, { turns }]) => [name, summary(turns)])),
			gatewayOfBareClient: ratioOf(ways.gateway.turns, ways.bareClient.turns),
			gatewayOfBareClientWithAttributes: ratioOf(ways.gateway.turns, ways.bareClientWithAttributes.turns),
		};
	});
	return { figures, shortfalls: [] };
}

/**
 * @param {Fleet} fleet
 * @param {() => Promise<number>} work resolves to starts a second
 * @param {number} starts
 * @returns {Promise<Turn>}
 */
async function measureTurn(fleet, work, starts) {
	const before = await processorSeconds(fleet);
	const perSecond = await work();
	const after = await processorSeconds(fleet);
	/** @type {ByProcess} */
	const msPerStart = {};
	for (const [name, seconds] of Object.entries(after))
		msPerStart[name] = ((seconds - (before[name] ?? 0)) * 1000) / starts;
	return { perSecond, msPerStart };
}

/** @param {Fleet} fleet @returns {Promise<ByProcess>} seconds since the start of each */
async function processorSeconds({ gatewayPid, workerPids, temporalPids }) {
	/** @type {Record<string, number>} */
	const pids = { caller: process.pid, gateway: gatewayPid, ...temporalPids };
	for (const [index, pid] of workerPids.entries()) pids[`worker-${index + 1}`] = pid;
	/** @type {ByProcess} */
	const seconds = {};
	for (const [name, pid] of Object.entries(pids)) seconds[name] = await processorSecondsOf(pid);
	return seconds;
}

/** @param {Turn[]} turns */
function summary(turns) {
	const names = Object.keys(turns[0]?.msPerStart ?? {});
	return {
		startsPerSecond: Math.round(median(turns.map(({ perSecond }) => perSecond))),
		allTurns: turns.map(({ perSecond }) => Math.round(perSecond)),
		processorMsPerStart: Object.fromEntries(
			names.map((name) => [name, round(median(turns.map(({ msPerStart }) => msPerStart[name] ?? 0)))]),
		),
	};
}

/** Of the turns of one round each, as the machine's speed changes. @param {Turn[]} ours @param {Turn[]} theirs */
function ratioOf(ours, theirs) {
	return round(median(ours.map(({ perSecond }, index) => perSecond / (theirs[index]?.perSecond ?? Number.NaN))));
}

/** @template Item @param {Item[]} items @param {number} by @returns {Item[]} */
function rotated(items, by) {
	const first = by % items.length;
	return [...items.slice(first), ...items.slice(0, first)];
}

/**
 * @param {(key: string) => Promise<void>} start
 * @param {string} prefix
 * @param {number} count
 * @returns {Promise<number>} starts a second
 */
async function startMany(start, prefix, count) {
	const keys = Array.from({ length: count }, (_, number) => `${prefix}-${number}`);
	const began = performance.now();
	await inParallel(keys, AT_ONCE, start);
	return count / ((performance.now() - began) / 1000);
}

/** @param {Fleet} fleet @param {string} key */
async function startAtGateway(fleet, key) {
	const status = await startTask(fleet, { key, agentId: AGENT });
	if (status !== 202) throw new Error(`A start was answered with ${status}.`);
}

/** @param {Client} client @param {string} key @param {SearchAttributePair[]} [typedSearchAttributes] */
async function startBare(client, key, typedSearchAttributes = []) {
	const input = { version: 1, connection: CONNECTION, agentId: AGENT, waitUntil: 'finished', ifActive: 'adopt' };
	await client.workflow.start('retrainAndWait', {
		workflowId: `bare/${key}`,
		taskQueue: QUEUE,
		args: [{ input, frozen: { keyVersion: 'bench', settleMs: 60_000 } }],
		memo: { startedAt: new Date().toISOString() },
		typedSearchAttributes,
	});
}
