import { type Client, ScheduleNotFoundError } from '@temporalio/client';
import { z } from 'zod';
import type { FinishByActivities, LookAtSchedule, ScheduleLook } from '../../../workflows/finish-by/activities';
import type { LateTask } from '../../../workflows/finish-by/late';
import type { TaskProgress } from '../../../workflows/task/visibility';
import { viewOf } from '../../tasks/schedules/describe-schedule';
import { finishTime } from '../../tasks/schedules/finish-time';
import { matchingTimes } from '../../tasks/schedules/schedule-calls';
import type { ScheduleView } from '../../tasks/schedules/schedule-service';
import { findTask } from '../../tasks/task-view';
import { isProblem } from '../../problems/problem';
import { checked } from '../task/arguments';
import { judgeFinish, type RunAtStake } from './judge-finish';

const lookSchema: z.ZodType<LookAtSchedule> = z.object({ scheduleId: z.string(), told: z.string().nullable() });

/** Due times are looked for so far back, in ms: a run is at stake for a day at most. */
const A_DAY_MS = 25 * 3_600_000;
const AN_HOUR_MS = 3_600_000;
/** A run begins so long after its due time at the latest, if all is well. In ms. */
const BEGINS_WITHIN_MS = 30_000;
/** Earlier runs that say how long one takes. */
const EARLIER_RUNS = 5;

/** Looks at schedules that have a time to finish by. It uses no API call. */
export function finishByActivities(client: Client): FinishByActivities {
	return { lookAtFinish: (look) => lookAtFinish(client, checked(lookSchema, look)) };
}

async function lookAtFinish(client: Client, { scheduleId, told }: LookAtSchedule): Promise<ScheduleLook> {
	const view = await viewed(client, scheduleId);
	if (view === null || view.finishBy === null) return { over: true };
	const now = Date.now();
	const nextDue = view.next.map((time) => Date.parse(time)).find((time) => time > now) ?? now + A_DAY_MS;
	const atNext: ScheduleLook = { over: false, late: null, nextLookAt: nextDue + BEGINS_WITHIN_MS };
	const dueAt = await lastDue(client, scheduleId, now);
	if (dueAt === undefined || dueAt.toISOString() === told) return atNext;
	const finishBy = finishTime(dueAt.getTime(), view.finishBy, view.timeZone);
	const stake = await atStake(client, view, dueAt.getTime());
	if (stake === null) return atNext;
	const { taskId, begun } = stake;
	const warnMs = (view.warnMinutes ?? 0) * 60_000;
	const run = { now, dueAt: dueAt.getTime(), finishBy, warnMs, begun, earlierMs: stake.earlierMs };
	const { isLate, expectedAt, nextLookAt } = judgeFinish(run);
	if (!isLate) return { over: false, late: null, nextLookAt: Math.min(nextLookAt, nextDue + BEGINS_WITHIN_MS) };
	const late = lateTask(view, taskId, { finishBy, expectedAt, hasBegun: begun !== null });
	return { ...atNext, late: { ...late, dueAt: dueAt.toISOString() } };
}

/** The server lists a thousand times at most, so a schedule of every minute is asked for its last hour alone. */
async function lastDue(client: Client, scheduleId: string, now: number): Promise<Date | undefined> {
	for (const span of [AN_HOUR_MS, A_DAY_MS]) {
		const times = await matchingTimes(client, scheduleId, { from: new Date(now - span), to: new Date(now) });
		const last = times.at(-1);
		if (last !== undefined) return last;
	}
	return undefined;
}

async function viewed(client: Client, scheduleId: string): Promise<ScheduleView | null> {
	try {
		return viewOf(await client.schedule.getHandle(scheduleId).describe());
	} catch (error) {
		if (error instanceof ScheduleNotFoundError) return null;
		throw error;
	}
}

type AtStake = Pick<RunAtStake, 'begun' | 'earlierMs'> & { taskId: string };

/** The run of a due time, if it is not over. Null: nothing is at stake. */
async function atStake(client: Client, view: ScheduleView, dueAt: number): Promise<AtStake | null> {
	const run = view.recent.find((each) => Date.parse(each.dueAt) === dueAt);
	const earlier = view.recent.filter((each) => each !== run).slice(-EARLIER_RUNS);
	const times = await Promise.all(earlier.map(({ taskId }) => timesOf(client, taskId)));
	const earlierMs = times.flatMap((found) => (found?.endedAt ? [found.endedAt - found.startedAt] : []));
	if (run === undefined) {
		// Somebody paused it, or it did not exist yet.
		if (view.paused || Math.max(Date.parse(view.createdAt), Date.parse(view.updatedAt ?? view.createdAt)) > dueAt)
			return null;
		return { taskId: `${view.type}~${view.id}`, begun: null, earlierMs };
	}
	const found = await timesOf(client, run.taskId);
	if (found === null || found.endedAt !== null) return null;
	return { taskId: run.taskId, begun: { at: found.startedAt, ...partOf(found.progress) }, earlierMs };
}

interface Times {
	startedAt: number;
	endedAt: number | null;
	progress: TaskProgress | null;
}

/** Null: Temporal no longer keeps it. */
async function timesOf(client: Client, taskId: string): Promise<Times | null> {
	try {
		const { view, info } = await findTask(client, taskId);
		const endedAt = view.status === 'running' ? null : (info.closeTime?.getTime() ?? null);
		return { startedAt: info.startTime.getTime(), endedAt, progress: view.progress };
	} catch (error) {
		if (isProblem(error, 'task_not_found')) return null;
		throw error;
	}
}

function partOf(progress: TaskProgress | null): { done: number | null; total: number | null } {
	if (progress === null) return { done: null, total: null };
	const { itemsDone, itemsTotal, pagesCompleted, pagesFailed = 0, pagesTotal } = progress;
	if (itemsTotal !== undefined) return { done: itemsDone ?? 0, total: itemsTotal };
	return { done: pagesCompleted === undefined ? null : pagesCompleted + pagesFailed, total: pagesTotal ?? null };
}

function lateTask(
	{ id: name, type, connection, finishBy: by, timeZone }: ScheduleView,
	taskId: string,
	{ finishBy, expectedAt, hasBegun }: { finishBy: number; expectedAt: number | null; hasBegun: boolean },
): LateTask {
	const begun = hasBegun ? 'still runs' : 'has not begun';
	return {
		task: { id: taskId, type, connection, agentId: null },
		late: {
			source: 'schedule',
			name,
			state: hasBegun ? 'running' : 'not_begun',
			finishBy: new Date(finishBy).toISOString(),
			expectedAt: expectedAt === null ? null : new Date(expectedAt).toISOString(),
			message: `The run of the schedule ${name} should be done by ${by} (${timeZone}) and ${begun}.`,
		},
	};
}
