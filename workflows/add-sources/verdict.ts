import { type EndingOf, failuresOf, type Verdict, verdictOnItems } from '../task/outcomes';
import type { AddSourcesResult, SourceRowStatus } from './contract';
import { doubtsOf, sentenceOf } from './outcome';

/** Whether a source counts: the service has read it, or the agent had it. A status without an answer does not compile. */
const COUNTS: Readonly<Record<SourceRowStatus, boolean>> = {
	indexed: true,
	present: true,
	duplicate: true,
	failed: false,
	processing: false,
	gone: false,
	refused: false,
	needs_person: false,
	not_started: false,
};

export function verdictOn({ counts, rows, stoppedBy }: AddSourcesResult): Verdict<EndingOf<'add-sources'>> {
	const bad = rows.filter(({ status }) => !COUNTS[status]);
	const stopped = stoppedBy === null ? '' : ` ${stoppedBy.title}: ${stoppedBy.detail}`;
	const doubts = doubtsOf(rows);
	const message = `${sentenceOf(counts, rows.length)}.${stopped}${doubts}`;
	if (bad.length === 0 && doubts !== '') return { ending: 'perhaps_doubled', message };
	return {
		...verdictOnItems(rows.length - bad.length, rows.length, message),
		...failuresOf(bad.map((row) => ({ ...row, path: row.name }))),
	};
}
