import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { z } from 'zod';
import type { TaskDefinition } from './definitions';
import { grpcCodeOf, GRPC } from '../temporal/grpc-code';
import { NoWorkerForTaskError } from './task-errors';

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
