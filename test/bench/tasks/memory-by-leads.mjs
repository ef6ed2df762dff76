// @ts-check
import { memoryOf } from '../process-memory.mjs';
import { round } from '../statistics.mjs';
import { exportLeads, hasEachLeadOnce } from './export-leads.mjs';
import { makeAgent } from './sandbox-data.mjs';
import { withFleet } from './with-fleet.mjs';

/** @typedef {import('./with-fleet.mjs').Bench} Bench */

const AGENT = 'agent_many';

/**
 * The memory of a fresh worker that exports so many leads without a limit.
 * @param {Bench} bench
 */
export async function measureMemoryByLeads(bench) {
	const exports = [];
	/** @type {string[]} */
	const shortfalls = [];
	for (const leads of bench.sizes.memoryLeads) {
		const { complete, ...figures } = await measure(bench, leads);
		exports.push(figures);
		bench.say(`${leads} leads: ${figures.worker.peakMiB} MiB, ${figures.seconds} s.`);
		if (!complete) shortfalls.push(`${leads} leads: some lead is not in the file once.`);
	}
	const [least] = exports;
	const most = exports.at(-1);
	const growth = round((most?.worker.peakMiB ?? 0) / (least?.worker.peakMiB ?? 1));
	return { figures: { format: 'csv', exports, peakOfTheMostToTheLeast: growth }, shortfalls };
}

/**
 * @param {Bench} bench
 * @param {number} leads
 */
function measure(bench, leads) {
	return withFleet(bench, { name: `memory-${leads}` }, async (fleet) => {
		await makeAgent(fleet, AGENT, leads);
		const worker = fleet.workerPids[0] ?? 0;
		const { now } = await memoryOf(worker);
		const made = await exportLeads(fleet, { agentId: AGENT });
		const { peak } = await memoryOf(worker);
		return {
			leads,
			seconds: round(made.seconds),
			leadsPerSecond: Math.round(leads / made.seconds),
			fileMiB: round(made.file.bytes / 2 ** 20),
			worker: { startMiB: now, peakMiB: peak },
			complete: await hasEachLeadOnce(fleet, made, leads),
		};
	});
}
