// @ts-check
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../../../scripts/cache/cache-folder.mjs';
import { installN8n } from '../../../scripts/n8n/install-n8n.mjs';
import { round } from '../statistics.mjs';
import { csvFileFlow } from '../nodes/flows.mjs';
import { startN8nUnderTest } from '../nodes/running-n8n.mjs';
import { memoryOf } from '../process-memory.mjs';
import { exportLeads, hasEachLeadOnce, hasEachOnce } from './export-leads.mjs';
import { throughN8n } from './n8n-contender.mjs';
import { makeAgent } from './sandbox-data.mjs';
import { AGENT, byTurns, runByHand, summaryOf } from './side-by-side.mjs';
import { withFleet } from './with-fleet.mjs';

/** @typedef {import('./with-fleet.mjs').Bench} Bench */
/** @typedef {import('./with-fleet.mjs').Fleet} Fleet */
/** @typedef {import('./side-by-side.mjs').Contender} Contender */

/** Exports before the first turn: a worker runs for weeks, and its code is compiled by then. */
const WARM_UP = 6;

/**
 * The same leads of the same service into a CSV file, by the task, by a loop written by hand, and by n8n's HTTP Request
 * node; by turns, so that what else the machine does meets all.
 * @param {Bench} bench
 */
export async function measureExportSideBySide(bench) {
	const { exportLeads: leads, exportRounds } = bench.sizes;
	const installation = await installN8n({ cache: cacheFolder() });
	return withFleet(bench, { name: 'side-by-side' }, async (fleet) => {
		await makeAgent(fleet, AGENT, leads);
		const folder = join(bench.folder, 'side-by-side');
		const { apiUrl, apiKey } = fleet.sandbox;
		const n8n = await startN8nUnderTest({ installation, folder, service: { baseUrl: apiUrl, apiKey } });
		try {
			/** @type {Record<string, Contender>} */
			const contenders = {
				task: task(fleet, leads),
				axiosLoop: loop(fleet, leads, folder),
				n8nHttpRequest: await throughN8n(
					n8n,
					'leads.csv',
					(file) => csvFileFlow({ apiUrl, agentId: AGENT, credential: n8n.credential }, file),
					(file) => hasEachOnce(createReadStream(file), leads),
				),
			};
			for (let count = 0; count < WARM_UP; count += 1)
				await exportLeads(fleet, { agentId: AGENT, key: `warm-${count}` });
			const runs = await byTurns(bench, contenders, exportRounds);
			const { times, figures, shortfalls } = summaryOf(runs, leads, 'the file');
			const timeOfTheTask = {
				ofN8nHttpRequest: round((times.task ?? 0) / (times.n8nHttpRequest ?? 1)),
				ofAxiosLoop: round((times.task ?? 0) / (times.axiosLoop ?? 1)),
			};
			return { figures: { ...figures, exportsBefore: WARM_UP, timeOfTheTask }, shortfalls };
		} finally {
			await n8n.stop();
		}
	});
}

/** @param {Fleet} fleet @param {number} leads @returns {Contender} */
function task(fleet, leads) {
	return {
		run: async (turn) => {
			const made = await exportLeads(fleet, { agentId: AGENT, key: `turn-${turn}` });
			const { peak } = await memoryOf(fleet.workerPids[0] ?? 0);
			return { seconds: made.seconds, peakMiB: peak, complete: await hasEachLeadOnce(fleet, made, leads) };
		},
	};
}

/** @param {Fleet} fleet @param {number} leads @param {string} folder @returns {Contender} */
function loop(fleet, leads, folder) {
	const file = join(folder, 'axios-loop.csv');
	return {
		run: async () => {
			const made = await runByHand(fleet, 'axios-loop.mjs', [file]);
			return { ...made, complete: await hasEachOnce(createReadStream(file), leads) };
		},
	};
}
