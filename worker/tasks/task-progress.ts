import type { Client, WorkflowExecutionDescription } from '@temporalio/client';
import { ApplicationFailure, type SerializationContext } from '@temporalio/common';
import {
	decodeFromPayloadsAtIndex,
	decodeOptionalFailureToOptionalError,
} from '@temporalio/common/lib/internal-non-workflow';
import { z } from 'zod';
import { NOT_YET, type TaskError } from '../../workflows/task/failure';
import type { TaskProgress } from '../../workflows/task/visibility';
import { progressSchema, taskErrorSchema, type TaskView } from './task-view';

type Pending = NonNullable<WorkflowExecutionDescription['raw']['pendingActivities']>[number];

/**
 * What the last attempt of a pending call left behind as its failure: fresher than the memo, and free of events. It is
 * the progress that the call saw, or why the call failed and is made again; then the counters stay those of the memo.
 * Null when there is none.
 */
export async function pendingProgress(
	client: Client,
	{ raw }: WorkflowExecutionDescription,
	reported: TaskProgress | null,
): Promise<TaskProgress | null> {
	const { loadedDataConverter, namespace } = client.options;
	const { workflowId } = raw.workflowExecutionInfo?.execution ?? {};
	const context = { type: 'workflow', namespace, workflowId: workflowId ?? '' } as const;
	for (const pending of raw.pendingActivities ?? []) {
		const { lastFailure } = pending;
		const failure = await decodeOptionalFailureToOptionalError(loadedDataConverter, lastFailure, context);
		if (failure === undefined) continue;
		if (!(failure instanceof ApplicationFailure) || failure.type !== NOT_YET) {
			return { ...reported, ...(await heldUp(client, pending, failure, context)) };
		}
		const progress = progressSchema.safeParse(failure.details?.[0]);
		if (progress.success) return progress.data;
	}
	return null;
}

async function heldUp(
	client: Client,
	pending: Pending,
	failure: Error,
	context: SerializationContext,
): Promise<TaskProgress> {
	const { heartbeatDetails, scheduledTime } = pending;
	const { loadedDataConverter } = client.options;
	const notes: unknown = await decodeFromPayloadsAtIndex(loadedDataConverter, 0, heartbeatDetails?.payloads, context);
	const { upToDateAt, dueAt } = noteSchema.parse(notes);
	const problem = problemOf(failure);
	return {
		message: `${wordsOf(failure) ?? problem.detail} The call is made again.`,
		problem,
		...(upToDateAt === null ? {} : { upToDateAt: new Date(upToDateAt).toISOString() }),
		...(dueAt === null ? {} : { dueAt: new Date(dueAt).toISOString() }),
		...(scheduledTime ? { nextAt: timeOf(scheduledTime) } : {}),
		at: timeOf(pending.lastAttemptCompleteTime ?? pending.lastStartedTime),
	};
}

/** The service's words. What else can go wrong in a worker is in its log, and may hold what is nobody's business. */
function problemOf(failure: Error): NonNullable<TaskProgress['problem']> {
	const known = knownError(failure);
	if (known !== undefined) return { type: known.type, title: known.title, detail: known.detail };
	return {
		type: 'worker_failed',
		title: 'A call failed in the worker',
		detail: 'A call failed in the worker, or with it; its log says why.',
	};
}

function wordsOf(failure: Error): string | undefined {
	return knownError(failure) === undefined ? undefined : failure.message;
}

function knownError(failure: Error): TaskError | undefined {
	return failure instanceof ApplicationFailure ? taskErrorSchema.safeParse(failure.details?.[0]).data : undefined;
}

function timeOf(time: Pending['scheduledTime']): string {
	const { seconds, nanos } = time ?? {};
	if (seconds === undefined || seconds === null) return new Date().toISOString();
	return new Date(Number(seconds) * 1000 + (nanos ?? 0) / 1e6).toISOString();
}

/** The heartbeat of a page of a lead-sync: what its next attempt knows, and what is shown while it is pending. */
export const noteSchema = z
	.object({
		delivered: z.array(z.number()),
		upToDateAt: z.number().nullable(),
		dueAt: z.number().nullable(),
	})
	.catch({ delivered: [], upToDateAt: null, dueAt: null });

/**
 * How far a running sync is behind: seconds since everything captured until then was read. Before its first pass has
 * ended, that is since its start. Null for all other tasks.
 * @param now milliseconds since 1970
 */
export function syncLagSeconds({ type, status, progress, startedAt }: TaskView, now: number): number | null {
	if (type !== 'lead-sync' || status !== 'running') return null;
	return secondsSince(progress?.upToDateAt ?? startedAt, now);
}

/**
 * How far a running sync is behind what it was asked for: 0 while its next look is still to come, since a sync that looks
 * once a day has a lag of hours while all is well. Of one that is held up the next try is always near, so the look that
 * was due counts. Null for all other tasks.
 * @param now milliseconds since 1970
 */
export function syncOverdueSeconds(task: TaskView, now: number): number | null {
	const lag = syncLagSeconds(task, now);
	const due = task.progress?.dueAt ?? task.progress?.nextAt;
	return lag === null || due === undefined ? lag : secondsSince(due, now);
}

function secondsSince(at: string, now: number): number {
	return Math.max(0, Math.round((now - Date.parse(at)) / 1000));
}
