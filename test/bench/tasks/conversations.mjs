// @ts-check
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { request } from 'undici';
import { z } from 'zod';
import { cacheFolder } from '../../../scripts/cache/cache-folder.mjs';
import { textAt } from '../../../scripts/json.mjs';
import { installN8n } from '../../../scripts/n8n/install-n8n.mjs';
import { transcriptsFlow } from '../nodes/flows.mjs';
import { startN8nUnderTest } from '../nodes/running-n8n.mjs';
import { memoryOf } from '../process-memory.mjs';
import { countCalls } from '../rate/count-calls.mjs';
import { callsOf } from '../rate/fleet-client.mjs';
import { CONNECTION } from '../rate/start-fleet.mjs';
import { round } from '../statistics.mjs';
import { beginTask, resultOf, workflowIdOf } from './fleet-tasks.mjs';
import { historyOf } from './histories.mjs';
import { throughN8n } from './n8n-contender.mjs';
import { changeSandbox, makeAgent } from './sandbox-data.mjs';
import { AGENT, byTurns, runByHand, summaryOf } from './side-by-side.mjs';
import { withFleet } from './with-fleet.mjs';

/** @typedef {import('./with-fleet.mjs').Bench} Bench */
/** @typedef {import('./with-fleet.mjs').Fleet} Fleet */

const MINUTE_MS = 60_000;
/** Calls beside those for transcripts: a page of the list brings 96 more. */
const A_PAGE = 96;
/** Of the limit, in each full minute after the first. */
const LEAST_SHARE = 0.94;

const resultSchema = z.looseObject({
	conversations: z.number(),
	file: z.looseObject({ bytes: z.number(), link: z.string() }),
	audit: z.looseObject({ pages: z.number(), transcripts: z.number() }),
});

/**
 * Conversations with their transcripts: without a limit by the task, by a loop written by hand and by n8n's HTTP Request
 * node, in turn; then at each
 * limit, from whose full minutes follows how long all of them take.
 * @param {Bench} bench
 */
export async function measureConversations(bench) {
	const unlimited = await measureSideBySide(bench);
	const limits = [];
	const { shortfalls } = unlimited;
	for (const requestsPerMinute of bench.sizes.conversationLimits) {
		const measured = await measureAtLimit(bench, requestsPerMinute);
		limits.push(measured);
		const share = Math.min(...measured.callsInEachFullMinute) / requestsPerMinute;
		if (share < LEAST_SHARE)
			shortfalls.push(`At ${requestsPerMinute} a minute only ${round(share)} of the limit was used.`);
		if (measured.tooManyRequests > 0) shortfalls.push(`${measured.tooManyRequests} calls were answered with 429.`);
	}
	return { figures: { ...unlimited.figures, limits }, shortfalls };
}

/** @param {Bench} bench */
async function measureSideBySide(bench) {
	const installation = await installN8n({ cache: cacheFolder() });
	return withFleet(bench, { name: 'conversations' }, async (fleet) => {
		await makeConversations(fleet, bench.sizes.conversations);
		const { apiUrl, apiKey } = fleet.sandbox;
		const service = { baseUrl: apiUrl, apiKey };
		const n8n = await startN8nUnderTest({ installation, folder: join(bench.folder, 'conversations'), service });
		try {
			return await compare(bench, fleet, n8n);
		} finally {
			await n8n.stop();
		}
	});
}

