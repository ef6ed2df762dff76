import type { TaskItem } from '../api/types';
import type { Look } from '../parts/pill';
import { secondsBetween, span } from '../words/times';
import { humanised, STAGES, wordOf } from '../words/words';

/** The state of a task in a word, and how it looks. How it ended is in the gateway's table of outcomes. */
export function stateOf({
	ended,
	stage,
	waitsForPerson,
	progress,
	connectionMissing,
}: Pick<TaskItem, 'ended' | 'stage' | 'waitsForPerson' | 'progress' | 'connectionMissing'>): {
	look: Look;
	text: string;
} {
	if (ended !== null) return { look: ended.tone, text: ended.word };
	if (connectionMissing) return { look: 'bad', text: 'Connection removed' };
	if (waitsForPerson) return { look: 'attention', text: 'Waits for a person' };
	if (stage === 'paused') return { look: 'quiet', text: 'Paused' };
	if (stage === 'unpublished') return { look: 'quiet', text: 'Flow not published' };
	if (progress?.problem !== undefined) return { look: 'bad', text: 'Blocked' };
	if ((progress?.itemsFailed ?? 0) > 0) return { look: 'attention', text: 'Running, some failed' };
	return { look: 'busy', text: 'Running' };
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
