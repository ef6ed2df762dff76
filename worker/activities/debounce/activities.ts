import { type Client, WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { z } from 'zod';
import type { DebounceActivities, EndedHookRun, HookRunEnd } from '../../../workflows/debounce/activities';
import { COLLECTED_TASKS } from '../../../workflows/debounce/messages';
import { BECAUSE_OF_OTHERS } from '../../hooks/because-of-others';
import { isProblem, Problem } from '../../problems/problem';
import type { KnowledgeSets } from '../../storage/knowledge-sets';
import { findTask, type TaskRetries } from '../../tasks';
import { startCarrying } from '../../tasks/start-task';
import { outcomeOf } from '../../tasks/task-end';
import { taskIdOf } from '../../tasks/task-ids';
import { isRunning } from '../../temporal/executions';
import { checked } from '../task/arguments';

const endedSchema: z.ZodType<EndedHookRun> = z.object({
	taskId: z.string(),
	type: z.enum(COLLECTED_TASKS),
	input: z.looseObject({}),
});
const setSchema = z.object({ connection: z.string(), agentId: z.string(), set: z.string() });

/**
 * Starts the tasks of hooks. What a task names was checked when its message came. What is gone since, the task reports.
 * @param sets say which task applies a set now
 */
export function debounceActivities(
	client: Client,
	sets: Pick<KnowledgeSets, 'read'>,
	retries: TaskRetries,
): DebounceActivities {
	return {
		async startHookTask({ type, key, input, frozen, again }) {
			if (again !== undefined) return retried(retries, again, key);
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
		async endOfHookRun(given): Promise<HookRunEnd> {
			const { taskId, type, input } = checked(endedSchema, given);
			const error = await errorOf(client, taskId);
			if (error === null || !BECAUSE_OF_OTHERS[type].includes(error)) return { isForLater: false, after: null };
			const of = setSchema.safeParse(input).data;
			const applier = of === undefined ? undefined : (await sets.read(of)).manifest?.appliedBy?.taskId;
			const isOther = applier !== undefined && applier !== taskId && (await isRunning(client, applier));
			return { isForLater: true, after: isOther ? applier : null };
		},
	};
}

/** Ends of a retry with which the task does what was asked, or is there no more. */
const NEEDS_NO_RETRY = ['task_running', 'task_completed', 'task_not_found'];

async function retried(retries: TaskRetries, taskId: string, key: string): Promise<string> {
	try {
		const found = await retries.find(taskId, key);
		if ('retryable' in found) await retries.start(found.retryable, key);
	} catch (error) {
		if (!(error instanceof Problem) || !NEEDS_NO_RETRY.includes(error.type)) throw error;
	}
	return taskId;
}

/** The type of the error with which a task ended; null if it has none, or is no longer kept. */
async function errorOf(client: Client, taskId: string): Promise<string | null> {
	try {
		const { view, info } = await findTask(client, taskId);
		const { error } = await outcomeOf(client.workflow.getHandle(taskId, info.runId), view);
		return error?.type ?? null;
	} catch (error) {
		if (isProblem(error, 'task_not_found')) return null;
		throw error;
	}
}
