import { ScheduleNotFoundError } from '@temporalio/client';
import { Cron } from 'croner';
import { Problem, type ProblemIssue } from '../../problems/problem';
import { GRPC, grpcCodeOf } from '../../temporal/grpc-code';
import type { ScheduleTiming } from './schedule-service';

/** What Temporal and every cron agree on: numbers, names, `*`, `,`, `-` and `/`. */
const FIELD = /^(?:\d+|[a-z]{3}|\*)(?:[-/,](?:\d+|[a-z]{3}|\*))*$/i;

/**
 * Makes sure that a schedule is one, before Temporal is asked.
 * @throws Problem 400 that names each wrong field
 */
export function checkTiming({ cron, timeZone }: ScheduleTiming): void {
	const zone = zoneIssue(timeZone);
	const issues = zone !== null ? [zone] : cron.flatMap((line, index) => cronIssue(line, `cron.${index}`, timeZone));
	if (issues.length > 0) throw badTiming(issues);
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

function zoneIssue(timeZone: string): ProblemIssue | null {
	try {
		const { timeZone: known } = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions();
		if (known.toLowerCase() !== timeZone.toLowerCase() || known === timeZone) return null;
		// Node knows it in any case; Temporal does not.
		return { path: 'timeZone', message: `must be written ${known}` };
	} catch {
		return { path: 'timeZone', message: `"${timeZone}" is no time zone; write one as Europe/Berlin or UTC` };
	}
}

function cronIssue(line: string, path: string, timezone: string): ProblemIssue[] {
	const fields = line.trim().split(/\s+/);
	if (fields.length !== 5 || !fields.every((field) => FIELD.test(field))) {
		const message = `"${line}" is no cron line: five fields are needed (minute, hour, day of month, month, day of week), of numbers, names, * , - and /`;
		return [{ path, message }];
	}
	try {
		// Temporal takes both days together: the 13th *and* a Friday.
		const next = new Cron(fields.join(' '), { mode: '5-part', domAndDow: true, timezone, paused: true }).nextRun();
		if (next !== null) return [];
		return [{ path, message: `"${line}" never fires: no day is the one it names` }];
	} catch (error) {
		const reason = error instanceof Error ? error.message.replace(/^CronPattern: /, '') : String(error);
		return [{ path, message: `"${line}" is no cron line: ${reason}` }];
	}
}

export function noSchedule(id: string): Problem {
	return new Problem({
		type: 'schedule_not_found',
		title: 'There is no such schedule',
		status: 404,
		detail: `There is no schedule "${id}". GET /v1/schedules lists them all.`,
	});
}

export function runUnderWay(id: string, taskId: string): Problem {
	return new Problem({
		type: 'schedule_running',
		title: 'A run of the schedule is under way',
		status: 409,
		detail: `Nothing was started: the schedule "${id}" never runs twice at once, and ${taskId} is under way. Wait for its end, or cancel it.`,
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

/** What Temporal says about a schedule, as a refusal; everything else comes back as it is. */
export function scheduleProblem(error: unknown, id: string): unknown {
	if (error instanceof ScheduleNotFoundError) return noSchedule(id);
	if (grpcCodeOf(error) !== GRPC.invalidArgument) return error;
	const message = error instanceof Error ? error.message : String(error);
	// Temporal's own words; it knows its zones and calendars best.
	return badTiming([{ path: /time ?zone/i.test(message) ? 'timeZone' : 'cron', message: `is refused: ${message}` }]);
}
