import { ScheduleNotFoundError } from '@temporalio/client';
import { Problem } from '../../problems/problem';
import { grpcCodeOf, GRPC } from '../../temporal/grpc-code';
import { badTiming } from './check-timing';

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
