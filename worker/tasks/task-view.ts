import {
	type Client,
	type WorkflowExecutionDescription,
	type WorkflowExecutionInfo,
	WorkflowNotFoundError,
} from '@temporalio/client';
import { z } from 'zod';
import type { TaskType } from '../../workflows/contracts';
import { retrainAuditSchema } from '../../workflows/retrain/contract';
import { CANCELLED, TIMED_OUT } from '../../workflows/task/failure';
import { stageParts } from '../../workflows/task/outcomes';
import type { TaskStatus } from '../../workflows/task/statuses';
import { searchAttributes, type TaskMemo, type TaskProgress } from '../../workflows/task/visibility';
import { definitions, waitingStagesOf } from './definitions';
import { type WaitNote, waitNotes } from './executions/execution';
import { taskNotFound } from './task-problems';

export const progressSchema: z.ZodType<TaskProgress> = z.object({
	message: z.string(),
	runId: z.string().optional(),
	phase: z.string().optional(),
	pagesCompleted: z.number().optional(),
	pagesTotal: z.number().optional(),
	pagesFailed: z.number().optional(),
	itemsDone: z.number().optional(),
	itemsTotal: z.number().optional(),
	itemsFailed: z.number().optional(),
	canChat: z.boolean().optional(),
	callsPerRound: z.number().optional(),
	destination: z.string().optional(),
	agents: z.number().optional(),
	flow: z.string().optional(),
	upToDateAt: z.string().optional(),
	nextAt: z.string().optional(),
	dueAt: z.string().optional(),
	problem: z.object({ type: z.string(), title: z.string(), detail: z.string() }).optional(),
	at: z.string(),
});

export const memoSchema: z.ZodType<TaskMemo> = z.object({
	inputMac: z.object({ keyVersion: z.string(), mac: z.string() }).optional(),
	startedAt: z.string().optional(),
	startedBy: z.array(z.string()).optional(),
	retriedBy: z.array(z.string()).optional(),
	cancelledBy: z.array(z.string()).optional(),
	waitedBy: z.array(z.string()).optional(),
	progress: progressSchema.optional(),
});

/** Why a task did not complete. */
export const taskErrorSchema = z.object({
	type: z.string(),
	title: z.string(),
	status: z.number(),
	detail: z.string(),
	issues: z.array(z.object({ path: z.string(), message: z.string() })),
	/** For a retrain with an unknown outcome: the requests, the notes before them, and what each look showed. */
	audit: retrainAuditSchema.optional(),
});
export type TaskEndError = z.output<typeof taskErrorSchema>;

/** A task as every caller sees it. The gateway adds the links. */
export interface TaskView {
	/** `<type>~<hash of the caller's key>`. */
	id: string;
	type: TaskType;
	connection: string;
	agentId: string | null;
	status: TaskStatus;
	/** The current step or how the task ended: see `stages` of its definition. */
	stage: string | null;
	/** Its end in the table of outcomes. Absent while it runs, and if the version that ran it noted none. */
	ending?: string;
	progress: TaskProgress | null;
	/** ISO 8601 UTC; the first start, also after the task continued as new. */
	startedAt: string;
	closedAt: string | null;
	/**
	 * The task's result (see `contracts`), never in a list. A task of many items that failed or was cancelled has a
	 * partial result in the same form. Every other task has a result only if `status` is `completed`.
	 */
	result: object | null;
	/** Reason why it did not complete; null while it runs, after it completed, and in a list. */
	error: TaskEndError | null;
	/** Executions of n8n flows that waited for it, the newest last. Absent: none did, or it asks no person. */
	waitedBy?: WaitNote[];
	/** What has taken over an ended task that somebody would have to look at. Absent: nothing has. */
	takenOver?: TakenOver;
	/** The next run of its schedule has its part too, so it is not retried. Absent: it has not. */
	leftToNextRun?: true;
	/** In a list that has reasons: why an ended task that somebody has to look at did not succeed. */
	reason?: string | null;
}

