import { LRUCache } from 'lru-cache';
import { calendarsOf, type CronTiming, timesFrom } from './next-times';
import { timingIssues } from './schedule-problems';
import type { TemporalCalendar } from './temporal-calendar';
import { type ClockChange, DAY, HOUR, MINUTE, ZoneClock } from '../../../api/zone-clock';

/** How far ahead changes are looked at: a date such as 29 March meets one only in some years. */
const AHEAD = 5 * 365 * DAY;
/** The server's choices reach this far back from a change of two hours, the longest one. */
const BEFORE = 4 * HOUR;
/** Up to this number of times are listed. */
const LISTED = 4;

const LIST = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** By the times and the day. Pages read the list of all schedules every few seconds. */
const known = new LRUCache<string, string[]>({ max: 1000 });

/**
 * What the clock changes of the next five years do to a schedule, in words: runs that are skipped or added, and times
 * that come twice. The first change forward and the first one back that matter, the earlier one first.
 * Nothing for a schedule that another program saved with times that the gateway refuses.
 */
export function clockWarnings({ cron, timeZone }: CronTiming, from = new Date()): string[] {
	const key = JSON.stringify([cron, timeZone, from.toISOString().slice(0, 10)]);
	const found = known.get(key) ?? firstWarnings({ cron, timeZone }, from.getTime());
	known.set(key, found);
	return found;
}

function firstWarnings(timing: CronTiming, from: number): string[] {
	if (timingIssues(timing).length > 0) return [];
	const calendars = calendarsOf(timing);
	const found = new Map<Way, Consequences>();
	for (const change of ZoneClock.of(timing.timeZone).changes(from, from + AHEAD)) {
		const way = wayOf(change);
		if (found.has(way)) continue;
		const consequences = consequencesOf(calendars, change);
		if (consequences.walls.length > 0 || !consequences.isAsExpected) found.set(way, consequences);
		if (found.size === 2) break;
	}
	return [...found.values()]
		.filter(({ isAsExpected, isHourly }) => !(isAsExpected && isHourly))
		.map((consequences) => sentenceOf(consequences, timing.timeZone));
}

type Way = 'forward' | 'back';

/** What happens around a change. Times of the clock are wall times, moments are in ms. */
interface Consequences {
	way: Way;
	/** The first wall time that does not exist or comes twice. */
	start: number;
	/** Those of the schedule's wall times that do not exist or come twice. */
	walls: number[];
	/** When it runs at these wall times. */
	runs: number[];
	/** Wall times of the schedule that exist once, without a run. */
	skipped: number[];
	/** Moments of runs at wall times that the schedule does not have. */
	added: number[];
	/** Whether it runs whenever the clock shows one of its times, and never else. */
	isAsExpected: boolean;
	/** Whether it runs at these minutes of every hour, so that a change moves no run. */
	isHourly: boolean;
	change: ClockChange;
}

function consequencesOf(calendars: readonly TemporalCalendar[], change: ClockChange): Consequences {
	const { at, before, after } = change;
	const [start, end] = [at + Math.min(before, after), at + Math.max(before, after)];
	const isNamed = (wall: number) => calendars.some((calendar) => calendar.names(wall));
	const isInside = (moment: number) => isWithin(wallOf(moment, change), start, end);
	const walls = minutes(start, end).filter(isNamed);
	const [first, last] = [at - BEFORE, at + DAY];
	const expected = new Set(minutes(first, last).filter((moment) => isNamed(wallOf(moment, change))));
	const actual = new Set<number>();
	for (const time of timesFrom(calendars, first - 1)) {
		if (time >= last) break;
		actual.add(time);
	}
	const missing = [...expected].filter((moment) => !actual.has(moment));
	const added = [...actual].filter((moment) => !expected.has(moment));
	const runs = [...actual].filter((moment) => isInside(moment) && expected.has(moment));
	const skipped = missing.filter((moment) => !isInside(moment)).map((moment) => wallOf(moment, change));
	const isAsExpected = missing.length === 0 && added.length === 0;
	const isHourly = walls.every((wall) => everyHourOf(wall).every(isNamed));
	return { way: wayOf(change), start, walls, runs, skipped, added, isAsExpected, isHourly, change };
}

/** This minute of every hour of the day. */
function everyHourOf(wall: number): number[] {
	const first = Math.floor(wall / DAY) * DAY + (wall % HOUR);
	return Array.from({ length: 24 }, (_, hour) => first + hour * HOUR);
}

function sentenceOf({ way, start, walls, runs, skipped, added, change }: Consequences, timeZone: string): string {
	const day = `On ${DATE.format(start)}`;
	const verb =
		way === 'back' ? pick(walls, 'comes twice', 'come twice') : pick(walls, 'does not exist', 'do not exist');
	const cause =
		walls.length === 0
			? `${day} the clocks go ${way} in ${timeZone}`
			: `${day} ${listOf(walls)} ${verb} in ${timeZone}, because the clocks go ${way}`;
	const effects = way === 'back' ? effectsOfBack(walls, runs, added) : effectsOfForward(walls, added, change);
	if (skipped.length > 0) effects.push(`Temporal skips the ${pick(skipped, 'run', 'runs')} at ${listOf(skipped)}`);
	return `${cause}: ${effects.join(', and ')}.`;
}

function effectsOfForward(walls: readonly number[], added: readonly number[], change: ClockChange): string[] {
	if (walls.length === 0) return [];
	if (added.length === 0) return [pick(walls, 'this run is skipped', 'these runs are skipped')];
	return [`this runs at ${listOf(added.map((moment) => wallOf(moment, change)))} instead`];
}

function effectsOfBack(walls: readonly number[], runs: readonly number[], added: readonly number[]): string[] {
	const number = runs.length === 2 ? 'twice, ' : 'once, ';
	const ofWalls =
		runs.length === 0 ? 'Temporal skips it' : `this runs ${pick(walls, number, '')}at ${listOf(runs)} UTC`;
	return [
		...(walls.length === 0 ? [] : [ofWalls]),
		...(added.length === 0 ? [] : [`Temporal adds ${pick(added, 'a run', 'runs')} at ${listOf(added)} UTC`]),
	];
}

function pick(times: readonly number[], one: string, several: string): string {
	return times.length === 1 ? one : several;
}

/** Times of day. @param times wall times, or moments for UTC */
function listOf(times: readonly number[]): string {
	const texts = times.map((time) => new Date(time).toISOString().slice(11, 16));
	const [first, last] = [texts[0], texts.at(-1)];
	return texts.length > LISTED ? `${texts.length} times from ${first} to ${last}` : LIST.format(texts);
}

function wayOf({ before, after }: ClockChange): Way {
	return after > before ? 'forward' : 'back';
}

function wallOf(moment: number, { at, before, after }: ClockChange): number {
	return moment + (moment < at ? before : after);
}

function isWithin(time: number, start: number, end: number): boolean {
	return time >= start && time < end;
}

/** Every full minute from a time up to another. */
function minutes(start: number, end: number): number[] {
	return Array.from({ length: Math.ceil((end - start) / MINUTE) }, (_, index) => start + index * MINUTE);
}
