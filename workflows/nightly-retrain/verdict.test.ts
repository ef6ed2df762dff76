import { OUTCOMES } from '../task/outcomes';
import type { NightlyRetrainResult, NightlyRetrainRow, RowStatus } from './contract';
import { verdictOn } from './verdict';

const ERROR = { type: 'training_failed', title: 'The training run failed', detail: 'The website is down.' };

function row(agentId: string, status: RowStatus, more: Partial<NightlyRetrainRow> = {}): NightlyRetrainRow {
	return {
		agentId,
		status,
		taskId: null,
		run: null,
		adopted: false,
		canChat: null,
		endSeen: null,
		waitedSeconds: 0,
		error: status === 'failed' ? ERROR : null,
		...more,
	};
}

function result(...rows: NightlyRetrainRow[]): NightlyRetrainResult {
	const counts = { completed: 0, failed: 0, timed_out: 0, cancelled: 0, not_started: 0 };
	for (const { status } of rows) counts[status] += 1;
	return { version: 1, connection: 'main', schedule: null, counts, rows };
}

const unread = { run: { id: 'run_1', pagesCompleted: 0, pagesFailed: 4 } };

test.each<[string, NightlyRetrainRow[], string, boolean]>([
	['every agent', [row('a', 'completed'), row('b', 'completed')], 'Completed', false],
	['some agents', [row('a', 'completed'), row('b', 'failed')], 'Some agents failed', true],
	['no agent', [row('a', 'failed'), row('b', 'timed_out')], 'No agent retrained', true],
	['what a person cancelled', [row('a', 'completed'), row('b', 'cancelled')], 'Some agents cancelled', false],
	['all cancelled', [row('a', 'cancelled')], 'All agents cancelled', false],
	['a failure beside a cancellation', [row('a', 'cancelled'), row('b', 'failed')], 'No agent retrained', true],
	['no agent at all', [], 'Completed, nothing to do', false],
	['no page of an agent', [row('a', 'completed'), row('b', 'completed', unread)], 'Some agents failed', true],
])('a retrain of %s', (_what, rows, word, needsAttention) => {
	const { ending } = verdictOn(result(...rows));
	expect(OUTCOMES['nightly-retrain'][ending]).toMatchObject({ word, needsAttention });
});

test('names each agent that failed, with its reason, and the cause of most', () => {
	const { failures, cause } = verdictOn(
		result(
			row('a', 'completed'),
			row('b', 'failed'),
			row('c', 'cancelled'),
			row('d', 'completed', unread),
			row('e', 'failed'),
		),
	);
	expect(failures).toEqual([
		{ path: 'b', message: 'The training run failed: The website is down.' },
		{ path: 'd', message: expect.stringContaining('No page was read') as string },
		{ path: 'e', message: 'The training run failed: The website is down.' },
	]);
	expect(cause).toBe('training_failed');
});
