import { ScheduleNotFoundError } from '@temporalio/client';
import { Problem, type ProblemIssue } from '../../problems/problem';
import { GRPC, grpcCodeOf } from '../../temporal/grpc-code';
import { calendarOf, type CronTiming } from './next-times';
import { zoneProblem } from '../../settings/time-zone';

/** The syntax that Temporal and every cron share: numbers, names, `*`, `,`, `-` and `/`. */
const FIELD = /^(?:\d+|[a-z]{3}|\*)(?:[-/,](?:\d+|[a-z]{3}|\*))*$/i;

/**
 * Checks a schedule before the request to Temporal.
 * @throws Problem 400 that names each wrong field
 */
export function checkTiming(timing: CronTiming): void {
	const issues = timingIssues(timing);
	if (issues.length > 0) throw badTiming(issues);
}

/** What is wrong with a schedule's times, by field. */
export function timingIssues({ cron, timeZone }: CronTiming): ProblemIssue[] {
	const zone = zoneProblem(timeZone);
	if (zone !== null) return [{ path: 'timeZone', message: zone }];
	return cron.flatMap((line, index) => cronIssue(line, `cron.${index}`, timeZone));
}

export function badTiming(issues: ProblemIssue[]): Problem {
	return new Problem({
		type: 'invalid_schedule',
		title: 'The schedule is not valid',
		status: 400,
		detail: `Nothing was done. ${issues.map(({ path, message }) => `${path} ${message}`).join('; ')}.`,
		issues,
	});
}

function cronIssue(line: string, path: string, timeZone: string): ProblemIssue[] {
	const fields = line.trim().split(/\s+/);
	if (fields.length !== 5 || !fields.every((field) => FIELD.test(field))) {
		const message = `"${line}" is not a cron line: it needs five fields (minute, hour, day of month, month, day of week) of numbers, names, * , - and /`;
		return [{ path, message }];
	}
	const fires = (zone: string) => calendarOf(line, zone).next(Date.now()) !== null;
	try {
		if (fires(timeZone)) return [];
		const reason = fires('UTC')
			? `its times do not exist in ${timeZone}, because the clocks go forward then; choose a time at 04:00 or later`
			: 'no date matches it';
		return [{ path, message: `"${line}" never fires: ${reason}` }];
	} catch (error) {
		const reason = error instanceof Error ? error.message.replace(/^CronPattern: /, '') : String(error);
		return [{ path, message: `"${line}" is not a cron line: ${reason}` }];
	}
}

export function noSchedule(id: string): Problem {
	return new Problem({
		type: 'schedule_not_found',
		title: 'There is no such schedule',
		status: 404,
		detail: `There is no schedule "${id}". GET /v1/schedules lists all schedules.`,
	});
}

/** A new schedule was to be created, and its name is taken. */
export function scheduleExists(id: string): Problem {
	return new Problem({
		type: 'schedule_exists',
		title: 'A schedule of this name exists',
		status: 412,
		detail: `Nothing was saved. There is a schedule "${id}" already. Choose another name, or change the existing schedule.`,
		issues: [{ path: 'id', message: `"${id}" is already the name of a schedule; choose another name` }],
	});
}

/** The caller changes another version than the current one. */
export function scheduleChanged(id: string): Problem {
	return new Problem({
		type: 'schedule_changed',
		title: 'The schedule was changed meanwhile',
		status: 412,
		detail: `Nothing was saved. Somebody changed or deleted the schedule "${id}" since you read it. Read it again, then save your change with its new version.`,
		issues: [{ path: 'If-Match', message: 'is not the current version' }],
	});
}

export function runUnderWay(id: string, taskId: string): Problem {
	return new Problem({
		type: 'schedule_running',
		title: 'A run of the schedule is active',
		status: 409,
		detail: `Nothing was started: runs of the schedule "${id}" never overlap, and ${taskId} still runs. Wait for its end, or cancel it.`,
	});
}

export function neverFires(cron: readonly string[]): Problem {
	const issues = cron.map((line, index) => ({ path: `cron.${index}`, message: `"${line}" never fires` }));
	return badTiming(issues);
}

export function badSpan(message: string): Problem {
	return new Problem({
		type: 'invalid_request',
		title: 'The request is not valid',
		status: 400,
		detail: `Nothing was done. The span from "from" to "to" ${message}.`,
		issues: [
			{ path: 'from', message },
			{ path: 'to', message },
		],
	});
}

/** Converts Temporal's refusal of a schedule to a Problem. @returns any other error unchanged */
export function scheduleProblem(error: unknown, id: string): unknown {
	if (error instanceof ScheduleNotFoundError) return noSchedule(id);
	// Temporal's client makes a TypeError of the server's refusal of a time zone or a calendar.
	if (grpcCodeOf(error) !== GRPC.invalidArgument && !(error instanceof TypeError)) return error;
	const message = error instanceof Error ? error.message : String(error);
	// The message is Temporal's, which knows its time zones and calendars best.
	return badTiming([
		{ path: /time ?zone/i.test(message) ? 'timeZone' : 'cron', message: `was refused by Temporal: ${message}` },
	]);
}
