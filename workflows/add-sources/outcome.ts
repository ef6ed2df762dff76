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

/** The state of the task in one sentence. */
export function summaryOf({ state }: Pick<Adding, 'state'>): string {
	const stopped = state.stoppedBy === null ? '' : ` ${state.stoppedBy.title}: ${state.stoppedBy.detail}`;
	return `${sentenceOf(countRows(state.rows), state.rows.length)}.${stopped}${doubtsOf(state.rows)}`;
}

/** What lost responses leave open, in sentences that begin with a blank; empty if nothing. */
export function doubtsOf(rows: readonly SourceRow[]): string {
	const doubled = rows.filter(({ audit }) => audit.duplicates.length > 0).length;
	const unaudited = rows.filter(({ audit }) => !audit.audited).length;
	return [
		doubled === 0 ? '' : ` ${doubled} may exist more than once: see audit.duplicates.`,
		unaudited === 0 ? '' : ` For ${unaudited}, a response was lost and the task could not check the outcome.`,
	].join('');
}

/** Without its full stop. */
export function sentenceOf(counts: Record<SourceRowStatus, number>, total: number): string {
	const parts = [
		[counts.processing, 'being read'],
		[counts.failed, 'failed'],
		[counts.refused, 'refused'],
		[counts.gone, 'deleted later'],
		[counts.present + counts.duplicate, 'already present'],
		[counts.needs_person, 'to be checked by a person'],
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

/** @param found ids of matching sources; null if nothing was checked since */
export function uncertain(row: SourceRow, found: number[] | null, why: string): void {
	row.status = 'needs_person';
	row.audit.duplicates = found ?? [];
	row.error = {
		type: 'needs_person',
		title: 'A person has to check',
		detail: `Requests sent: ${row.audit.postAttempts}, and responses were lost. ${why} ${seenOf(found)}Check the agent's sources, and add this one again if it is missing.`,
	};
}

function seenOf(found: number[] | null): string {
	if (found === null) return '';
	return found.length === 0 ? 'No source matches. ' : `These sources match: ${found.join(', ')}. `;
}
