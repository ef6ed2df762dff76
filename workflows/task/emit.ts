import { ApplicationFailure, WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { CancellationScope, ParentClosePolicy, startChild, workflowInfo } from '@temporalio/workflow';
import { type EventData, type EventType, PUBLISH_EVENT, type PublishEvent, type TaskEvent } from './event';
import type { TaskError } from './failure';
import { eventIdOf } from './ids';
import { searchAttributes } from './visibility';

/**
 * Tells all who subscribed that something happened to this task. It returns as soon as the telling was begun, which is a
 * workflow of its own: no subscriber can hold up or fail the task, and a cancelled task tells as well.
 * @param name unique within the task, for instance `completed` or `review-2`; a repeat of the same name tells nobody
 */
export async function emit<Type extends EventType>(type: Type, data: EventData[Type], name: string): Promise<void> {
	const { workflowId: taskId, firstExecutionRunId, typedSearchAttributes: attributes } = workflowInfo();
	const event: TaskEvent = {
		id: eventIdOf(taskId, firstExecutionRunId, name),
		type,
		at: new Date().toISOString(),
		task: {
			id: taskId,
			type: attributes.get(searchAttributes.task) ?? '',
			connection: attributes.get(searchAttributes.connection) ?? null,
			agentId: attributes.get(searchAttributes.agent) ?? null,
		},
		data,
	};
	try {
		await CancellationScope.nonCancellable(() =>
			startChild<PublishEvent>(PUBLISH_EVENT, {
				workflowId: `event/${event.id}`,
				args: [event],
				parentClosePolicy: ParentClosePolicy.ABANDON,
			}),
		);
	} catch (error) {
		if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
	}
}

type Unhappy = 'failed' | 'timed_out' | 'cancelled';

/** A task that another one started is told of by that one. */
function tells(): boolean {
	return workflowInfo().parent === undefined;
}

export async function tellCompleted(): Promise<void> {
	if (tells()) await emit('task.completed', { status: 'completed' }, 'completed');
}

/** @param failure what the task ends with */
export async function tellFailed(status: Unhappy, failure: unknown): Promise<void> {
	if (tells()) await emit('task.failed', { status, error: errorOf(failure) }, 'failed');
}

function errorOf(failure: unknown): TaskError | null {
	if (!(failure instanceof ApplicationFailure)) return null;
	const [error] = failure.details ?? [];
	return isTaskError(error) ? error : null;
}

function isTaskError(value: unknown): value is TaskError {
	return typeof value === 'object' && value !== null && 'type' in value && 'detail' in value;
}
