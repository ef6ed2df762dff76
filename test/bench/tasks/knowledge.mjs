// @ts-check
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from '../../../scripts/cache/cache-folder.mjs';
import { installN8n } from '../../../scripts/n8n/install-n8n.mjs';
import { deleteAndAddFlow } from '../nodes/flows.mjs';
import { startN8nUnderTest } from '../nodes/running-n8n.mjs';
import { memoryOf } from '../process-memory.mjs';
import { callsOf } from '../rate/fleet-client.mjs';
import { round } from '../statistics.mjs';
import { historyIn } from './histories.mjs';
import { changed, knowsExactly, makeKnowing, pairsOf, syncKnowledge } from './knowledge-rows.mjs';
import { makeAgent } from './sandbox-data.mjs';
import { AGENT, runByHand } from './side-by-side.mjs';
import { withFleet } from './with-fleet.mjs';

/** @typedef {import('./with-fleet.mjs').Bench} Bench */
/** @typedef {import('./with-fleet.mjs').Fleet} Fleet */
/** @typedef {import('./knowledge-rows.mjs').Pair} Pair */

const FLOW_AGENT = 'agent_flow';
const NEW_AGENT = 'agent_new';

/**
 * A set of pairs of which some have changed, brought into step by the task, by a flow of n8n that deletes and adds what
 * differs, and by a loop that deletes all and adds all. Then the task at each limit, and a set from nothing.
 * @param {Bench} bench
 */
export async function measureKnowledge(bench) {
	const before = pairsOf(bench.sizes.knowledgeRows);
	const wanted = changed(before, bench.sizes.knowledgeChanges);
	const { complete, ...sideBySide } = await measureSideBySide(bench, before, wanted);
	const limits = [];
	const incomplete = Object.entries(complete).flatMap(([name, isComplete]) => (isComplete ? [] : [name]));
	for (const requestsPerMinute of bench.sizes.knowledgeLimits) {
		const { isComplete, ...measured } = await measureAtLimit(bench, requestsPerMinute, before, wanted);
		limits.push(measured);
		if (!isComplete) incomplete.push(`the task at ${requestsPerMinute} a minute`);
	}
	const [slowest = 60] = bench.sizes.knowledgeLimits;
	const { isComplete, ...fromNothing } = await measureFromNothing(bench, slowest);
	if (!isComplete) incomplete.push('the set from nothing');
	const shortfalls = incomplete.map((name) => `${name}: the agent does not know exactly what the set says.`);
	return { figures: { ...sideBySide, limits, fromNothing }, shortfalls };
}

/** @param {Bench} bench @param {Pair[]} before @param {Pair[]} wanted */
async function measureSideBySide(bench, before, wanted) {
	const installation = await installN8n({ cache: cacheFolder() });
	return withFleet(bench, { name: 'knowledge' }, async (fleet) => {
		const folder = join(bench.folder, 'knowledge');
		const { apiUrl, apiKey } = fleet.sandbox;
		await makeKnowing(fleet, NEW_AGENT, before);
		await syncKnowledge(fleet, { agentId: NEW_AGENT, key: 'adopt', pairs: before, existing: 'adopt' });
		const task = await counting(fleet, () => runTask(fleet, wanted));
		bench.say(`The task: ${task.calls} calls, ${round(task.seconds)} s, ${task.peakMiB} MiB.`);

		const n8n = await startN8nUnderTest({ installation, folder, service: { baseUrl: apiUrl, apiKey } });
		let flow;
		try {
			await makeKnowing(fleet, FLOW_AGENT, before);
			const part = deleteAndAddFlow({ apiUrl, agentId: FLOW_AGENT, credential: n8n.credential });
			await n8n.activate(part);
			await n8n.restart();
			flow = await counting(fleet, async () => {
				const seconds = await n8n.runThrough(part, { pairs: wanted });
				return { seconds, peakMiB: (await n8n.memory()).peak };
			});
		} finally {
			await n8n.stop();
		}
		bench.say(`The flow: ${flow.calls} calls, ${round(flow.seconds)} s, ${flow.peakMiB} MiB.`);

		await makeKnowing(fleet, AGENT, before);
		const file = join(folder, 'pairs.json');
		await writeFile(file, JSON.stringify({ pairs: wanted }));
		const all = await counting(fleet, () => runByHand(fleet, 'delete-and-add.mjs', [file], 'qa-pairs'));
		bench.say(`All anew: ${all.calls} calls, ${round(all.seconds)} s, ${all.peakMiB} MiB.`);

		const complete = {
			task: await knowsExactly(fleet, NEW_AGENT, wanted),
			flow: await knowsExactly(fleet, FLOW_AGENT, wanted),
			all: await knowsExactly(fleet, AGENT, wanted),
		};
		return {
			rows: before.length,
			changes: bench.sizes.knowledgeChanges,
			task: rounded(task),
			flowThatDeletesAndAdds: rounded(flow),
			deleteAllAddAll: rounded(all),
			ofTheFlow: { calls: round(task.calls / flow.calls), seconds: round(task.seconds / flow.seconds) },
			ofDeleteAllAddAll: { calls: round(task.calls / all.calls), seconds: round(task.seconds / all.seconds) },
			complete,
		};
	});
}

