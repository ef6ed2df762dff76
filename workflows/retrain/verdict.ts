import type { TrainingRun } from '../../api';
import type { EndingOf, Verdict } from '../task/outcomes';
import type { RetrainResult } from './contract';
import { changesInWords } from './source-words';

type Ending = EndingOf<'retrain-and-wait'>;

/** Each outcome with its end: if all pages were read, and if some were not. An outcome without an end does not compile. */
const ENDINGS: Readonly<Record<RetrainResult['outcome'], { all: Ending; some: Ending }>> = {
	can_chat: { all: 'can_chat', some: 'can_chat_pages_failed' },
	finished: { all: 'finished', some: 'pages_failed' },
	failed: { all: 'failed', some: 'failed' },
};

/** The agent was retrained without the pages that the service could not read, unless it could read none. */
export function verdictOn({ outcome, run, audit, sourceChanges }: RetrainResult): Verdict<Ending> {
	const changes = sourceChanges === undefined ? [] : [changesInWords(sourceChanges)];
	const pages = run === null ? 'the service did not show its pages' : pageCounts(run);
	if (outcome === 'failed') return { ending: 'failed', message: `The run failed: ${run?.error ?? pages}` };
	if (run !== null && hasReadNothing(run))
		return { ending: 'no_page_read', message: [`No page was read: ${pages}.`, ...changes].join(' ') };
	const ended = outcome === 'can_chat' ? `The agent can chat: ${pages}.` : `The run has ended: ${pages}.`;
	const message = [ended, ...changes, ...repeatsOf(audit)].join(' ');
	const { all, some } = ENDINGS[outcome];
	const [summary] = changes;
	return {
		ending: run !== null && run.pagesFailed > 0 ? some : all,
		message,
		...(summary === undefined ? {} : { summary }),
	};
}

function repeatsOf({ repeats = 0 }: RetrainResult['audit']): string[] {
	if (repeats === 0) return [];
	const times = repeats === 1 ? 'once' : `${repeats} times`;
	return [`A response was lost, so the request was repeated ${times}. A second run may have taken place.`];
}

/** Whether a run that has ended read none of its pages. */
export function hasReadNothing({
	pagesCompleted,
	pagesFailed,
}: {
	pagesCompleted: number;
	pagesFailed: number;
}): boolean {
	return pagesCompleted === 0 && pagesFailed > 0;
}

/** The service does not say in the run which pages failed. */
export function pageCounts({
	pagesCompleted,
	pagesTotal,
	pagesFailed,
}: Pick<TrainingRun, 'pagesCompleted' | 'pagesTotal' | 'pagesFailed'>): string {
	const failed = pagesFailed > 0 ? `, ${pagesFailed} failed. The sources of the agent name them and the reasons` : '';
	return `${pagesCompleted} of ${pagesTotal} pages${failed}`;
}