/** @param {Bench} bench @param {Fleet} fleet @param {import('../nodes/running-n8n.mjs').N8nUnderTest} n8n */
async function compare(bench, fleet, n8n) {
	const { conversations, conversationRounds } = bench.sizes;
	const file = join(bench.folder, 'conversations', 'loop.ndjson');
	const { apiUrl } = fleet.sandbox;
	/** @type {string[]} */
	const paths = [];
	/** @type {Record<string, import('./side-by-side.mjs').Contender>} */
	const contenders = {
		task: {
			run: async (turn) => {
				const began = performance.now();
				const path = await beginExport(fleet, `turn-${turn}`);
				const { file: made } = resultSchema.parse(await resultOf(fleet, path));
				const seconds = (performance.now() - began) / 1000;
				paths.push(path);
				const { peak } = await memoryOf(fleet.workerPids[0] ?? 0);
				const complete = await hasEachOnce(await download(fleet, made.link), conversations);
				return { seconds, peakMiB: peak, complete };
			},
		},
		loop: {
			run: async () => {
				const made = await runByHand(fleet, 'conversation-loop.mjs', [file], 'conversations');
				return { ...made, complete: await hasEachOnce(createReadStream(file), conversations) };
			},
		},
		n8nHttpRequest: await throughN8n(
			n8n,
			'conversations.json',
			(made) => transcriptsFlow({ apiUrl, agentId: AGENT, credential: n8n.credential }, made),
			async (made) => areEachOnce(arrayOf(await readFile(made, 'utf8')), conversations),
		),
	};
	const runs = await byTurns(bench, contenders, conversationRounds);
	const { times, figures, shortfalls } = summaryOf(runs, conversations, 'the file');
	const connection = await Connection.connect({ address: fleet.temporal.address });
	try {
		const id = workflowIdOf(paths.at(-1) ?? '');
		const history = await historyOf(connection, fleet.temporal.namespace, id);
		const timeOfTheTask = {
			ofLoop: round((times.task ?? 0) / (times.loop ?? 1)),
			ofN8nHttpRequest: round((times.task ?? 0) / (times.n8nHttpRequest ?? 1)),
		};
		return { figures: { ...figures, history, timeOfTheTask }, shortfalls };
	} finally {
		await connection.close();
	}
}

/** @param {string} json */
function arrayOf(json) {
	return z.array(z.unknown()).parse(JSON.parse(json));
}

/**
 * @param {Bench} bench
 * @param {number} requestsPerMinute
 */
function measureAtLimit(bench, requestsPerMinute) {
	const { limitMinutes: minutes, conversations } = bench.sizes;
	bench.say(`Transcripts at ${requestsPerMinute} calls a minute, for ${minutes} minutes.`);
	return withFleet(bench, { name: `transcripts-${requestsPerMinute}`, requestsPerMinute }, async (fleet) => {
		await makeConversations(fleet, (minutes + 1) * requestsPerMinute);
		const began = Date.now();
		await beginExport(fleet, 'limit');
		await sleep(began + minutes * MINUTE_MS - Date.now());
		const calls = (await callsOf(fleet)).filter(({ at }) => at >= began);
		const { perMinute, tooManyRequests } = countCalls(calls, { from: began, minutes });
		const callsInEachFullMinute = perMinute.slice(1);
		const aMinute = callsInEachFullMinute.reduce((sum, count) => sum + count, 0) / callsInEachFullMinute.length;
		const callsOfAll = conversations + Math.ceil(conversations / A_PAGE);
		return {
			requestsPerMinute,
			callsInEachFullMinute,
			tooManyRequests,
			callsOfAll,
			minutesOfAll: round(callsOfAll / aMinute),
		};
	});
}

/** @param {Fleet} fleet @param {number} count */
async function makeConversations(fleet, count) {
	await makeAgent(fleet, AGENT);
	await changeSandbox(fleet, `/agents/${AGENT}/generate`, { kind: 'conversations', count });
}

/** @param {Fleet} fleet @param {string} key */
function beginExport(fleet, key) {
	return beginTask(fleet, 'conversation-export', { key, input: { connection: CONNECTION, agentIds: [AGENT] } });
}

/** @param {Fleet} fleet @param {string} link */
async function download({ gateway }, link) {
	const headers = { authorization: `Bearer ${gateway.token}` };
	const { statusCode, body } = await request(gateway.url + link, { headers });
	if (statusCode !== 200) throw new Error(`${link} was answered with ${statusCode}.`);
	return body;
}

/** @param {import('node:stream').Readable} ndjson @param {number} conversations */
async function hasEachOnce(ndjson, conversations) {
	/** @type {unknown[]} */
	const all = [];
	for await (const line of createInterface(ndjson)) all.push({ id: textAt(JSON.parse(line), 'id') });
	return areEachOnce(all, conversations);
}

/** @param {unknown[]} all @param {number} conversations */
function areEachOnce(all, conversations) {
	return all.length === conversations && new Set(all.map((each) => textAt(each, 'id'))).size === conversations;
}
