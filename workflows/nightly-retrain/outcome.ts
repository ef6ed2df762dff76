import { allCounts, countsInWords } from '../retrain/source-words';
import type { TaskProgress } from '../task/visibility';
import type { NightlyRetrainResult, NightlyRetrainRow, RowStatus } from './contract';
import type { NightlyTask } from './task';

/** A row for each agent, in the order in which they were to be begun; whose turn has not come is not started. */
export function resultOf({ input, state }: NightlyTask): NightlyRetrainResult {
	const ended = new Map(state.rows.map((row) => [row.agentId, row]));
	const rows = (state.agentIds ?? []).map((agentId) => ended.get(agentId) ?? notStarted(agentId));
	return { version: 1, connection: input.connection, schedule: state.schedule, counts: countRows(rows), rows };
}

export function progressOf({ state }: NightlyTask): Omit<TaskProgress, 'at'> {
	const total = state.agentIds?.length ?? 0;
	const done = state.rows.length;
	const failed = state.rows.filter(({ status }) => status !== 'completed').length;
	const bad = failed > 0 ? `, ${failed} not retrained` : '';
	const message = `${done} of ${total} agents done${bad}.`;
	return { message, itemsDone: done, itemsTotal: total, itemsFailed: failed };
}

/** The result in one sentence. */
export function digestOf({ counts, rows, schedule }: NightlyRetrainResult): string {
	const { completed, failed, timed_out, cancelled, not_started } = counts;
	const parts = [
		[failed, 'failed'],
		[timed_out, 'timed out'],
		[cancelled, 'were cancelled'],
		[not_started, 'were not started'],
	].flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]));
	const sentence = [`${completed} of ${rows.length} agents were retrained`, ...parts].join(', ');
	const changes = allCounts(rows);
	const inWords = changes && countsInWords(changes);
	const sources = inWords === null ? [] : [`Sources: ${inWords}.`];
	return [`${sentence}.`, ...sources, ...(schedule === null ? [] : missedOf(schedule))].join(' ');
}

function missedOf({ id, missed, skipped }: NonNullable<NightlyRetrainResult['schedule']>): string[] {
	const outsideWindow = `The schedule ${id} missed ${missed} runs since its last completed run, outside the catch-up window.`;
	const overlapping = `The schedule ${id} skipped ${skipped} runs since its last completed run, because the previous run was still active.`;
	return [...(missed > 0 ? [outsideWindow] : []), ...(skipped > 0 ? [overlapping] : [])];
}

function countRows(rows: readonly NightlyRetrainRow[]): Record<RowStatus, number> {
	const counts = { completed: 0, failed: 0, timed_out: 0, cancelled: 0, not_started: 0 };
	for (const { status } of rows) counts[status] += 1;
	return counts;
}

function notStarted(agentId: string): NightlyRetrainRow {
	return {
		agentId,
		status: 'not_started',
		taskId: null,
		run: null,
		adopted: false,
		canChat: null,
		endSeen: null,
		waitedSeconds: 0,
		error: null,
	};
}
