import { ApplicationFailure, WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { CancellationScope, ParentClosePolicy, startChild, workflowInfo } from '@temporalio/workflow';
import { type EventData, type EventType, PUBLISH_EVENT, type PublishEvent, type TaskEvent } from './event';
import type { TaskError } from './failure';
import { eventIdOf } from './ids';
import { searchAttributes } from './visibility';

/**
 * Publishes an event of this task to all subscribers. It returns once the workflow that publishes has started, so no
 * subscriber can block or fail the task. A cancelled task publishes too.
 * @param name unique within the task, for instance `completed` or `review-2`; a repeated name publishes nothing
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

type FailedStatus = 'failed' | 'timed_out' | 'cancelled';

/** A parent task reports on its child tasks, so only a top-level task publishes its end. */
function isTopLevel(): boolean {
	return workflowInfo().parent === undefined;
}

export async function publishCompleted(): Promise<void> {
	if (isTopLevel()) await emit('task.completed', { status: 'completed' }, 'completed');
}

/** @param failure what the task ends with */
export async function publishFailed(status: FailedStatus, failure: unknown): Promise<void> {
	if (isTopLevel()) await emit('task.failed', { status, error: errorOf(failure) }, 'failed');
}

function errorOf(failure: unknown): TaskError | null {
	if (!(failure instanceof ApplicationFailure)) return null;
	const [error] = failure.details ?? [];
	return isTaskError(error) ? error : null;
}

function isTaskError(value: unknown): value is TaskError {
	return typeof value === 'object' && value !== null && 'type' in value && 'detail' in value;
}
