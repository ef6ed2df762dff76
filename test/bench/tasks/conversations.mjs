// @ts-check
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { request } from 'undici';
import { z } from 'zod';
import { textAt } from '../../../scripts/json.mjs';
import { memoryOf } from '../process-memory.mjs';
import { countCalls } from '../rate/count-calls.mjs';
import { callsOf } from '../rate/fleet-client.mjs';
import { CONNECTION } from '../rate/start-fleet.mjs';
import { round } from '../statistics.mjs';
import { beginTask, resultOf, workflowIdOf } from './fleet-tasks.mjs';
import { historyOf } from './histories.mjs';
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
 * Conversations with their transcripts: without a limit by the task and by a loop written by hand, in turn; then at each
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
function measureSideBySide(bench) {
	const { conversations, conversationRounds } = bench.sizes;
	return withFleet(bench, { name: 'conversations' }, async (fleet) => {
		await makeConversations(fleet, conversations);
		const file = join(bench.folder, 'conversations', 'loop.ndjson');
		/** @type {string[]} */
		const paths = [];
		const runs = await byTurns(
			bench,
			{
				task: {
					run: async (turn) => {
						const began = performance.now();
						const path = await beginExport(fleet, `turn-${turn}`);
						const { file: made } = resultSchema.parse(await resultOf(fleet, path));
						const seconds = (performance.now() - began) / 1000;
						paths.push(path);
						const { peak } = await memoryOf(fleet.workerPids[0] ?? 0);
						return {
							seconds,
							peakMiB: peak,
							complete: await hasEachOnce(await download(fleet, made.link), conversations),
						};
					},
				},
				loop: {
					run: async () => {
						const made = await runByHand(fleet, 'conversation-loop.mjs', [file], 'conversations');
						return { ...made, complete: await hasEachOnce(createReadStream(file), conversations) };
					},
				},
			},
			conversationRounds,
		);
		const { times, figures, shortfalls } = summaryOf(runs, conversations, 'the file');
		const connection = await Connection.connect({ address: fleet.temporal.address });
		try {
			const id = workflowIdOf(paths.at(-1) ?? '');
			const history = await historyOf(connection, fleet.temporal.namespace, id);
			const ofLoop = round((times.task ?? 0) / (times.loop ?? 1));
			return { figures: { ...figures, history, timeOfTheTask: { ofLoop } }, shortfalls };
		} finally {
			await connection.close();
		}
	});
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
	const ids = new Set();
	let lines = 0;
	for await (const line of createInterface(ndjson)) {
		ids.add(textAt(JSON.parse(line), 'id'));
		lines += 1;
	}
	return lines === conversations && ids.size === conversations;
}
