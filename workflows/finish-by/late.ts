import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { CancellationScope, ParentClosePolicy, proxySinks, startChild } from '@temporalio/workflow';
import { PUBLISH_EVENT, type PublishEvent, type TaskEvent, type TaskLate } from '../task/event';
import { eventIdOf } from '../task/ids';
import type { TaskSinks } from '../telemetry/sinks';

const { runs } = proxySinks<TaskSinks>();

export interface LateTask {
	task: TaskEvent['task'];
	late: TaskLate;
}

/**
 * Counts a late run, and tells the subscribers of `task.late`. Call it once for each run.
 * @param run what the event is once for: a due time, or the start of the messages
 */
export async function tellLate({ task, late }: LateTask, run: string): Promise<void> {
	runs.late(task.type, task.connection ?? '', late.source);
	const id = eventIdOf(late.name, run, 'late');
	const event: TaskEvent = { id, type: 'task.late', at: new Date().toISOString(), task, data: late };
	try {
		await CancellationScope.nonCancellable(() =>
			startChild<PublishEvent>(PUBLISH_EVENT, {
				workflowId: `event/${id}`,
				args: [event],
				parentClosePolicy: ParentClosePolicy.ABANDON,
			}),
		);
	} catch (error) {
		if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
	}
}
