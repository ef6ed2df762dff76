import {
	type Client,
	WorkflowExecutionAlreadyStartedError,
	WorkflowNotFoundError,
	type WorkflowStartOptions,
} from '@temporalio/client';
import { z } from 'zod';
import { INTERNAL_QUEUE } from '../../workflows/task-queues';
import type { TaskArgs } from '../../workflows/task/continue-as-new';
import { GRPC, grpcCodeOf } from '../temporal/grpc-code';
import type { TaskDefinition } from './definitions';
import { NoWorkerForTaskError } from './task-errors';

export interface StartOfTask extends Pick<WorkflowStartOptions, 'memo' | 'typedSearchAttributes'> {
	id: string;
	args: TaskArgs<object>;
}

/** More often than that no task ends and is started again by others at the same moment. */
const MOST_LOOKS = 5;

/**
 * Starts a task's workflow with what its last run left. A run that ends between the look at it and the start is asked as
 * well: what it left would be lost without a word.
 * @throws WorkflowExecutionAlreadyStartedError when there is such a task
 */
export async function startCarrying(client: Client, definition: TaskDefinition, start: StartOfTask): Promise<void> {
	const { id, args, memo, typedSearchAttributes } = start;
	for (let look = 1; look <= MOST_LOOKS; look += 1) {
		const carried = await carriedOver(client, id, definition);
		const mayFollow = definition.carriesOver === undefined || carried !== undefined;
		try {
			await client.workflow.start(definition.workflow, {
				workflowId: id,
				taskQueue: INTERNAL_QUEUE,
				args: [args, ...(carried === undefined ? [] : [carried])],
				memo,
				typedSearchAttributes,
				workflowIdReusePolicy:
					definition.keyReuse === 'never' || !mayFollow ? 'REJECT_DUPLICATE' : 'ALLOW_DUPLICATE_FAILED_ONLY',
				workflowIdConflictPolicy: 'FAIL',
			});
			return;
		} catch (error) {
			if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
			if (mayFollow || (await isRunning(client, id))) throw error;
		}
	}
	throw new NoWorkerForTaskError(id);
}

async function isRunning(client: Client, id: string): Promise<boolean> {
	return (await client.workflow.getHandle(id).describe()).status.name === 'RUNNING';
}

const stateSchema = z.looseObject({});

/**
 * What a task that has ended leaves to its next start, as its workflow tells it; undefined where there is no such task, or
 * where it runs.
 * @throws NoWorkerForTaskError when nobody can tell: a start without it would do everything again
 */
export async function carriedOver(
	client: Client,
	id: string,
	{ carriesOver }: TaskDefinition,
): Promise<object | undefined> {
	if (carriesOver === undefined) return undefined;
	const handle = client.workflow.getHandle(id);
	try {
		const { status } = await handle.describe();
		if (status.name === 'RUNNING') return undefined;
		return stateSchema.parse(await handle.query<unknown>(carriesOver));
	} catch (error) {
		if (error instanceof WorkflowNotFoundError) return undefined;
		if (grpcCodeOf(error) === GRPC.deadlineExceeded) throw new NoWorkerForTaskError(id);
		throw error;
	}
}
