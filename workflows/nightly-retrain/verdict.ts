import { hasReadNothing } from '../retrain/verdict';
import { type EndingOf, failuresOf, type Verdict, verdictOnItems } from '../task/outcomes';
import type { NightlyRetrainResult, NightlyRetrainRow } from './contract';
import { digestOf } from './outcome';

const NOTHING_READ: NonNullable<NightlyRetrainRow['error']> = {
	type: 'no_page_read',
	title: 'No page was read',
	detail: "The run has ended, and every page failed. The agent's sources say why.",
};

/** The agents that were not retrained, also those whose run read nothing, and those whose turn did not come. */
export function notRetrained({ rows }: NightlyRetrainResult): NightlyRetrainRow[] {
	return rows.filter((row) => row.status !== 'completed' || isUnread(row));
}

/** An agent counts if it was retrained. What a person cancelled is no failure. */
export function verdictOn(result: NightlyRetrainResult): Verdict<EndingOf<'nightly-retrain'>> {
	const { rows } = result;
	const bad = notRetrained(result);
	const unread = rows.filter(isUnread).length;
	const message = `${digestOf(result)}${unread === 0 ? '' : ` No page was read for ${unread} of them.`}`;
	if (bad.length > 0 && bad.every(({ status }) => status === 'cancelled'))
		return { ending: bad.length === rows.length ? 'all_cancelled' : 'partly_cancelled', message };
	const failed = bad.filter(({ status }) => status !== 'cancelled');
	return {
		...verdictOnItems(rows.length - bad.length, rows.length, message),
		...failuresOf(
			failed.map((row) => ({ ...row, path: row.agentId, error: isUnread(row) ? NOTHING_READ : row.error })),
		),
	};
}

function isUnread({ status, run }: NightlyRetrainRow): boolean {
	return status === 'completed' && run !== null && hasReadNothing(run);
}
