import type { TaskProgress } from '../task/progress';
import type { AddSourcesInput, AddSourcesResult, SourceRow, SourceRowStatus } from './contract';
import type { AddSourcesState } from './state';

interface Adding {
	input: AddSourcesInput;
	state: AddSourcesState;
}

export function resultOf({ input, state }: Adding): AddSourcesResult {
	const { rows, stoppedBy } = state;
	const waitedSeconds = Math.round((Date.now() - state.startedAt) / 1000);
	return { version: 1, agentId: input.agentId, counts: countRows(rows), stoppedBy, rows, waitedSeconds };
}

export function progressOf({ state }: Pick<Adding, 'state'>): Omit<TaskProgress, 'at'> {
	const counts = countRows(state.rows);
	const itemsTotal = state.rows.length;
	const itemsFailed = counts.failed + counts.refused + counts.needs_person + counts.gone;
	const itemsDone = itemsTotal - counts.not_started - counts.processing;
	return { message: `${sentenceOf(counts, itemsTotal)}.`, itemsDone, itemsTotal, itemsFailed };
}

/** What the task has come to, in one sentence. */
export function summaryOf({ state }: Pick<Adding, 'state'>): string {
	const stopped = state.stoppedBy === null ? '' : ` ${state.stoppedBy.title}: ${state.stoppedBy.detail}`;
	return `${sentenceOf(countRows(state.rows), state.rows.length)}.${stopped}${doubtsOf(state.rows)}`;
}

function doubtsOf(rows: readonly SourceRow[]): string {
	const doubled = rows.filter(({ audit }) => audit.duplicates.length > 0).length;
	const unaudited = rows.filter(({ audit }) => !audit.audited).length;
	return [
		doubled === 0 ? '' : ` ${doubled} may be there more than once: audit.duplicates names what appeared.`,
		unaudited === 0 ? '' : ` Of ${unaudited} an answer was lost, and what came of it could not be looked for.`,
	].join('');
}

/** Without its full stop. */
export function sentenceOf(counts: Record<SourceRowStatus, number>, total: number): string {
	const parts = [
		[counts.processing, 'being read'],
		[counts.failed, 'failed'],
		[counts.refused, 'refused'],
		[counts.gone, 'deleted since'],
		[counts.present + counts.duplicate, 'there already'],
		[counts.needs_person, 'for a person to look at'],
		[counts.not_started, 'not started'],
	].flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]));
	return [`${counts.indexed} of ${total} sources indexed`, ...parts].join(', ');
}

function countRows(rows: readonly SourceRow[]): Record<SourceRowStatus, number> {
	const counts: Record<SourceRowStatus, number> = {
		indexed: 0,
		failed: 0,
		processing: 0,
		gone: 0,
		present: 0,
		duplicate: 0,
		refused: 0,
		needs_person: 0,
		not_started: 0,
	};
	for (const { status } of rows) counts[status] += 1;
	return counts;
}
