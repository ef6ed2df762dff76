import { shortened, type TaskError } from '../task/failure';
import type { TaskProgress } from '../task/visibility';
import type { AddSourcesInput, AddSourcesResult, SourceRow, SourceRowStatus } from './contract';

interface Adding {
	input: AddSourcesInput;
	state: Pick<AddSourcesResult, 'rows' | 'stoppedBy'> & { startedAt: number };
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

export function accepted(row: SourceRow, sourceId: number): void {
	row.status = 'processing';
	row.sourceId = sourceId;
}

export function refused(row: SourceRow, error: TaskError): void {
	row.status = 'refused';
	row.error = shortened(error);
}

/** @param found what could be it; null when nobody has looked since */
export function uncertain(row: SourceRow, found: number[] | null, why: string): void {
	row.status = 'needs_person';
	row.audit.duplicates = found ?? [];
	row.error = {
		type: 'needs_person',
		title: 'A person has to look',
		detail: `Requests sent: ${row.audit.postAttempts}, and answers were lost. ${why} ${seenOf(found)}Look at the agent's sources, then add it again if it is missing.`,
	};
}

function seenOf(found: number[] | null): string {
	if (found === null) return '';
	return found.length === 0 ? 'None shows that could be it. ' : `These show that could be it: ${found.join(', ')}. `;
}
