import { activityInfo } from '@temporalio/activity';
import { z } from 'zod';

/** A run id of Temporal, which becomes part of a blob's key. */
export const runSchema = z.string().regex(/^[\w-]+$/);

/** The id of the task that the activity runs for. */
export function taskId(): string {
	const { workflowExecution } = activityInfo();
	if (workflowExecution === undefined) throw new Error('This activity must run inside a task.');
	return workflowExecution.workflowId;
}
