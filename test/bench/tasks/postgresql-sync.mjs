// @ts-check
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { runCommand } from '../../../scripts/processes/run-command.mjs';
import { waitUntil } from '../../../scripts/processes/wait-until.mjs';
import { median, round } from '../nodes/compare.mjs';
import { memoryOf } from '../process-memory.mjs';
import { CONNECTION } from '../rate/start-fleet.mjs';
import { askGateway, beginTask } from './fleet-tasks.mjs';
import { createLeadTable, LEAD_COLUMNS } from './lead-columns.mjs';
import { queryOnce, startPostgresql } from './postgresql-server.mjs';
import { makeAgent } from './sandbox-data.mjs';
import { NO_LIMIT, withFleet } from './with-fleet.mjs';

/** @typedef {import('./with-fleet.mjs').Bench} Bench */
/** @typedef {import('./with-fleet.mjs').Fleet} Fleet */

const AGENT = 'agent_many';
const TABLE = 'leads_by_hand';
const CSV_LOOP = fileURLToPath(new URL('axios-loop.mjs', import.meta.url));
const INSERT_LOOP = fileURLToPath(new URL('insert-loop.mjs', import.meta.url));
const PATIENCE_MS = 30 * 60_000;
const LOOK_EVERY_MS = 100;
const tookSchema = z.object({ ms: z.number() });

/**
 * The same leads of the same service into a table, by a sync, by a loop with an INSERT for each lead, and by a loop into
 * a CSV file that COPY then reads. By turns, so that other work of the machine affects all.
 * @param {Bench} bench
 */
export async function measurePostgresqlSync(bench) {
	const { syncLeads: leads, syncRounds } = bench.sizes;
	const postgresql = await startPostgresql(join(bench.folder, 'postgresql.log'));
	const { url } = postgresql;
	const destinations = Object.fromEntries(
		Array.from({ length: syncRounds }, (_, turn) => [
			`turn-${turn}`,
			{ type: 'postgresql', url, table: tableOf(turn) },
		]),
	);
	try {
		return await withFleet(bench, { name: 'postgresql-sync', settings: { destinations } }, async (fleet) => {
			await makeAgent(fleet, AGENT, leads);
			/** @type {Record<string, (turn: number) => Promise<number>>} */
			const ways = {
				sync: (turn) => bySync(fleet, url, turn, leads),
				insertLoop: () => byInserts(fleet, url),
				csvAndCopy: () => byCopy(fleet, postgresql, join(bench.folder, 'leads.csv')),
			};
			/** @type {Record<string, number[]>} */
			const seconds = {};
			for (let turn = 0; turn < syncRounds; turn += 1) {
				for (const [way, run] of Object.entries(ways)) {
					const took = await run(turn);
					(seconds[way] ??= []).push(took);
					bench.say(`${way}: ${took.toFixed(1)} s.`);
				}
			}
			const { peak } = await memoryOf(fleet.workerPids[0] ?? 0);
			return { figures: summary(seconds, leads, peak), shortfalls: [] };
		});
	} finally {
		await postgresql.stop();
	}
}

/**
 * @param {Record<string, number[]>} seconds
 * @param {number} leads
 * @param {number} workerPeakMiB
 */
function summary(seconds, leads, workerPeakMiB) {
	const medians = Object.fromEntries(Object.entries(seconds).map(([way, all]) => [way, median(all)]));
	/** @type {Array<[string, object]>} */
	const ways = Object.entries(seconds).map(([way, all]) => [
		way,
		{ seconds: { median: round(medians[way] ?? 0), all: all.map(round) } },
	]);
	return {
		...{ leads, requestsPerMinute: NO_LIMIT, workerPeakMiB },
		...Object.fromEntries(ways),
		timeOfTheSync: {
			ofInsertLoop: round((medians.sync ?? 0) / (medians.insertLoop ?? 1)),
			ofCsvAndCopy: round((medians.sync ?? 0) / (medians.csvAndCopy ?? 1)),
		},
	};
}

/** @param {number} turn */
const tableOf = (turn) => `leads_by_sync_${turn}`;

/** @param {Fleet} fleet @param {string} url @param {number} turn @param {number} leads */
async function bySync(fleet, url, turn, leads) {
	const began = performance.now();
	const input = { connection: CONNECTION, agentId: AGENT, destination: `turn-${turn}` };
	const path = await beginTask(fleet, 'lead-sync', { key: `turn-${turn}`, input });
	const areThere = async () => ((await rowsOf(url, tableOf(turn))) >= leads ? true : null);
	await waitUntil('The sync of all leads', areThere, { timeoutMs: PATIENCE_MS, everyMs: LOOK_EVERY_MS });
	const seconds = (performance.now() - began) / 1000;
	await askGateway(fleet, `${path}/cancel`, { key: `cancel-${turn}`, body: {} });
	return seconds;
}

/** @param {Fleet} fleet @param {string} url */
async function byInserts({ sandbox }, url) {
	await makeTable(url);
	const env = { ...process.env, API_KEY: sandbox.apiKey };
	return secondsOf(await runCommand(process.execPath, [INSERT_LOOP, leadsUrl(sandbox), url, TABLE], { env }));
}

/** @param {Fleet} fleet @param {{ url: string, psql: string }} postgresql @param {string} file */
async function byCopy({ sandbox }, { url, psql }, file) {
	await makeTable(url);
	const env = { ...process.env, API_KEY: sandbox.apiKey };
	const read = secondsOf(await runCommand(process.execPath, [CSV_LOOP, leadsUrl(sandbox), file], { env }));
	const columns = LEAD_COLUMNS.map((column) => `"${column}"`).join(', ');
	const began = performance.now();
	await runCommand(psql, [url, '-c', `\\copy ${TABLE} (${columns}) FROM '${file}' WITH (FORMAT csv, HEADER MATCH)`]);
	return read + (performance.now() - began) / 1000;
}

/** @param {string} url */
async function makeTable(url) {
	await queryOnce(url, `DROP TABLE IF EXISTS ${TABLE}`);
	await queryOnce(url, createLeadTable(TABLE));
}

/** @param {string} url @param {string} table */
async function rowsOf(url, table) {
	const [found] = await queryOnce(url, `SELECT to_regclass('${table}') IS NOT NULL AS "exists"`);
	if (found?.exists !== true) return 0;
	const [counted] = await queryOnce(url, `SELECT count(*) AS leads FROM ${table}`);
	return Number(counted?.leads);
}

/** @param {Fleet['sandbox']} sandbox */
const leadsUrl = ({ apiUrl }) => `${apiUrl}/api/v1/agents/${AGENT}/leads`;

/** @param {string} said */
function secondsOf(said) {
	return tookSchema.parse(JSON.parse(said.trim().split('\n').at(-1) ?? '')).ms / 1000;
}
