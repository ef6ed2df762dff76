import type { TimelineEntry } from './timeline';

const JOINED: ReadonlySet<TimelineEntry['kind']> = new Set(['call', 'work', 'pause']);

/**
 * In the order of their beginnings, with equal steps in a row as one entry: an export of a thousand pages is one line.
 * Steps that failed, run, or were retried stay apart from the others.
 */
export function inOrder(entries: readonly TimelineEntry[]): TimelineEntry[] {
	const joined: TimelineEntry[] = [];
	for (const entry of entries.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))) {
		const last = joined.at(-1);
		if (last === undefined || !isSame(last, entry)) joined.push({ ...entry });
		else {
			last.times += entry.times;
			last.attempts += entry.attempts;
			last.endedAt = entry.endedAt;
			last.queuedSeconds = longer(last.queuedSeconds, entry.queuedSeconds);
		}
	}
	return joined;
}

function isSame(one: TimelineEntry, other: TimelineEntry): boolean {
	return JOINED.has(one.kind) && one.kind === other.kind && one.name === other.name && isPlain(one) && isPlain(other);
}

function isPlain({ status, reason, statuses }: TimelineEntry): boolean {
	return status === 'done' && reason === null && statuses.length === 0;
}

/** Of several steps, the one that waited longest. */
function longer(one: number | null, other: number | null): number | null {
	return one === null || other === null ? (one ?? other) : Math.max(one, other);
}
