import type { Client, WorkflowExecutionDescription } from '@temporalio/client';
import { ApplicationFailure, type SerializationContext } from '@temporalio/common';
import {
	decodeFromPayloadsAtIndex,
	decodeOptionalFailureToOptionalError,
} from '@temporalio/common/lib/internal-non-workflow';
import { z } from 'zod';
import { NOT_YET, type TaskError } from '../../workflows/task/failure';
import type { TaskProgress } from '../../workflows/task/visibility';
import { SYNC_TYPES } from './definitions';
import { progressSchema, taskErrorSchema, type TaskView } from './task-view';

type Pending = NonNullable<WorkflowExecutionDescription['raw']['pendingActivities']>[number];

/** Calls that wait for other tasks, or for other labels. What the task itself reported says more. */
const SILENT: ReadonlySet<string> = new Set(['awaitSelection', 'awaitTaskEnds', 'awaitRow']);

/**
 * The progress from the last failure of a pending call. It is newer than the memo and costs no event. It is the
 * progress that the call reported, or the reason why the call waits or failed. In the second case the counters of the
 * memo stay. Null if there is none.
 */
export async function pendingProgress(
	client: Client,
	{ raw }: WorkflowExecutionDescription,
	reported: TaskProgress | null,
): Promise<TaskProgress | null> {
	let waiting: TaskProgress | null = null;
	for await (const { pending, failure, context } of failedAttempts(client, raw)) {
		if (failure instanceof ApplicationFailure && failure.type === NOT_YET) {
			const progress = progressSchema.safeParse(failure.details?.[0]);
			// Another pending call may have reported more.
			if (progress.success) return progress.data;
			if (SILENT.has(pending.activityType?.name ?? '')) continue;
			const { agentId: _agent, ...notes } = await noted(client, pending, context);
			waiting ??= { message: failure.message, ...notes };
		} else {
			const problem = problemOf(failure);
			const message = `${wordsOf(failure) ?? problem.detail} The worker retries the call.`;
			const { agentId: _agent, ...notes } = await noted(client, pending, context);
			return { ...reported, message, problem, ...notes };
		}
	}
	return waiting === null ? null : { ...reported, ...waiting };
}

/** The pages of the agents of a sync that wait for their next attempt: what they noted, and what they failed with. */
export async function pendingPages(
	client: Client,
	{ raw }: WorkflowExecutionDescription,
): Promise<Map<string, Omit<TaskProgress, 'message'>>> {
	const pages = new Map<string, Omit<TaskProgress, 'message'>>();
	for await (const { pending, failure, context } of failedAttempts(client, raw)) {
		const { agentId, ...notes } = await noted(client, pending, context);
		const isIdle = failure instanceof ApplicationFailure && failure.type === NOT_YET;
		if (agentId !== undefined) pages.set(agentId, { ...notes, ...(isIdle ? {} : { problem: problemOf(failure) }) });
	}
	return pages;
}

interface FailedAttempt {
	pending: Pending;
	failure: Error;
	context: SerializationContext;
}

async function* failedAttempts(
	client: Client,
	raw: WorkflowExecutionDescription['raw'],
): AsyncGenerator<FailedAttempt> {
	const { loadedDataConverter, namespace } = client.options;
	const { workflowId } = raw.workflowExecutionInfo?.execution ?? {};
	const context = { type: 'workflow', namespace, workflowId: workflowId ?? '' } as const;
	for (const pending of raw.pendingActivities ?? []) {
		const { lastFailure } = pending;
		const failure = await decodeOptionalFailureToOptionalError(loadedDataConverter, lastFailure, context);
		if (failure !== undefined) yield { pending, failure, context };
	}
}

/** What the call noted in its last attempts, and when the next attempt comes. */
async function noted(
	client: Client,
	pending: Pending,
	context: SerializationContext,
): Promise<Omit<TaskProgress, 'message'> & { agentId?: string }> {
	const { heartbeatDetails, scheduledTime } = pending;
	const { loadedDataConverter } = client.options;
	const notes: unknown = await decodeFromPayloadsAtIndex(loadedDataConverter, 0, heartbeatDetails?.payloads, context);
	const { upToDateAt, dueAt, agentId, destination } = noteSchema.parse(notes);
	return {
		...(agentId === undefined ? {} : { agentId }),
		...(destination === undefined ? {} : { destination }),
		...(upToDateAt === null ? {} : { upToDateAt: new Date(upToDateAt).toISOString() }),
		...(dueAt === null ? {} : { dueAt: new Date(dueAt).toISOString() }),
		...(scheduledTime ? { nextAt: timeOf(scheduledTime) } : {}),
		at: timeOf(pending.lastAttemptCompleteTime ?? pending.lastStartedTime),
	};
}

/** The service's message. Other errors of a worker are only in its log, because they may contain private data. */
function problemOf(failure: Error): NonNullable<TaskProgress['problem']> {
	const known = knownError(failure);
	if (known !== undefined) return { type: known.type, title: known.title, detail: known.detail };
	return {
		type: 'worker_failed',
		title: 'A call failed in the worker',
		detail: 'A call or its worker failed. The log of the worker says why.',
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

/** The heartbeat of a page of a lead-sync: notes for the next attempt, shown while the page is pending. */
export const noteSchema = z
	.object({
		delivered: z.array(z.number()),
		upToDateAt: z.number().nullable(),
		dueAt: z.number().nullable(),
		blockedSince: z.number().nullable(),
		isBlockageReported: z.boolean(),
		isWriteBlocked: z.boolean().default(false),
		/** See `BlockageNotes`. */
		reported: z.object({ since: z.number(), movesSince: z.number().nullable() }).nullish(),
		/** Of a page whose conversations are being read. */
		conversations: z.unknown().default(null),
		/** Whose page it is, in a sync of several agents. */
		agentId: z.string().optional(),
		destination: z.string().optional(),
	})
	.catch({
		delivered: [],
		upToDateAt: null,
		dueAt: null,
		blockedSince: null,
		isBlockageReported: false,
		isWriteBlocked: false,
		conversations: null,
	});

/**
 * The lag of a running sync: seconds since the moment up to which it has read every lead, or every change. During the
 * first pass this is its start. Null for all other tasks.
 * @param now milliseconds since 1970
 */
export function syncLagSeconds({ type, status, progress, startedAt }: TaskView, now: number): number | null {
	if (!SYNC_TYPES.includes(type) || status !== 'running') return null;
	return secondsSince(progress?.upToDateAt ?? startedAt, now);
}

/**
 * How long the next look of a running sync is overdue, in seconds; 0 before it is due. It complements the lag, which is
 * hours for a healthy sync that looks once a day. For a blocked sync the missed look counts, because its next retry is
 * always near. Null for all other tasks.
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