/** @param {Fleet} fleet @param {Pair[]} wanted */
async function runTask(fleet, wanted) {
	const worker = fleet.workerPids[0] ?? 0;
	const { now: startMiB } = await memoryOf(worker);
	const { path, seconds, steps } = await syncKnowledge(fleet, { agentId: NEW_AGENT, key: 'changed', pairs: wanted });
	const { peak: peakMiB } = await memoryOf(worker);
	return { seconds, startMiB, peakMiB, steps, history: await historyIn(fleet, path) };
}

/**
 * @template {{ seconds: number }} Run
 * @param {Fleet} fleet
 * @param {() => Promise<Run>} work
 */
async function counting(fleet, work) {
	const since = Date.now();
	const run = await work();
	const calls = (await callsOf(fleet)).filter(({ at }) => at >= since).length;
	return { calls, ...run };
}

/** @template {{ seconds: number }} Run @param {Run} run */
const rounded = (run) => ({ ...run, seconds: round(run.seconds) });

/**
 * @param {Bench} bench
 * @param {number} requestsPerMinute
 * @param {Pair[]} before
 * @param {Pair[]} wanted
 */
function measureAtLimit(bench, requestsPerMinute, before, wanted) {
	bench.say(`${before.length} pairs at ${requestsPerMinute} calls a minute.`);
	return withFleet(bench, { name: `knowledge-${requestsPerMinute}`, requestsPerMinute }, async (fleet) => {
		await makeKnowing(fleet, NEW_AGENT, before);
		const adopted = await syncKnowledge(fleet, { agentId: NEW_AGENT, key: 'adopt', pairs: before, existing: 'adopt' });
		const synced = await counting(fleet, () =>
			syncKnowledge(fleet, { agentId: NEW_AGENT, key: 'changed', pairs: wanted }),
		);
		return {
			requestsPerMinute,
			minutesToAdopt: round(adopted.seconds / 60),
			calls: synced.calls,
			minutes: round(synced.seconds / 60),
			isComplete: await knowsExactly(fleet, NEW_AGENT, wanted),
		};
	});
}

/** @param {Bench} bench @param {number} requestsPerMinute */
function measureFromNothing(bench, requestsPerMinute) {
	const pairs = pairsOf(bench.sizes.newPairs);
	bench.say(`${pairs.length} new pairs at ${requestsPerMinute} calls a minute.`);
	return withFleet(bench, { name: 'knowledge-new', requestsPerMinute }, async (fleet) => {
		await makeAgent(fleet, NEW_AGENT);
		const synced = await counting(fleet, () => syncKnowledge(fleet, { agentId: NEW_AGENT, key: 'new', pairs }));
		const { path, seconds, calls } = synced;
		const history = await historyIn(fleet, path);
		const isComplete = await knowsExactly(fleet, NEW_AGENT, pairs);
		return { pairs: pairs.length, requestsPerMinute, calls, minutes: round(seconds / 60), history, isComplete };
	});
}