export const TAKEN_OVER_BY = ['retry', 'later_run', 'its_tasks'] as const;
export const TAKEN_OVER_STATES = ['running', 'done', 'failed'] as const;

/**
 * Another task has taken over what an ended task left undone, so that one needs no look any more.
 * - `retry`: a task for its failed items. If that failed, it is the one to look at.
 * - `later_run`: a later task did the same work, such as the next run of its schedule.
 * - `its_tasks`: those tasks that it had started and that failed have been retried.
 */
export interface TakenOver {
	by: (typeof TAKEN_OVER_BY)[number];
	/** Null: there are several. */
	taskId: string | null;
	state: (typeof TAKEN_OVER_STATES)[number];
}

/** What a start returns of its task. Read the task for more. */
export type StartedTask = Pick<TaskView, 'id' | 'type' | 'status'>;

export interface TaskPage {
	items: TaskView[];
	/** Opaque; null on the last page. */
	nextPageToken: string | null;
}

type Info = Pick<
	WorkflowExecutionInfo,
	'workflowId' | 'status' | 'memo' | 'typedSearchAttributes' | 'startTime' | 'closeTime'
>;

/** A task from its execution, without result and error. Null if the execution is not a task. */
export function describeTask(info: Info): TaskView | null {
	const attributes = info.typedSearchAttributes;
	const type = attributes.get(searchAttributes.task);
	if (type === undefined || !isTaskType(type)) return null;
	const memo = memoSchema.safeParse(info.memo).data;
	const { stage, ending } = lastStageOf(attributes.get(searchAttributes.stage));
	return {
		id: info.workflowId,
		type,
		connection: attributes.get(searchAttributes.connection) ?? '',
		agentId: attributes.get(searchAttributes.agent) ?? null,
		status: statusOf(info.status.name, stage),
		stage,
		...(ending === null ? {} : { ending }),
		progress: memo?.progress ?? null,
		...(memo?.waitedBy === undefined ? {} : { waitedBy: waitNotes(memo.waitedBy) }),
		startedAt: memo?.startedAt ?? info.startTime.toISOString(),
		closedAt: info.closeTime?.toISOString() ?? null,
		result: null,
		error: null,
	};
}

function lastStageOf(attribute: string | undefined): { stage: string | null; ending: string | null } {
	return attribute === undefined ? { stage: null, ending: null } : stageParts(attribute);
}

/** The later one of two. */
export function fresher(one: TaskProgress | null, other: TaskProgress | null): TaskProgress | null {
	if (one === null || other === null) return one ?? other;
	return Date.parse(other.at) > Date.parse(one.at) ? other : one;
}

/** Whether a task with this name exists. */
export function isTaskType(type: string): type is TaskType {
	return Object.hasOwn(definitions, type);
}

/**
 * After a task's own timeout, or a cancellation with details, its workflow has the status failed, and its stage names
 * the reason.
 */
function statusOf(status: Info['status']['name'], stage: string | null): TaskStatus {
	switch (status) {
		case 'COMPLETED':
			return 'completed';
		case 'CANCELLED':
			return 'cancelled';
		case 'TIMED_OUT':
			return 'timed_out';
		case 'FAILED':
			return stage === TIMED_OUT || stage === CANCELLED ? stage : 'failed';
		case 'TERMINATED':
			return 'failed';
		default:
			return 'running';
	}
}

/** Whether a task waits for a person. */
export function waitsForPerson({ type, status, stage }: Pick<TaskView, 'type' | 'status' | 'stage'>): boolean {
	return status === 'running' && stage !== null && waitingStagesOf(type).includes(stage);
}

/** A task as Temporal describes its newest run. @throws Problem `task_not_found` also if the workflow is not a task */
export async function findTask(
	client: Client,
	id: string,
): Promise<{ view: TaskView; info: WorkflowExecutionDescription }> {
	try {
		const info = await client.workflow.getHandle(id).describe();
		const view = describeTask(info);
		if (view !== null) return { view, info };
	} catch (error) {
		if (!(error instanceof WorkflowNotFoundError)) throw error;
	}
	throw taskNotFound(id);
}
