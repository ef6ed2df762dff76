import { bulkAction } from './bulk-action';
import { OUTCOMES } from '../../../workflows/task/outcomes';
import {
	bulkActionInputSchema,
	type BulkActionResult,
	type BulkResultRow,
} from '../../../workflows/bulk-action/contract';
import { verdictOn } from '../../../workflows/bulk-action/verdict';

function row(id: string, status: BulkResultRow['status'], type?: string): BulkResultRow {
	const reason = type === undefined ? null : { type, title: 'Why', detail: 'Because.' };
	return { id, type: 'lead-export', connection: 'main', agentId: null, status, startedTaskId: null, reason };
}

function result(...rows: BulkResultRow[]): BulkActionResult {
	const counts = { done: 0, refused: 0, gone: 0, not_started: 0 };
	for (const { status } of rows) counts[status] += 1;
	return { version: 1, action: 'retry', target: 'tasks', counts, rows, rowsNotShown: 0, file: null };
}

test.each<[BulkResultRow[], string, string]>([
	[[row('a', 'done')], 'Completed', '1 of 1 tasks were retried.'],
	[[], 'Completed, nothing to do', '0 of 0 tasks were retried.'],
	[[row('a', 'done'), row('b', 'refused', 'x')], 'Some rows not done', '1 of 2 tasks were retried, 1 refused.'],
	[
		[row('a', 'done'), row('mail', 'refused', 'retry_refused')],
		'Completed, the rest may not be repeated',
		'1 of 2 tasks were retried, 1 refused.',
	],
	[[row('a', 'done'), row('b', 'refused', 'already_retried')], 'Completed', '1 of 2 tasks were retried, 1 refused.'],
	[[row('b', 'refused', 'already_retried')], 'Completed', '0 of 1 tasks were retried, 1 refused.'],
	[[row('mail', 'refused', 'retry_refused')], 'No row done', '0 of 1 tasks were retried, 1 refused.'],
	[
		[row('a', 'done'), row('mail', 'refused', 'retry_refused'), row('b', 'gone', 'task_not_found')],
		'Some rows not done',
		'1 of 3 tasks were retried, 1 refused, 1 no longer exist.',
	],
	[
		[row('a', 'gone', 'x'), row('b', 'not_started')],
		'No row done',
		'0 of 2 tasks were retried, 1 no longer exist, 1 not started.',
	],
])('the end of %j', (rows, word, message) => {
	const verdict = verdictOn(result(...rows));
	expect(OUTCOMES['bulk-action'][verdict.ending].word).toBe(word);
	expect(verdict.message).toBe(message);
});

test('a new task for the rest has what may be possible now, and nothing that may never be', () => {
	const input = bulkActionInputSchema.parse({ action: 'retry', status: 'failed' });
	const ended = result(
		row('mail', 'refused', 'retry_refused'),
		row('runs', 'refused', 'task_running'),
		row('retried', 'refused', 'already_retried'),
		row('gone', 'gone', 'task_not_found'),
		row('later', 'not_started'),
		row('done', 'done'),
	);
	expect(bulkAction.failedOnly?.(input, ended)).toEqual({
		version: 1,
		action: 'retry',
		target: 'tasks',
		atOnce: 10,
		all: false,
		ids: ['runs', 'later'],
	});
	expect(bulkAction.failedOnly?.(input, { ...ended, counts: { ...ended.counts, not_started: 700 } })).toBeNull();
	expect(bulkAction.failedOnly?.(input, result(row('done', 'done')))).toBeNull();
});
