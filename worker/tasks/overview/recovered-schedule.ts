import { type Client, ScheduleNotFoundError } from '@temporalio/client';
import { eventIdOf } from '../../../workflows/task/ids';
import type { FoundTrouble } from '../../../workflows/task/schedule';
import { isProblem } from '../../problems/problem';
import { keyErrorOf } from '../../temporal/payload-codec';
import { summaryOf } from '../schedules/describe-schedule';
import type { TaskService } from '../task-service';
import type { TaskView } from '../task-view';
import { troubleOf } from './troubled-schedules';

/** A run of a schedule, as Temporal lists it. */
interface ListedRun {
	taskId: string;
	runId: string;
	dueAt: string;
}

/**
 * What was wrong with the last run before a good one. A run that somebody cancelled says nothing, nor does one that is
 * no longer kept.
 * @param taskId of the good run
 * @returns null if nothing was, if the schedule is gone, or if a later run did not do what it should
 */
export async function findScheduleTrouble(
	client: Client,
	tasks: Pick<TaskService, 'get'>,
	scheduleId: string,
	taskId: string,
): Promise<FoundTrouble | null> {
	const described = await describe(client, scheduleId);
	if (described === null) return null;
	const { schedule, runs } = described;
	const place = runs.findLastIndex((run) => run.taskId === taskId);
	if (place === -1) return null;
	const troubleIn = async (run: ListedRun) => {
		const task = await endedTask(tasks, run.taskId);
		return task === null ? 'unknown' : { task, trouble: troubleOf(schedule, run, task) };
	};
	for (const later of runs.slice(place + 1)) {
		const found = await troubleIn(later);
		if (found !== 'unknown' && found.trouble !== null) return null;
	}
	for (const run of runs.slice(0, place).toReversed()) {
		const found = await troubleIn(run);
		if (found === 'unknown' || found.task.status === 'cancelled') continue;
		return found.trouble === null ? null : troubleFound(run, found.task, found.trouble);
	}
	return null;
}

async function describe(client: Client, scheduleId: string) {
	try {
		const description = await client.schedule.getHandle(scheduleId).describe();
		const schedule = summaryOf(description);
		if (schedule === null) return null;
		const runs = description.info.recentActions.map(({ scheduledAt, action: { workflow } }): ListedRun => ({
			taskId: workflow.workflowId,
			runId: workflow.firstExecutionRunId,
			dueAt: scheduledAt.toISOString(),
		}));
		return { schedule, runs };
	} catch (error) {
		if (error instanceof ScheduleNotFoundError) return null;
		throw error;
	}
}

/** @returns null if it still runs, is no longer kept, or no key decrypts it */
async function endedTask(tasks: Pick<TaskService, 'get'>, taskId: string): Promise<TaskView | null> {
	try {
		const task = await tasks.get(taskId);
		return task.status === 'running' ? null : task;
	} catch (error) {
		if (isProblem(error, 'task_not_found') || keyErrorOf(error) !== null) return null;
		throw error;
	}
}

function troubleFound(
	{ taskId, runId, dueAt }: ListedRun,
	{ status, closedAt }: TaskView,
	{ trouble, message }: NonNullable<ReturnType<typeof troubleOf>>,
): FoundTrouble {
	// Runs that were missed before one that succeeded are in its digest. Everything else ends in a failure.
	const name = trouble === 'missed' && status === 'completed' ? 'digest' : 'failed';
	return {
		failedTaskId: taskId,
		failedRunId: runId,
		failedDueAt: dueAt,
		trouble,
		reason: message,
		event: { id: eventIdOf(taskId, runId, name), at: closedAt ?? dueAt },
	};
}
