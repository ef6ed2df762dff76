// @ts-check
import { randomBytes } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { median, round } from '../nodes/compare.mjs';
import { startTask } from '../rate/fleet-client.mjs';
import { CONNECTION } from '../rate/start-fleet.mjs';
import { inParallel } from '../../support/in-parallel.mjs';
import { withFleet } from './with-fleet.mjs';

/** @typedef {import('./with-fleet.mjs').Bench} Bench */
/** @typedef {import('./with-fleet.mjs').Fleet} Fleet */

const AT_ONCE = 20;
const AGENT = 'agent_support';
/** Of the workflows, not of the calls they wait for: those are handed out one a second. */
const QUEUE = 'agent-knowledge';
const REQUESTS_PER_MINUTE = 60;
/** Of each way, so that both run compiled code. */
const WARM_UP = 1_500;

/**
 * Starts of retrain-and-wait at the gateway, with all its checks, beside starts of the same workflow with Temporal's own
 * client, by turns. One worker takes them up. Its key has a limit, so that what they then do does not weigh on either.
 * The bare client does not encrypt. The worker accepts that here: a workflow whose input it refuses does nothing more, so
 * that the two ways would leave the server with different work.
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
		/** @type {Record<string, (key: string) => Promise<void>>} */
		const ways = {
			gateway: (key) => startAtGateway(fleet, key),
			bareClient: (key) => startBare(client, key),
		};
		/** @type {Record<string, number[]>} */
		const perSecond = { gateway: [], bareClient: [] };
		try {
			for (const [name, start] of Object.entries(ways)) await startMany(start, `warm-${name}`, WARM_UP);
			for (let turn = 0; turn < startRounds; turn += 1)
				for (const [name, start] of Object.entries(ways)) {
					const reached = await startMany(start, `${name}-${turn}`, starts);
					perSecond[name]?.push(reached);
					bench.say(`${name}: ${Math.round(reached)} starts a second.`);
				}
		} finally {
			await connection.close();
		}
		const ours = median(perSecond.gateway ?? []);
		const bare = median(perSecond.bareClient ?? []);
		return {
			...{ task: 'retrain-and-wait', startsOfEachTurn: starts, atOnce: AT_ONCE },
			startsPerSecond: { gateway: Math.round(ours), bareClient: Math.round(bare) },
			allTurns: Object.fromEntries(Object.entries(perSecond).map(([name, all]) => [name, all.map(Math.round)])),
			gatewayOfBareClient: round(ours / bare),
		};
	});
	return { figures, shortfalls: [] };
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

/** @param {Client} client @param {string} key */
async function startBare(client, key) {
	const input = { version: 1, connection: CONNECTION, agentId: AGENT, waitUntil: 'finished', ifActive: 'adopt' };
	await client.workflow.start('retrainAndWait', {
		workflowId: `bare/${key}`,
		taskQueue: QUEUE,
		args: [{ input, frozen: { keyVersion: 'bench', settleMs: 60_000 } }],
		memo: { startedAt: new Date().toISOString() },
	});
}
