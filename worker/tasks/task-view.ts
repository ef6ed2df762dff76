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
import { searchAttributes, type TaskMemo, type TaskProgress } from '../../workflows/task/visibility';
import { definitions, type TaskDefinition } from './definitions';
import { TaskNotFoundError } from './task-errors';

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
	destination: z.string().optional(),
	upToDateAt: z.string().optional(),
	nextAt: z.string().optional(),
	dueAt: z.string().optional(),
	problem: z.object({ type: z.string(), title: z.string(), detail: z.string() }).optional(),
	at: z.string(),
});

export const memoSchema: z.ZodType<TaskMemo> = z.object({
	inputMac: z.object({ keyVersion: z.string(), mac: z.string() }).optional(),
	startedAt: z.string().optional(),
	retriedBy: z.array(z.string()).optional(),
	cancelledBy: z.array(z.string()).optional(),
	progress: progressSchema.optional(),
});

/** Why a task did not complete. */
export const taskErrorSchema = z.object({
	type: z.string(),
	title: z.string(),
	status: z.number(),
	detail: z.string(),
	issues: z.array(z.object({ path: z.string(), message: z.string() })),
	/** Of a retrain whose end or effect is uncertain: what was sent, what was noted before it, and what each look showed. */
	audit: retrainAuditSchema.optional(),
});
export type TaskEndError = z.output<typeof taskErrorSchema>;

export const TASK_STATUSES = ['running', 'completed', 'failed', 'cancelled', 'timed_out'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** A task as every caller sees it. The gateway adds the links. */
export interface TaskView {
	/** `<type>~<hash of the caller's key>`. */
	id: string;
	type: TaskType;
	connection: string;
	agentId: string | null;
	status: TaskStatus;
	/** What the task is doing, or the way it ended: see `stages` of its definition. */
	stage: string | null;
	progress: TaskProgress | null;
	/** ISO 8601 UTC; the first start, also after the task continued as new. */
	startedAt: string;
	closedAt: string | null;
	/**
	 * The task's result (see `contracts`), never in a list. A task of many items that failed or was cancelled
	 * tells in the same form how far it came; every other one has a result only when `status` is `completed`.
	 */
	result: object | null;
	/** Why it did not complete; null while it runs, when it completed, and in a list. */
	error: TaskEndError | null;
}

/** What a start tells of its task: read it for more. */
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

/** A task as its execution shows it, without result and error. Null when the execution is no task. */
export function describeTask(info: Info): TaskView | null {
	const attributes = info.typedSearchAttributes;
	const type = attributes.get(searchAttributes.task);
	if (type === undefined || !isTaskType(type)) return null;
	const memo = memoSchema.safeParse(info.memo).data;
	const stage = attributes.get(searchAttributes.stage) ?? null;
	return {
		id: info.workflowId,
		type,
		connection: attributes.get(searchAttributes.connection) ?? '',
		agentId: attributes.get(searchAttributes.agent) ?? null,
		status: statusOf(info.status.name, stage),
		stage,
		progress: memo?.progress ?? null,
		startedAt: memo?.startedAt ?? info.startTime.toISOString(),
		closedAt: info.closeTime?.toISOString() ?? null,
		result: null,
		error: null,
	};
}

/** The one of two that was true later. */
export function fresher(one: TaskProgress | null, other: TaskProgress | null): TaskProgress | null {
	if (one === null || other === null) return one ?? other;
	return Date.parse(other.at) > Date.parse(one.at) ? other : one;
}

/** Whether there is a task of this name. */
export function isTaskType(type: string): type is TaskType {
	return Object.hasOwn(definitions, type);
}

/** A task's own timeout, or a cancellation with something to tell, ends its workflow as failed; its stage says why. */
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

/** Whether nothing goes on in a task until a person decides or does something. */
export function waitsForPerson({ type, status, stage }: Pick<TaskView, 'type' | 'status' | 'stage'>): boolean {
	const { waitingStages = [] }: TaskDefinition = definitions[type];
	return status === 'running' && stage !== null && waitingStages.includes(stage);
}

/** A task as Temporal describes its newest run. @throws TaskNotFoundError also for a workflow that is no task */
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
	throw new TaskNotFoundError(id);
}
