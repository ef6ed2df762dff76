import { type EndingOf, failuresOf, type Verdict, verdictOnItems } from '../task/outcomes';
import type { BulkActionResult, BulkResultRow } from './contract';
import { digestOf } from './outcome';

/** Reasons of refusals that a later attempt does not change. */
const FINAL = [
	...['retry_refused', 'needs_person', 'nothing_failed', 'task_completed'],
	...['unknown_action', 'retried_with_parent', 'sync_not_named'],
];
/** Refusals of rows that are already as the action would leave them. */
export const ALREADY = ['already_paused', 'not_paused', 'already_retried'];
/** A row that failed each time, so that somebody has to look at it. */
const UNCERTAIN = 'outcome_unknown';

type Row = Pick<BulkResultRow, 'status' | 'reason'>;

/** Whether a row may be possible later. */
export function mayLater({ status, reason }: Row): boolean {
	const type = reason?.type ?? '';
	return (
		status !== 'done' && status !== 'gone' && type !== UNCERTAIN && !FINAL.includes(type) && !ALREADY.includes(type)
	);
}

function isAlreadySo({ status, reason }: Row): boolean {
	return status === 'refused' && ALREADY.includes(reason?.type ?? '');
}

function isRefusedForGood({ status, reason }: Row): boolean {
	return status === 'refused' && FINAL.includes(reason?.type ?? '');
}

export function verdictOn(result: BulkActionResult): Verdict<EndingOf<'bulk-action'>> {
	const { counts, rows } = result;
	const total = Object.values(counts).reduce((sum, each) => sum + each, 0);
	const bad = rows.filter((row) => row.status !== 'done' && !isAlreadySo(row));
	const good = counts.done + rows.filter(isAlreadySo).length;
	// A result that does not show all of them cannot tell.
	const isRestRefused = bad.length === total - good && bad.every(isRefusedForGood);
	const digest = digestOf(result);
	return {
		...(good > 0 && bad.length > 0 && isRestRefused
			? { ending: 'rest_refused' as const, message: digest, summary: digest }
			: verdictOnItems(good, total, digest)),
		...failuresOf(bad.map(({ id, status, reason }) => ({ path: id, status, error: reason }))),
	};
}
