import { type EndingOf, failuresOf, type Verdict, verdictOnItems } from '../task/outcomes';
import type { BulkActionResult } from './contract';
import { digestOf } from './outcome';

export function verdictOn(result: BulkActionResult): Verdict<EndingOf<'bulk-action'>> {
	const { counts, rows } = result;
	const total = Object.values(counts).reduce((sum, each) => sum + each, 0);
	const bad = rows.filter(({ status }) => status !== 'done');
	return {
		...verdictOnItems(counts.done, total, digestOf(result)),
		...failuresOf(bad.map(({ id, status, reason }) => ({ path: id, status, error: reason }))),
	};
}
