import { type Client, WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import type { DebounceActivities } from '../../../workflows/debounce/activities';
import { startCarrying } from '../../tasks/start-task';
import { taskIdOf } from '../../tasks/task-ids';

/** Starts the tasks of hooks. What a task names was checked when its message came. What is gone since, the task reports. */
export function debounceActivities(client: Client): DebounceActivities {
	return {
		async startHookTask({ type, key, input, frozen }) {
			const id = taskIdOf(type, key);
			try {
				await startCarrying(client, type, {
					id,
					args: { input, frozen },
					memo: { startedAt: new Date().toISOString() },
				});
			} catch (error) {
				// An attempt before this one started it.
				if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
			}
			return id;
		},
	};
}
