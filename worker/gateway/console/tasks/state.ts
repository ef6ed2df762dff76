import type { TaskItem } from '../api/types';
import type { Look } from '../parts/pill';
import { secondsBetween, span } from '../words/times';
import { humanised, STAGES, wordOf } from '../words/words';

const LOOKS: Readonly<Record<TaskItem['status'], Look>> = {
	running: 'busy',
	completed: 'good',
	failed: 'bad',
	timed_out: 'bad',
	cancelled: 'quiet',
};

/** The state of a task in a word, and how it looks. */
export function stateOf({
	status,
	stage,
	waitsForPerson,
	progress,
}: Pick<TaskItem, 'status' | 'stage' | 'waitsForPerson' | 'progress'>): { look: Look; text: string } {
	if (waitsForPerson) return { look: 'attention', text: 'Waits for a person' };
	if (status === 'running') {
		if (stage === 'paused') return { look: 'quiet', text: 'Paused' };
		if (stage === 'unpublished') return { look: 'quiet', text: 'Flow not published' };
		if (progress?.problem !== undefined) return { look: 'bad', text: 'Blocked' };
		if ((progress?.itemsFailed ?? 0) > 0) return { look: 'attention', text: 'Running, some failed' };
	}
	const { itemsFailed = 0, pagesFailed = 0 } = progress ?? {};
	if (status === 'completed' && itemsFailed + pagesFailed > 0)
		return { look: 'attention', text: 'Completed, some failed' };
	return { look: LOOKS[status], text: humanised(status) };
}

/** What a running task does. If it waits for a person: also for how long. */
export function stageOf({ stage, waitsForPerson, progress }: TaskItem): string {
	const words = stage === null ? 'Running' : (wordOf(STAGES, stage) ?? humanised(stage));
	if (!waitsForPerson || progress === null) return words;
	return `${words}, for ${span(secondsBetween(progress.at))}`;
}

/** Enough of an id to tell two tasks apart. */
export function shortId(id: string): string {
	return id.slice(id.indexOf('~') + 1).slice(0, 8);
}
