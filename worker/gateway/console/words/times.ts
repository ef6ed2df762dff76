/** When the reader's day began. @param now Default: the present moment */
export function startOfToday(now = new Date()): Date {
	const start = new Date(now);
	start.setHours(0, 0, 0, 0);
	return start;
}

/** The name of the reader's zone: `Europe/Berlin`. */
export function readersZone(): string {
	return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

type Unit = 'second' | 'minute' | 'hour' | 'day';

/** With their seconds, the largest first. */
const UNITS: ReadonlyArray<readonly [Unit, number]> = [
	['day', 86_400],
	['hour', 3_600],
	['minute', 60],
	['second', 1],
];
const SECOND = ['second', 1] as const;
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
/** Below this many seconds a time is "now". */
const NOW_SECONDS = 10;

function inUnits(seconds: number): { unit: Unit; count: number } {
	const size = Math.abs(seconds);
	// The larger unit only if there are two of it: "90 minutes" is clearer than "2 hours".
	const [unit, length] = UNITS.find(([, each]) => size >= 2 * each) ?? SECOND;
	return { unit, count: Math.round(seconds / length) };
}

/** A duration in one unit: "90 minutes". */
export function span(seconds: number): string {
	const { unit, count } = inUnits(seconds);
	return new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

/** Seconds from one time to another. @param end ISO 8601. Default: now */
export function secondsBetween(start: string, end?: string): number {
	return ((end === undefined ? Date.now() : Date.parse(end)) - Date.parse(start)) / 1000;
}

/** A time relative to now: "3 minutes ago", "in 2 hours". */
export function relative(iso: string, now = Date.now()): string {
	const seconds = (Date.parse(iso) - now) / 1000;
	if (Math.abs(seconds) < NOW_SECONDS) return seconds > 0 ? 'in a moment' : 'just now';
	const { unit, count } = inUnits(seconds);
	return RELATIVE.format(count, unit);
}

const DAY = { year: 'numeric', month: 'short', day: 'numeric' } as const;
const CLOCK = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;

/** A time in the reader's zone, with the zone's short name, and in the reader's language. */
export function exact(time: string | number): string {
	return new Date(time).toLocaleString(undefined, { ...DAY, ...CLOCK });
}

/** A time in the reader's zone and language, exact to the second. Without the date, if it is today. */
export function exactWithSeconds(iso: string, now = new Date()): string {
	const time = new Date(iso);
	const isToday = time.toDateString() === now.toDateString();
	return time.toLocaleString(undefined, { ...(isToday ? {} : { dateStyle: 'medium' }), timeStyle: 'medium' });
}

/** A time in a zone, with its weekday and the zone's short name, in the reader's language. */
export function inZone(time: string, timeZone: string): string {
	return new Date(time).toLocaleString(undefined, { weekday: 'short', ...DAY, ...CLOCK, timeZone });
}

const MOMENT = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)/;

/** Whether a value of the API is a time. */
export function isMoment(text: string): boolean {
	return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(text);
}

/** A text of the gateway, split at the times in it. Every second part is a time. */
export function splitAtMoments(text: string): string[] {
	return text.split(MOMENT);
}
