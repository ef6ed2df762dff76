import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client';
import { z } from 'zod';
import type { TaskType } from '../../workflows/contracts';
import { INTERNAL_QUEUE } from '../../workflows/task-queues';
import type { TaskArgs } from '../../workflows/task/continue-as-new';
import { searchAttributes, type TaskMemo } from '../../workflows/task/visibility';
import { GRPC, grpcCodeOf } from '../temporal/grpc-code';
import { furthest } from './continued-sync';
import { definitions, type TaskDefinition } from './definitions';
import { refuseOverlap } from './overlapping-syncs';
import { noWorkerForTask } from './task-problems';
import { subjectOf } from './task-input';

export interface StartOfTask {
	id: string;
	args: TaskArgs<object>;
	memo: TaskMemo;
	/** The task whose failed items it retries. Default: of none */
	retryOf?: string | undefined;
}

/** Limit of attempts, for the case that other callers start and end the same task meanwhile. */
const MOST_LOOKS = 5;

/**
 * Starts a task's workflow with the state that its last run left. If another run ends meanwhile, reads that state
 * again, so that none is lost.
 * @throws WorkflowExecutionAlreadyStartedError if the task is running
 */
export async function startCarrying(
	client: Client,
	type: TaskType,
	{ id, args, memo, retryOf }: StartOfTask,
): Promise<void> {
	const definition = definitions[type];
	const { connection, agentId } = subjectOf(args.input);
	if (type === 'lead-sync') await refuseOverlap(client, args.input);
	for (let look = 1; look <= MOST_LOOKS; look += 1) {
		const own = await carriedOver(client, id, definition);
		const carried = type === 'lead-sync' ? await furthest(client, args.input, own) : own;
		const mayFollow = definition.carriesOver === undefined || own !== undefined;
		try {
			await client.workflow.start(definition.workflow, {
				workflowId: id,
				taskQueue: INTERNAL_QUEUE,
				args: [args, ...(carried === undefined ? [] : [carried])],
				memo: { ...memo },
				typedSearchAttributes: [
					{ key: searchAttributes.task, value: type },
					...(connection === undefined ? [] : [{ key: searchAttributes.connection, value: connection }]),
					{ key: searchAttributes.stage, value: definition.stages[0] },
					...(agentId === undefined ? [] : [{ key: searchAttributes.agent, value: agentId }]),
					...(retryOf === undefined ? [] : [{ key: searchAttributes.retryOf, value: retryOf }]),
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
	throw noWorkerForTask(id);
}

async function isRunning(client: Client, id: string): Promise<boolean> {
	return (await client.workflow.getHandle(id).describe()).status.name === 'RUNNING';
}

const stateSchema = z.looseObject({});

/**
 * The state that an ended task leaves to its next start, from a query of its workflow; undefined if there is no such
 * task or it runs.
 * @throws Problem `no_worker` if no worker responds: a start without the state would repeat everything
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
		if (grpcCodeOf(error) === GRPC.deadlineExceeded) throw noWorkerForTask(id);
		throw error;
	}
}
