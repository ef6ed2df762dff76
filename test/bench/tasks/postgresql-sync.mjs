// @ts-check
import { join } from 'node:path';
import { runCommand } from '../../../scripts/processes/run-command.mjs';
import { waitUntil } from '../../../scripts/processes/wait-until.mjs';
import { numberAt } from '../../../scripts/json.mjs';
import { importTypeScript } from '../../support/bundle-program.mjs';
import { round } from '../statistics.mjs';
import { memoryOf } from '../process-memory.mjs';
import { CONNECTION } from '../rate/start-fleet.mjs';
import { askGateway, beginTask } from './fleet-tasks.mjs';
import { COLUMN_LIST, createLeadTable } from './lead-columns.mjs';
import { makeAgent } from './sandbox-data.mjs';
import { AGENT, byTurns, runByHand, summaryOf } from './side-by-side.mjs';
import { withFleet } from './with-fleet.mjs';

/** @typedef {import('./with-fleet.mjs').Bench} Bench */
/** @typedef {import('./with-fleet.mjs').Fleet} Fleet */
/** @typedef {import('./side-by-side.mjs').Contender} Contender */
/**
 * @typedef {object} Database
 * @property {string} url
 * @property {string} psql the program
 * @property {(sql: string) => Promise<unknown[]>} query
 * @property {() => Promise<void>} stop
 */

const TABLE = 'leads_by_hand';
/** What a sync may take, as a multiple of the time of COPY. */
const MOST_OF_COPY = 2;
/** With fewer leads, the start of the task is most of its time. */
const FEWEST_TO_JUDGE = 100_000;
const PATIENCE_MS = 30 * 60_000;
/** Each look counts the table's rows, which takes time of the server that is measured. */
const LOOK_EVERY_MS = 500;

/**
 * The same leads of the same service into a table, by a sync, by a loop with an INSERT for each lead, and by a loop into
 * a CSV file that COPY then reads.
 * @param {Bench} bench
 */
export async function measurePostgresqlSync(bench) {
	const { syncLeads: leads, syncRounds } = bench.sizes;
	const database = await startDatabase();
	const destinations = Object.fromEntries(
		Array.from({ length: syncRounds }, (_, turn) => [
			`turn-${turn}`,
			{ type: 'postgresql', url: database.url, table: tableOf(turn) },
		]),
	);
	try {
		return await withFleet(bench, { name: 'postgresql-sync', settings: { destinations } }, async (fleet) => {
			await makeAgent(fleet, AGENT, leads);
			const contenders = {
				sync: sync(fleet, database, leads),
				insertLoop: insertLoop(fleet, database, leads),
				csvAndCopy: csvAndCopy(fleet, database, leads, join(bench.folder, 'leads.csv')),
			};
			const runs = await byTurns(bench, contenders, syncRounds);
			const { times, figures, shortfalls } = summaryOf(runs, leads, 'the table');
			const timeOfTheSync = {
				ofInsertLoop: round((times.sync ?? 0) / (times.insertLoop ?? 1)),
				ofCsvAndCopy: round((times.sync ?? 0) / (times.csvAndCopy ?? 1)),
			};
			const { ofCsvAndCopy } = timeOfTheSync;
			if (leads >= FEWEST_TO_JUDGE && ofCsvAndCopy > MOST_OF_COPY)
				shortfalls.push(`The sync took ${ofCsvAndCopy} times the time of COPY, and ${MOST_OF_COPY} times is the most.`);
			return { figures: { ...figures, timeOfTheSync }, shortfalls };
		});
	} finally {
		await database.stop();
	}
}

/**
 * The machine's PostgreSQL with its own defaults, so each commit is on the disk before it counts.
 * @returns {Promise<Database>}
 * @throws Error the machine has no server
 */
async function startDatabase() {
	const { installedServer } = /** @type {typeof import('../../support/postgresql/installed-server.js')} */ (
		await importTypeScript(new URL('../../support/postgresql/installed-server.ts', import.meta.url))
	);
	const { query, startCluster } = /** @type {typeof import('../../support/postgresql/start-cluster.js')} */ (
		await importTypeScript(new URL('../../support/postgresql/start-cluster.ts', import.meta.url))
	);
	const programs = await installedServer();
	const cluster = await startCluster(programs, []);
	const url = await cluster.database('leads');
	return { url, psql: join(programs, 'psql'), query: (sql) => query(url, sql), stop: () => cluster.stop() };
}

/** @param {number} turn */
const tableOf = (turn) => `leads_by_sync_${turn}`;

/** @param {Fleet} fleet @param {Database} database @param {number} leads @returns {Contender} */
function sync(fleet, database, leads) {
	return {
		run: async (turn) => {
			const began = performance.now();
			const input = { connection: CONNECTION, agentId: AGENT, destination: `turn-${turn}` };
			const path = await beginTask(fleet, 'lead-sync', { key: `turn-${turn}`, input });
			// Until the task has made its table, the look fails, and is repeated.
			const areThere = async () => ((await rowsOf(database, tableOf(turn))) >= leads ? true : null);
			await waitUntil('The sync of all leads', areThere, { timeoutMs: PATIENCE_MS, everyMs: LOOK_EVERY_MS });
			const seconds = (performance.now() - began) / 1000;
			await askGateway(fleet, `${path}/cancel`, { key: `cancel-${turn}`, body: {} });
			const { peak } = await memoryOf(fleet.workerPids[0] ?? 0);
			return { seconds, peakMiB: peak, complete: (await rowsOf(database, tableOf(turn))) === leads };
		},
	};
}

/** @param {Fleet} fleet @param {Database} database @param {number} leads @returns {Contender} */
function insertLoop(fleet, database, leads) {
	return {
		run: async () => {
			await makeTable(database);
			const made = await runByHand(fleet, 'insert-loop.mjs', [database.url, TABLE]);
			return { ...made, complete: (await rowsOf(database, TABLE)) === leads };
		},
	};
}

/** @param {Fleet} fleet @param {Database} database @param {number} leads @param {string} file @returns {Contender} */
function csvAndCopy(fleet, database, leads, file) {
	const copy = `\\copy ${TABLE} (${COLUMN_LIST}) FROM '${file}' WITH (FORMAT csv, HEADER MATCH)`;
	return {
		run: async () => {
			await makeTable(database);
			const { seconds, peakMiB } = await runByHand(fleet, 'axios-loop.mjs', [file]);
			const began = performance.now();
			await runCommand(database.psql, [database.url, '-c', copy]);
			const copied = (performance.now() - began) / 1000;
			return { seconds: seconds + copied, peakMiB, complete: (await rowsOf(database, TABLE)) === leads };
		},
	};
}

/** @param {Database} database */
async function makeTable({ query }) {
	await query(`DROP TABLE IF EXISTS ${TABLE}`);
	await query(createLeadTable(TABLE));
}

/** Each lead has one row at most: its id is the key. @param {Database} database @param {string} table */
async function rowsOf({ query }, table) {
	const [counted] = await query(`SELECT count(*)::integer AS leads FROM ${table}`);
	return numberAt(counted, 'leads');
}
