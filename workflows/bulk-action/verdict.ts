import { type EndingOf, failuresOf, type Verdict, verdictOnItems } from '../task/outcomes';
import type { BulkActionResult, BulkResultRow } from './contract';
import { digestOf } from './outcome';

/** Reasons of refusals that a later attempt does not change. */
const FINAL = ['retry_refused', 'needs_person', 'nothing_failed', 'unknown_action', 'retried_with_parent'];
/** A row that failed each time, so that somebody has to look at it. */
const UNCERTAIN = 'outcome_unknown';

type Row = Pick<BulkResultRow, 'status' | 'reason'>;

/** Whether a row may be possible later. */
export function mayLater({ status, reason }: Row): boolean {
	const type = reason?.type ?? '';
	return status !== 'done' && status !== 'gone' && type !== UNCERTAIN && !FINAL.includes(type);
}

function isRefusedForGood({ status, reason }: Row): boolean {
	return status === 'refused' && FINAL.includes(reason?.type ?? '');
}

export function verdictOn(result: BulkActionResult): Verdict<EndingOf<'bulk-action'>> {
	const { counts, rows } = result;
	const total = Object.values(counts).reduce((sum, each) => sum + each, 0);
	const bad = rows.filter(({ status }) => status !== 'done');
	// A result that does not show all of them cannot tell.
	const isRestRefused = bad.length === total - counts.done && bad.every(isRefusedForGood);
	const digest = digestOf(result);
	return {
		...(counts.done > 0 && bad.length > 0 && isRestRefused
			? { ending: 'rest_refused' as const, message: digest, summary: digest }
			: verdictOnItems(counts.done, total, digest)),
		...failuresOf(bad.map(({ id, status, reason }) => ({ path: id, status, error: reason }))),
	};
}
