import { Readable } from 'node:stream';
import type { BulkLane, RowAt, WhatToDo } from '../../../workflows/bulk-action/activities';
import type { BulkActionResult, BulkResultRow } from '../../../workflows/bulk-action/contract';
import type { ExportFile } from '../../../workflows/task/export-contract';
import { type BulkRow, typeOfRow } from '../../tasks/bulk-previews/row';
import { csvDialect } from '../../storage/tables/csv-dialect';
import { type KeepWith, keepWritten } from '../export/keep-written';
import type { StoredRows } from './stored-rows';

/** Rows in a result, of some 500 bytes each. Histories have 2 MB for it. */
const MOST_SHOWN = 500;
/** Reads of the blob store at the same time. */
const AT_ONCE = 16;

const FILE = { name: 'rows.csv', contentType: 'text/csv; charset=utf-8' };
const TITLES = ['id', 'type', 'connection', 'agentId', 'status', 'startedTaskId', 'reason', 'detail'];

/** What became of all rows: those of the result, and a file of all if these are too many. */
export async function reportRows(
	{ action, target, lanes }: WhatToDo & { lanes: BulkLane[] },
	stored: StoredRows,
	given: KeepWith,
): Promise<BulkActionResult> {
	const rows = await allRows(lanes, stored, given.signal);
	const counts = { done: 0, refused: 0, gone: 0, not_started: 0 };
	for (const { status } of rows) counts[status] += 1;
	const shown = rows
		.toSorted((one, other) => Number(one.status === 'done') - Number(other.status === 'done'))
		.slice(0, MOST_SHOWN);
	const rowsNotShown = rows.length - shown.length;
	const file = rowsNotShown === 0 ? null : await keepFile(rows, given);
	return { version: 1, action, target, counts, rows: shown, rowsNotShown, file };
}

async function allRows(lanes: readonly BulkLane[], stored: StoredRows, signal: AbortSignal): Promise<BulkResultRow[]> {
	const rows: BulkResultRow[] = [];
	for (const [lane, { rows: count }] of lanes.entries()) {
		const own = await stored.ofLane(lane, count);
		for (let from = 0; from < own.length; from += AT_ONCE) {
			signal.throwIfAborted();
			const some = own.slice(from, from + AT_ONCE);
			rows.push(...(await Promise.all(some.map((row, nth) => ended(row, stored, { lane, row: from + nth })))));
		}
	}
	return rows;
}

async function ended(row: BulkRow, stored: StoredRows, at: RowAt): Promise<BulkResultRow> {
	const end = await stored.end(at);
	const { status, startedTaskId, reason } = end ?? { status: 'not_started', startedTaskId: null, reason: null };
	const { id, connection, agentId } = row;
	return { id, type: typeOfRow(row), connection, agentId, status, startedTaskId, reason };
}

/** For spreadsheets: what comes from outside computes nothing there. */
async function keepFile(rows: readonly BulkResultRow[], given: KeepWith): Promise<ExportFile> {
	const dialect = csvDialect('any');
	const lines = rows.map(({ id, type, connection, agentId, status, startedTaskId, reason }) => [
		id,
		type ?? '',
		connection,
		agentId ?? '',
		status,
		startedTaskId ?? '',
		reason?.title ?? '',
		reason?.detail ?? '',
	]);
	const content = Buffer.from(dialect.head(TITLES) + dialect.lines(TITLES, lines));
	const file = await keepWritten(FILE, Readable.from([content]), given);
	return { ...file, link: `/v1/tasks/${encodeURIComponent(given.taskId)}/files/${FILE.name}` };
}
