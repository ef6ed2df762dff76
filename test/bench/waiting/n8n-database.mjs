// @ts-check
import { stat } from 'node:fs/promises';
import Libsql from 'libsql';
import { z } from 'zod';

const countSchema = z.array(z.object({ status: z.string(), count: z.number() }));
const bytesSchema = z.object({ rows: z.number(), bytes: z.number().nullable() });

/**
 * Executions by their status, as n8n has stored them.
 * @param {string} file n8n's database
 * @returns {Record<string, number>}
 */
export function executionsByStatus(file) {
	return read(file, (database) => {
		const sql = 'SELECT status, count(*) AS count FROM execution_entity GROUP BY status';
		const rows = countSchema.parse(database.prepare(sql).all());
		return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
	});
}

/**
 * What the executions take in n8n's database.
 * @param {string} file
 */
export async function sizeOfExecutions(file) {
	const executions = read(file, (database) => {
		const sql = 'SELECT count(*) AS rows, sum(length(data) + length(workflowData)) AS bytes FROM execution_data';
		const { rows, bytes } = bytesSchema.parse(database.prepare(sql).get());
		const entities = bytesSchema.parse(
			database.prepare('SELECT count(*) AS rows, 0 AS bytes FROM execution_entity').get(),
		);
		return { executionEntityRows: entities.rows, executionDataRows: rows, executionDataBytes: bytes ?? 0 };
	});
	const sizes = await Promise.all([file, `${file}-wal`].map((one) => sizeOf(one)));
	return { ...executions, fileBytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/**
 * @template Result
 * @param {string} file
 * @param {(database: Libsql.Database) => Result} work
 * @returns {Result}
 */
function read(file, work) {
	const database = new Libsql(file, { readonly: true });
	try {
		database.pragma('busy_timeout = 5000');
		return work(database);
	} finally {
		database.close();
	}
}

/** @param {string} file */
async function sizeOf(file) {
	try {
		return (await stat(file)).size;
	} catch {
		// SQLite removes its log when nobody uses the database.
		return 0;
	}
}
