import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client';
import { z } from 'zod';
import type { TaskType } from '../../workflows/contracts';
import { INTERNAL_QUEUE } from '../../workflows/task-queues';
import type { TaskArgs } from '../../workflows/task/continue-as-new';
import { searchAttributes, type TaskMemo } from '../../workflows/task/visibility';
import { GRPC, grpcCodeOf } from '../temporal/grpc-code';
import { definitions, type TaskDefinition } from './definitions';
import { NoWorkerForTaskError } from './task-errors';
import { subjectOf } from './task-input';

export interface StartOfTask {
	id: string;
	args: TaskArgs<object>;
	memo: TaskMemo;
}

/** More often than that no task ends and is started again by others at the same moment. */
const MOST_LOOKS = 5;

/**
 * Starts a task's workflow with what its last run left. A run that ends between the look at it and the start is asked as
 * well: what it left would be lost without a word.
 * @throws WorkflowExecutionAlreadyStartedError when there is such a task
 */
export async function startCarrying(client: Client, type: TaskType, { id, args, memo }: StartOfTask): Promise<void> {
	const definition = definitions[type];
	const { connection, agentId } = subjectOf(args.input);
	for (let look = 1; look <= MOST_LOOKS; look += 1) {
		const carried = await carriedOver(client, id, definition);
		const mayFollow = definition.carriesOver === undefined || carried !== undefined;
		try {
			await client.workflow.start(definition.workflow, {
				workflowId: id,
				taskQueue: INTERNAL_QUEUE,
				args: [args, ...(carried === undefined ? [] : [carried])],
				memo: { ...memo },
				typedSearchAttributes: [
					{ key: searchAttributes.task, value: type },
					{ key: searchAttributes.connection, value: connection },
					{ key: searchAttributes.stage, value: definition.stages[0] },
					...(agentId === undefined ? [] : [{ key: searchAttributes.agent, value: agentId }]),
				],
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
async function carriedOver(client: Client, id: string, { carriesOver }: TaskDefinition): Promise<object | undefined> {
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
