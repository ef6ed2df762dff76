import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { z } from 'zod';
import { refusedLeadSchema } from '../../workflows/lead-sync/contract';
import { cursorSchema } from '../destinations/destination';
import { GRPC, grpcCodeOf } from '../temporal/grpc-code';
import { syncIdOf } from './sync-ids';
import { noWorkerForTask } from './task-problems';

const inputSchema = z.looseObject({
	connection: z.string(),
	destination: z.string(),
	agentId: z.string().optional(),
});
const ownSchema = z.looseObject({ cursor: cursorSchema.nullable() });
const leftSchema = z.object({ cursor: cursorSchema, refused: z.array(refusedLeadSchema) });

/**
 * A sync of one agent continues where a sync of several has brought its leads, if that is further than it was itself.
 * Otherwise it would bring them twice.
 * @param own the state that its last run left; undefined: there is none
 * @throws Problem `no_worker` if no worker responds: a start without the state would repeat everything
 */
export async function furthest(client: Client, input: object, own: object | undefined): Promise<object | undefined> {
	const { connection, destination, agentId } = inputSchema.parse(input);
	if (agentId === undefined) return own;
	const left = await leftBehind(client, syncIdOf({ connection, agentId: null, destination }), agentId);
	if (left === null) return own;
	const before = own === undefined ? null : ownSchema.parse(own).cursor;
	return (left.cursor.completeAt ?? 0) > (before?.completeAt ?? 0) ? { ...own, ...left } : own;
}

/** Null: there is no sync of several, or it knows nothing of the agent. */
async function leftBehind(client: Client, id: string, agentId: string): Promise<z.output<typeof leftSchema> | null> {
	try {
		const left = await client.workflow.getHandle(id).query<unknown, [string]>('left-behind', agentId);
		const read = leftSchema.safeParse(left);
		return read.success ? read.data : null;
	} catch (error) {
		if (error instanceof WorkflowNotFoundError) return null;
		if (grpcCodeOf(error) === GRPC.deadlineExceeded) throw noWorkerForTask(id);
		throw error;
	}
}
