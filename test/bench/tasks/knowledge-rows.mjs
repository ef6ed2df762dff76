// @ts-check
import { request } from 'undici';
import { z } from 'zod';
import { isRecord, textAt } from '../../../scripts/json.mjs';
import { CONNECTION } from '../rate/start-fleet.mjs';
import { beginTask, resultOf } from './fleet-tasks.mjs';
import { changeSandbox, makeAgent } from './sandbox-data.mjs';

/** @typedef {import('../rate/fleet-client.mjs').Fleet} Fleet */
/** @typedef {{ question: string, answer: string }} Pair */

/** Requests to the sandbox's admin API at a time. */
const AT_ONCE = 20;
const PAGE = 100;

const blobSchema = z.looseObject({ blob: z.string() });
const settingsSchema = z.looseObject({ rateLimit: z.union([z.string(), z.number()]) });
const pageSchema = z.looseObject({ total: z.number(), items: z.array(z.unknown()) });
const resultSchema = z.looseObject({
	steps: z.record(z.string(), z.number()),
	counts: z.record(z.string(), z.number()),
});

/** @param {number} count @returns {Pair[]} */
export function pairsOf(count) {
	return Array.from({ length: count }, (_, number) => pair(number, 'within two days'));
}

/** @param {number} number @param {string} when */
const pair = (number, when) => ({
	question: `When does parcel ${number} arrive?`,
	answer: `Parcel ${number} arrives ${when}. You get a message with its number as soon as it has left our hall.`,
});

/**
 * The same with so many changes: three of five answers are new, one pair of five is gone, and one is new.
 * @param {readonly Pair[]} pairs
 * @param {number} changes
 */
export function changed(pairs, changes) {
	const edited = Math.round((changes * 3) / 5);
	const gone = Math.round(changes / 5);
	const kept = pairs
		.slice(gone)
		.map((each, index) => (index < edited ? { ...each, answer: `${each.answer} Soon.` } : each));
	const added = Array.from({ length: changes - edited - gone }, (_, number) => pair(pairs.length + number, 'tomorrow'));
	return [...kept, ...added];
}

/**
 * An agent that has these pairs, made without the service's limit.
 * @param {Fleet} fleet
 * @param {string} agentId
 * @param {readonly Pair[]} pairs
 */
export async function makeKnowing(fleet, agentId, pairs) {
	await makeAgent(fleet, agentId);
	await withoutLimit(fleet, async () => {
		for (let made = 0; made < pairs.length; made += AT_ONCE)
			await Promise.all(pairs.slice(made, made + AT_ONCE).map((each) => addPair(fleet, agentId, each)));
	});
}

/** @param {Fleet} fleet @param {string} agentId @param {Pair} added */
async function addPair({ sandbox }, agentId, added) {
	const { statusCode, body } = await request(pairsUrl(sandbox, agentId), {
		method: 'POST',
		headers: { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' },
		body: JSON.stringify(added),
	});
	if (statusCode !== 201) throw new Error(`A pair was answered with ${statusCode}: ${await body.text()}`);
	await body.dump();
}

/** @param {Fleet['sandbox']} sandbox @param {string} agentId */
const pairsUrl = ({ apiUrl }, agentId) => `${apiUrl}/api/v1/agents/${agentId}/qa-pairs`;

/**
 * @template Result
 * @param {Fleet} fleet
 * @param {() => Promise<Result>} work
 */
async function withoutLimit(fleet, work) {
	const { rateLimit } = settingsSchema.parse(await changeSandbox(fleet, '/settings', {}, 'PATCH'));
	await changeSandbox(fleet, '/settings', { rateLimit: 'none' }, 'PATCH');
	const result = await work();
	await changeSandbox(fleet, '/settings', { rateLimit }, 'PATCH');
	return result;
}

/**
 * Brings an agent into step by an uploaded set.
 * @param {Fleet} fleet
 * @param {{ agentId: string, key: string, pairs: readonly Pair[], existing?: string }} task
 */
export async function syncKnowledge(fleet, { agentId, key, pairs, existing = 'refuse' }) {
	const lines = pairs.map((each) => `${JSON.stringify({ type: 'qa', ...each })}\n`).join('');
	const blob = await upload(fleet, lines);
	const began = performance.now();
	const input = { connection: CONNECTION, agentId, set: 'Questions', blob, existing };
	const path = await beginTask(fleet, 'knowledge-sync', { key, input });
	const { steps, counts } = resultSchema.parse(await resultOf(fleet, path));
	return { path, seconds: (performance.now() - began) / 1000, steps, counts };
}

/** @param {Fleet} fleet @param {string} content */
async function upload({ gateway }, content) {
	const { statusCode, body } = await request(`${gateway.url}/v1/blobs`, {
		method: 'PUT',
		headers: { authorization: `Bearer ${gateway.token}`, 'content-type': 'application/x-ndjson' },
		body: content,
	});
	if (statusCode !== 201) throw new Error(`The upload was answered with ${statusCode}: ${await body.text()}`);
	return blobSchema.parse(await body.json()).blob;
}

/**
 * Whether the agent knows exactly these pairs.
 * @param {Fleet} fleet
 * @param {string} agentId
 * @param {readonly Pair[]} pairs
 */
export async function knowsExactly(fleet, agentId, pairs) {
	const found = await withoutLimit(fleet, () => readPairs(fleet, agentId));
	const wanted = new Set(pairs.map(({ question, answer }) => question + answer));
	return found.length === wanted.size && found.every((each) => wanted.has(each));
}

/** @param {Fleet} fleet @param {string} agentId */
async function readPairs({ sandbox }, agentId) {
	const found = [];
	for (let offset = 0, total = 1; offset < total; offset += PAGE) {
		const url = `${pairsUrl(sandbox, agentId)}?limit=${PAGE}&offset=${offset}`;
		const { body } = await request(url, { headers: { authorization: `Bearer ${sandbox.apiKey}` } });
		const page = pageSchema.parse(await body.json());
		({ total } = page);
		found.push(...page.items.filter(isRecord).map((item) => textAt(item, 'question') + textAt(item, 'answer')));
	}
	return found;
}
