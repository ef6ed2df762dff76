import { createHash } from 'node:crypto';
import { identityOf, type ShownConversation } from '../../../api';

const MARK_LENGTH = 16;

/** What a conversation is known by: a short hash of its id, or of all of it where it shows none. */
export function markOf(conversation: ShownConversation): string {
	return createHash('sha256').update(identityOf(conversation)).digest('base64url').slice(0, MARK_LENGTH);
}

/** The id to read its transcript by; null if it shows none. */
export function idOf({ id }: ShownConversation): string | null {
	return typeof id === 'string' && id !== '' ? id : null;
}

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T/;
/** The first that is there counts. */
const NAMES_OF_START = ['createdAt', 'startedAt', 'created_at', 'started_at'];
const NAME_OF_TIME = /(?:at|time|date)$/i;

/** When it began, in milliseconds since 1970; null if it shows no such time. */
export function startOf(conversation: ShownConversation): number | null {
	for (const name of NAMES_OF_START) {
		const time = timeIn(conversation[name]);
		if (time !== null) return time;
	}
	return null;
}

/** The latest of all times that it shows; null if it shows none. Milliseconds since 1970. */
export function latestOf(conversation: ShownConversation): number | null {
	const times = Object.entries(conversation).flatMap(([name, value]) => {
		const time = NAME_OF_TIME.test(name) ? timeIn(value) : null;
		return time === null ? [] : [time];
	});
	return times.length === 0 ? null : Math.max(...times);
}

function timeIn(value: unknown): number | null {
	if (typeof value !== 'string' || !TIMESTAMP.test(value)) return null;
	const time = Date.parse(value);
	return Number.isNaN(time) ? null : time;
}

/** The day (UTC) as YYYY-MM-DD; null where it shows no time, or one that no calendar of four digits has. */
export function dayOf(conversation: ShownConversation): string | null {
	const start = startOf(conversation);
	if (start === null) return null;
	const day = new Date(start).toISOString().split('T')[0] ?? '';
	return /^\d{4}-/.test(day) ? day : null;
}

/** So many that a single old conversation among new ones ends nothing. */
const FEWEST = 50;

/**
 * Whether everything that a page shows of all its conversations is from before a time. A list is newest first, by when
 * conversations began or by what happened last in them: what follows then began before that time as well.
 * @param time milliseconds since 1970
 * @param whereUndated what counts for a conversation that shows no time
 */
export function areAllBefore(page: readonly ShownConversation[], time: number, whereUndated = false): boolean {
	if (page.length < FEWEST) return false;
	return page.every((conversation) => {
		const latest = latestOf(conversation);
		return latest === null ? whereUndated : latest < time;
	});
}

const NAME_OF_END = /resolved/i;

/** The specification names the states `open` and `resolved`, and no field. So any field can say that it is resolved. */
export function isResolved(conversation: ShownConversation): boolean {
	return Object.entries(conversation).some(([name, value]) => {
		if (typeof value === 'string' && value.toLowerCase() === 'resolved') return true;
		return NAME_OF_END.test(name) && Boolean(value);
	});
}
