import { type EndingOf, failuresOf, type Verdict, verdictOnItems } from '../task/outcomes';
import type { EachRow, ForEachConnectionResult } from './contract';
import { digestOf } from './outcome';

/** The connections whose task did not do what was asked, also those whose turn did not come. */
export function notDone({ rows }: ForEachConnectionResult): EachRow[] {
	return rows.filter(({ status }) => status === 'not_done' || status === 'refused' || status === 'waiting');
}

/** What a person cancelled is no failure. */
export function verdictOn(result: ForEachConnectionResult): Verdict<EndingOf<'for-each-connection'>> {
	const { rows } = result;
	const bad = notDone(result);
	return {
		...verdictOnItems(rows.length - bad.length, rows.length, digestOf(result)),
		...failuresOf(
			bad.map(({ connection, status, message, error }) => ({
				path: connection,
				status: message ?? status,
				error,
			})),
		),
	};
}
