import type { WorkflowExecutionInfo } from '@temporalio/client';
import { definitions } from './definitions';
import type { TaskType } from '../../workflows/contracts';
import { searchAttributes, type TaskProgress } from '../../workflows/task/visibility';
import { CANCELLED, TIMED_OUT } from '../../workflows/task/failure';
import { memoSchema } from './task-memo-schema';
import type { TaskStatus, TaskView } from './task-view';

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

function isTaskType(type: string): type is TaskType {
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
