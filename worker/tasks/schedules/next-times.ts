import { Cron } from 'croner';
import type { ScheduleTiming } from './schedule-service';

/**
 * The times of one cron line.
 * @param line five fields, separated by single spaces
 * @throws Error if it is not a cron line
 */
export function cronOf(line: string, timeZone: string): Cron {
	// Temporal combines both days with "and": a 13th that is a Friday.
	return new Cron(line, { mode: '5-part', domAndDow: true, timezone: timeZone, paused: true });
}

/**
 * The next times of a schedule that may not exist yet, without jitter. An existing one has Temporal's own times.
 * @param timing that `checkTiming` accepts
 * @param count how many times
 */
export function nextTimes(
	{ cron, timeZone }: Pick<ScheduleTiming, 'cron' | 'timeZone'>,
	count: number,
	from = new Date(),
): Date[] {
	const times = cron.flatMap((line) => timesOf(cronOf(line.trim().replace(/\s+/g, ' '), timeZone), count, from));
	const unique = new Set(times.map((time) => time.getTime()));
	return [...unique]
		.sort((one, other) => one - other)
		.slice(0, count)
		.map((time) => new Date(time));
}

/** Temporal skips a time that does not exist, when clocks go forward. Croner moves it, so one more is computed. */
function timesOf(cron: Cron, count: number, from: Date): Date[] {
	return cron.nextRuns(count + 1, from).filter((time) => cron.match(time));
}
