import type { Timeline, TimelineEntry } from '../api/types';
import { secondsBetween, span } from '../words/times';
import { counted } from '../words/words';

/** A stage with what happened in it. */
export interface TimelineGroup {
	/** Null: before the first stage that was read. */
	stage: TimelineEntry | null;
	entries: TimelineEntry[];
}

/** Stages that only name the end, which is an entry of its own. */
const LAST: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled', 'timed_out']);

/** The entries by stage. The end of the task, and the messages around it, are a group of their own. */
export function groupsOf({ entries }: Pick<Timeline, 'entries'>): TimelineGroup[] {
	const groups: TimelineGroup[] = [];
	let current: TimelineGroup = { stage: null, entries: [] };
	for (const entry of entries) {
		const isStage = entry.kind === 'stage';
		if (isStage || (entry.kind === 'end' && current.stage !== null)) {
			groups.push(current);
			current = { stage: isStage && !LAST.has(entry.name) ? entry : null, entries: [] };
		}
		if (!isStage) current.entries.push(entry);
	}
	return [...groups, current].filter(({ stage, entries: inside }) => stage !== null || inside.length > 0);
}

/** Whether attempts are worth a word: a step that was done once in one attempt needs none. */
export function attemptsOf({ kind, times, attempts, reason, status }: TimelineEntry): string | null {
	if (kind !== 'call' && kind !== 'work') return null;
	const isRepeated = attempts > times || (status === 'running' && attempts > 0);
	if (isRepeated)
		return reason === null ? `looked ${counted(attempts, 'time')} for a change` : counted(attempts, 'attempt');
	return times > 1 ? counted(times, 'time') : null;
}

/** The status codes of attempts that failed. Null: there is none, or the reason names the only one. */
export function statusesOf({ statuses, reason }: Pick<TimelineEntry, 'statuses' | 'reason'>): string | null {
	const [only] = statuses;
	if (only === undefined || (statuses.length === 1 && reason?.includes(`(${only})`) === true)) return null;
	return `Status codes of failed attempts: ${statuses.join(', ')}.`;
}

/** How long something took, or has taken until now. Null: it was a moment. */
export function durationOf({ at, endedAt, status }: TimelineEntry): string | null {
	if (endedAt === null && status !== 'running') return null;
	const seconds = secondsBetween(at, endedAt ?? undefined);
	return seconds < 1 ? null : span(seconds);
}
