import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import type { waitForTasks } from '../../../workflows/waits/workflow';
import { hostOf, isAllowedHost } from '../../net/allowed-host';
import { type FoundWait, readWait, type WaitMemo, waitMemoSchema } from './read-wait';
import { CallbackHostError, WaitNotFoundError } from '../task-errors';
import { parseWaitId, type WaitIds, waitIdsOf } from '../task-ids';
import type { TaskService } from '../task-service';
import type { StartWait, WaitService, WaitStatus, WaitView } from './wait-service';

/**
 * Waits as workflows of Temporal. All waits of one execution's node share one workflow id, so that the server itself
 * ends the older one when a newer one starts.
 */
export class TemporalWaitService implements WaitService {
	/** @param callbackHosts `host:port`, exactly */
	constructor(
		private readonly client: Client,
		private readonly tasks: TaskService,
		private readonly callbackHosts: readonly string[],
	) {}

	async start(wait: StartWait): Promise<{ id: string }> {
		if (!isAllowedHost(wait.callbackUrl, this.callbackHosts)) {
			throw new CallbackHostError(hostOf(wait.callbackUrl) ?? 'this address');
		}
		await Promise.all(wait.taskIds.map((id) => this.tasks.get(id)));
		const ids = waitIdsOf(wait);
		const older = await this.startUnlessTaken(wait, ids);
		if (older === ids.waitId) return { id: older };
		if (older !== null) {
			await this.startWorkflow(wait, ids, { reuse: 'ALLOW_DUPLICATE', conflict: 'TERMINATE_EXISTING' });
			await this.endDelivery(older);
		}
		return { id: ids.waitId };
	}

	async get(id: string): Promise<WaitView> {
		const ids = parseWaitId(id);
		if (ids === null) throw new WaitNotFoundError(id);
		const found = await readWait(this.client, ids.workflowId);
		const isNewest = found !== null && found.memo.waitId === id;
		const taskIds = isNewest ? found.memo.taskIds : await this.olderTaskIds(ids);
		if (found === null || taskIds === null) throw new WaitNotFoundError(id);
		const status = isNewest ? statusOf(found) : 'superseded';
		return { id, status, tasks: await Promise.all(taskIds.map((taskId) => this.tasks.get(taskId))) };
	}

	/** @returns the id of the wait that stands in this slot already, or null when this one was started */
	private async startUnlessTaken(wait: StartWait, ids: WaitIds): Promise<string | null> {
		try {
			await this.startWorkflow(wait, ids, { reuse: 'REJECT_DUPLICATE', conflict: 'FAIL' });
			return null;
		} catch (error) {
			if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
			return (await readWait(this.client, ids.workflowId))?.memo.waitId ?? '';
		}
	}

	private async startWorkflow(
		{ taskIds, callbackUrl, deadlineSeconds = null }: StartWait,
		{ waitId, workflowId, deliveryId }: WaitIds,
		policy: { reuse: 'REJECT_DUPLICATE' | 'ALLOW_DUPLICATE'; conflict: 'FAIL' | 'TERMINATE_EXISTING' },
	): Promise<void> {
		const deadline = deadlineSeconds === null ? null : Date.now() + deadlineSeconds * 1000;
		const memo: WaitMemo = { waitId, taskIds };
		await this.client.workflow.start<typeof waitForTasks>('waitForTasks', {
			workflowId,
			taskQueue: INTERNAL_QUEUE,
			args: [{ waitId, taskIds, callbackUrl, deadline, deliveryId }],
			memo,
			workflowIdReusePolicy: policy.reuse,
			workflowIdConflictPolicy: policy.conflict,
		});
	}

	/** A wait that a newer one ended is found by listing what ran under the workflow id. */
	private async olderTaskIds({ workflowId, waitId }: WaitIds): Promise<string[] | null> {
		for await (const { memo } of this.client.workflow.list({ query: `WorkflowId = '${workflowId}'` })) {
			const parsed = waitMemoSchema.safeParse(memo);
			if (parsed.success && parsed.data.waitId === waitId) return parsed.data.taskIds;
		}
		return null;
	}

	/** A message of the older wait that is under way would find another wait in its place. */
	private async endDelivery(waitId: string): Promise<void> {
		const ids = parseWaitId(waitId);
		if (ids === null) return;
		try {
			await this.client.workflow.getHandle(ids.deliveryId).terminate('A newer wait took its place.');
		} catch (error) {
			if (!(error instanceof WorkflowNotFoundError)) throw error;
		}
	}
}

function statusOf({ memo, info }: FoundWait): WaitStatus {
	return memo.ended ?? (info.status.name === 'RUNNING' ? 'waiting' : 'superseded');
}
