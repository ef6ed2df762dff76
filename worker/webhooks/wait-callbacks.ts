import type { Client } from '@temporalio/client';
import { z } from 'zod';
import { type Callback, callbackOf } from '../../workflows/waits/activities';
import { firstArgument } from '../tasks/task-input';
import { type FoundWait, readWait, waitMemoSchema } from '../tasks/waits';
import { WaitNotFoundError } from '../tasks/task-errors';
import { parseWaitId, type WaitIds } from '../tasks/task-ids';
import { noCallbackOf, waitGoesOn } from './task-resends';

const argsSchema = z.object({ callbackUrl: z.string() });

/** The callback of a wait that has ended, as it was sent first. @throws WaitNotFoundError, or a Problem 409 */
export async function callbackOfWait(client: Client, ids: WaitIds): Promise<Callback> {
	const found = await readWait(client, ids.workflowId);
	if (found === null) throw new WaitNotFoundError(ids.waitId);
	if (found.memo.waitId !== ids.waitId) throw noCallbackOf(ids.waitId);
	if (found.memo.ended === undefined) {
		throw found.info.status.name === 'RUNNING' ? waitGoesOn(ids.waitId) : noCallbackOf(ids.waitId);
	}
	return callback(client, ids, found);
}

/**
 * The callbacks of all waits for a task that have ended since it began, oldest first. Which tasks a wait has stands
 * encrypted in its memo, so all that ended since then are looked through.
 * @param since ISO 8601 UTC
 */
export async function callbacksOfTask(client: Client, taskId: string, since: string): Promise<Callback[]> {
	const query = `WorkflowType = 'waitForTasks' AND ExecutionStatus = 'Completed' AND CloseTime >= '${since}'`;
	const callbacks: Callback[] = [];
	for await (const { memo } of client.workflow.list({ query })) {
		const wait = waitMemoSchema.safeParse(memo).data;
		const ids = wait?.taskIds.includes(taskId) === true ? parseWaitId(wait.waitId) : null;
		if (ids === null) continue;
		const found = await readWait(client, ids.workflowId);
		// A newer wait that took its place since then is the one that n8n waits for.
		if (found !== null && found.memo.waitId === ids.waitId) callbacks.unshift(await callback(client, ids, found));
	}
	return callbacks;
}

/** n8n knows the wait by the id that it was given, so that one goes into the callback. */
async function callback(client: Client, { workflowId, deliveryId }: WaitIds, { info, memo: { waitId } }: FoundWait) {
	const started = await firstArgument(client, { workflowId, runId: info.runId });
	const { callbackUrl } = argsSchema.parse(started);
	return callbackOf({ waitId, callbackUrl, deliveryId });
}
