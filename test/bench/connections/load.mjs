// @ts-check
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** @typedef {import('./platform.mjs').Platform} Platform */
/** @typedef {import('./connections-plan.mjs').Planned} Planned */

const URGENT_EVERY_MS = 3_000;
const STARTS_AT_ONCE = 4;

/**
 * Starts the exports of the busy connections.
 * @param {Platform} platform
 * @param {Planned[]} busy
 * @param {string} agentId
 */
export async function startExports({ gateway }, busy, agentId) {
	const wanted = busy.flatMap(({ name, exports }) => Array.from({ length: exports }, () => name));
	for (let from = 0; from < wanted.length; from += STARTS_AT_ONCE)
		await Promise.all(
			wanted.slice(from, from + STARTS_AT_ONCE).map(async (connection) => {
				const body = { connection, agentIds: [agentId], format: 'csv' };
				const { status, text } = await post(gateway, 'lead-export', body);
				if (status !== 202) throw new Error(`An export of ${connection} was answered with ${status}: ${text}`);
			}),
		);
}

/**
 * Calls each idle connection once, evenly until the end: its first call ever.
 * @param {Platform} platform
 * @param {Planned[]} idle
 * @param {number} until milliseconds since 1970
 */
export async function callEachIdle({ gateway }, idle, until) {
	const [from, every] = [Date.now(), (until - Date.now()) / Math.max(1, idle.length)];
	return Promise.all(
		idle.map(async ({ name }, index) => {
			await sleep(Math.max(0, from + index * every - Date.now()));
			return lookUp(gateway, name);
		}),
	);
}

/**
 * Calls that a person waits for, on one busy connection after the other, until the end.
 * @param {Platform} platform
 * @param {Planned[]} busy
 * @param {number} until milliseconds since 1970
 */
export async function callUrgently({ gateway }, busy, until) {
	/** @type {Array<Promise<LookedUp>>} */
	const calls = [];
	for (let index = 0; Date.now() < until && busy.length > 0; index += 1) {
		const name = busy[index % busy.length]?.name ?? '';
		calls.push(lookUp(gateway, name));
		await sleep(Math.min(URGENT_EVERY_MS, Math.max(0, until - Date.now())));
	}
	return Promise.all(calls);
}

/** @typedef {{ ms: number, status: number }} LookedUp */

/**
 * One look-up that no cache answers: the start of a task for an agent that does not exist.
 * @param {Platform['gateway']} gateway
 * @param {string} connection
 * @returns {Promise<LookedUp>} the time until the refusal that names the agent, which is status 404
 */
async function lookUp(gateway, connection) {
	const began = performance.now();
	const { status } = await post(gateway, 'retrain-and-wait', { connection, agentId: `agent_${randomUUID()}` });
	return { ms: performance.now() - began, status };
}

/**
 * @param {Platform['gateway']} gateway
 * @param {string} task
 * @param {object} body
 */
async function post({ url, token }, task, body) {
	const response = await fetch(`${url}/v1/tasks/${task}`, {
		method: 'POST',
		headers: {
			authorization: `Bearer ${token}`,
			'content-type': 'application/json',
			'idempotency-key': randomUUID(),
		},
		body: JSON.stringify(body),
	});
	return { status: response.status, text: await response.text() };
}
