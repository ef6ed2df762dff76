import { type EndingOf, failuresOf, type Verdict, verdictOnItems } from '../task/outcomes';
import type { BulkActionResult, BulkResultRow } from './contract';
import { digestOf } from './outcome';

/** A row that failed each time, so that somebody has to look at it. */
const UNCERTAIN = 'outcome_unknown';
/** Reasons that a later attempt does not change. */
const FINAL = ['retry_refused', 'needs_person', 'nothing_failed', 'unknown_action', 'retried_with_parent', UNCERTAIN];

/** Whether a row may be possible later. */
export function mayLater({ status, reason }: Pick<BulkResultRow, 'status' | 'reason'>): boolean {
	return status !== 'done' && status !== 'gone' && !FINAL.includes(reason?.type ?? '');
}

export function verdictOn(result: BulkActionResult): Verdict<EndingOf<'bulk-action'>> {
	const { counts, rows } = result;
	const total = Object.values(counts).reduce((sum, each) => sum + each, 0);
	const bad = rows.filter(({ status }) => status !== 'done');
	const isShown = bad.length === total - counts.done;
	const isRefused = (row: BulkResultRow) =>
		row.status === 'refused' && row.reason?.type !== UNCERTAIN && !mayLater(row);
	const isRestRefused = bad.length > 0 && isShown && bad.every(isRefused);
	const digest = digestOf(result);
	return {
		...(counts.done > 0 && isRestRefused
			? { ending: 'rest_refused' as const, message: digest, summary: digest }
			: verdictOnItems(counts.done, total, digest)),
		...failuresOf(bad.map(({ id, status, reason }) => ({ path: id, status, error: reason }))),
	};
}
