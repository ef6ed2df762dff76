import { ApplicationFailure } from '@temporalio/common';
import { type WorkflowHandle, WorkflowFailedError } from '@temporalio/client';
import { z } from 'zod';
import { type TaskEndError, taskErrorSchema } from './task-memo-schema';
import type { TaskView } from './task-view';

type Outcome = Pick<TaskView, 'result' | 'error'>;

const resultSchema = z.looseObject({});

/** The result of a task that has ended, or why it has none, with what it had done until then where it tells that. */
export async function outcomeOf(handle: WorkflowHandle, { status, progress }: TaskView): Promise<Outcome> {
	try {
		return { result: resultSchema.parse(await handle.result()), error: null };
	} catch (error) {
		if (!(error instanceof WorkflowFailedError)) throw error;
		return { result: doneUntilThen(error.cause), error: errorOf(error.cause, status, progress?.message) };
	}
}

/** The second detail of a task's failure, see `taskFailure`. */
function doneUntilThen(cause: unknown): object | null {
	if (!(cause instanceof ApplicationFailure)) return null;
	return resultSchema
		.nullable()
		.catch(null)
		.parse(cause.details?.[1] ?? null);
}

function errorOf(cause: unknown, status: TaskView['status'], lastWords: string | undefined): TaskEndError {
	if (cause instanceof ApplicationFailure) {
		const details = taskErrorSchema.safeParse(cause.details?.[0]);
		if (details.success) return details.data;
		return problem(cause.type ?? 'task_failed', 'The task failed', 500, cause.message);
	}
	if (status === 'cancelled')
		return problem('cancelled', 'The task was cancelled', 409, lastWords ?? 'It was asked to stop.');
	const detail = cause instanceof Error ? cause.message : 'It was ended from outside.';
	return problem(status === 'timed_out' ? 'timed_out' : 'terminated', 'The task was ended', 500, detail);
}

function problem(type: string, title: string, status: number, detail: string): TaskEndError {
	return { type, title, status, detail, issues: [] };
}
