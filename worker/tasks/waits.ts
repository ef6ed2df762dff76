import {
	type Client,
	WorkflowExecutionAlreadyStartedError,
	type WorkflowExecutionDescription,
	WorkflowNotFoundError,
} from '@temporalio/client';
import { z } from 'zod';
import { INTERNAL_QUEUE } from '../../workflows/task-queues';
import type { waitForTasks } from '../../workflows/waits/workflow';
import { hostOf, isAllowedHost } from '../net/allowed-host';
import { isProblem } from '../problems/problem';
import { reviewIn } from './definitions';
import { noteOf } from './executions/execution';
import { noteRequest } from './noted-requests';
import { callbackNotAllowed, taskNotFound, waitNotFound } from './task-problems';
import { parseWaitId, type WaitIds, waitIdsOf } from './task-ids';
import type { TaskService } from './task-service';
import type { TaskView } from './task-view';
import { isWithin, type Within } from './within';

export const WAIT_STATUSES = ['waiting', 'completed', 'timed_out', 'superseded'] as const;
export type WaitStatus = (typeof WAIT_STATUSES)[number];

export interface StartWait {
	/** 1 to 100 ids of tasks. */
	taskIds: string[];
	/** Called once, with `{"waitId"}`, when all tasks have ended or the deadline has passed. */
	callbackUrl: string;
	executionId: string;
	nodeId: string;
	runIndex: number;
	/** Seconds from now. Default, also for null: no deadline. */
	deadlineSeconds?: number | null;
	/** Whose execution it is, for people. Default: nobody can say */
	flow?: { name: string; url: string; executionId?: string | undefined } | undefined;
}

export interface WaitView {
	/** `wait~<hash>` */
	id: string;
	status: WaitStatus;
	/** In the order of `taskIds`, each with its result. */
	tasks: TaskView[];
}

/** A bound caller of waits. */
export interface WaitCaller {
	/** Tells callers apart. */
	owner: string;
	/** Those of `gateway.callbackHosts` that it may name. */
	callbackHosts: ReadonlySet<string>;
}

/** Waits of n8n executions for tasks. */
export interface WaitService {
	/**
	 * The same execution, node, run index, tasks and URL give the same wait. A newer wait of the same execution and
	 * node replaces the older one, which then sends no callback.
	 * @param caller who is bound. Its waits replace only its own. Default: somebody who is not
	 * @throws Problem `task_not_found` if one of the tasks does not exist
	 * @throws Problem `callback_not_allowed` if the callback's host is not allowed
	 */
	start(wait: StartWait, caller?: WaitCaller): Promise<{ id: string }>;
	/** Whether a wait could call back there. @throws Problem `callback_not_allowed` if not */
	check(callbackUrl: string, caller?: WaitCaller): Promise<void>;
	/** @throws Problem `wait_not_found` */
	get(id: string): Promise<WaitView>;
}

/** A wait in the memo of its workflow. */
export const waitMemoSchema = z.object({
	waitId: z.string(),
	taskIds: z.array(z.string()),
	/** Of the tasks, each once; empty: of none. Absent in waits of older versions. */
	connections: z.array(z.string()).exactOptional(),
	/** Written by the workflow before it sends the callback. */
	ended: z.enum(['completed', 'timed_out']).optional(),
});
export type WaitMemo = z.infer<typeof waitMemoSchema>;

type PlacedWait = StartWait & Required<Pick<WaitMemo, 'connections'>>;

export interface FoundWait {
	info: WorkflowExecutionDescription;
	memo: WaitMemo;
}

/** The newest wait of a slot; null if there is none. @param workflowId of the slot, see `waitIdsOf` */
export async function readWait(client: Client, workflowId: string): Promise<FoundWait | null> {
	try {
		const info = await client.workflow.getHandle(workflowId).describe();
		return { info, memo: waitMemoSchema.parse(info.memo) };
	} catch (error) {
		if (error instanceof WorkflowNotFoundError) return null;
		throw error;
	}
}

/** Whether a wait is shown, and called back for somebody who asks again. One of several clients is of none of them. */
export function isWaitWithin(within: Within, { connections = [''] }: Pick<WaitMemo, 'connections'>): boolean {
	return connections.every((connection) => isWithin(within, connection));
}

/** @throws Problem 400 unless the address leads to one of the hosts, each `host:port`, that the caller may name */
export function checkCallback(
	url: string,
	callbackHosts: readonly string[],
	caller?: Pick<WaitCaller, 'callbackHosts'>,
): void {
	const host = hostOf(url);
	if (host === null) throw callbackNotAllowed('must be an http:// or https:// address without user and password');
	const mayName = caller === undefined || isAllowedHost(url, [...caller.callbackHosts]);
	if (mayName && isAllowedHost(url, callbackHosts)) return;
	// In the same words whether or not the configuration names it.
	if (caller !== undefined)
		throw callbackNotAllowed(
			`leads to ${host}, which your token may not name; add it to uses.callbackHosts of the token`,
		);
	throw callbackNotAllowed(`leads to ${host}, which is not in gateway.callbackHosts`);
}

/**
 * Waits as workflows of Temporal. All waits of one execution's node share a workflow id, so that the server ends the
 * older one when a newer one starts.
 */
export class TemporalWaitService implements WaitService {
	/** @param callbackHosts `host:port`, exactly */
	constructor(
		private readonly client: Client,
		private readonly tasks: TaskService,
		private readonly callbackHosts: readonly string[],
	) {}

	async start(wait: StartWait, caller?: WaitCaller): Promise<{ id: string }> {
		checkCallback(wait.callbackUrl, this.callbackHosts, caller);
		const tasks = await Promise.all(wait.taskIds.map((id, index) => this.checkTask(id, `taskIds.${index}`)));
		const placed = { ...wait, connections: [...new Set(tasks.map(({ connection }) => connection))] };
		const ids = waitIdsOf({ ...wait, owner: caller?.owner });
		await this.noteIn(tasks, { ...placed, bound: caller !== undefined }, ids);
		const older = await this.startUnlessTaken(placed, ids);
		if (older === ids.waitId) return { id: older };
		if (older !== null) {
			await this.startWorkflow(placed, ids, { reuse: 'ALLOW_DUPLICATE', conflict: 'TERMINATE_EXISTING' });
			await this.endDelivery(older);
		}
		return { id: ids.waitId };
	}

	check(callbackUrl: string, caller?: WaitCaller): Promise<void> {
		return Promise.resolve().then(() => {
			checkCallback(callbackUrl, this.callbackHosts, caller);
		});
	}

	/** In the tasks that ask a person: whoever decides has to know whom it is for. A repeat notes the same. */
	private async noteIn(
		tasks: readonly TaskView[],
		{ executionId, flow, connections, bound }: PlacedWait & { bound: boolean },
		{ waitId }: WaitIds,
	): Promise<void> {
		const shown = { id: flow?.executionId ?? executionId, flow: flow?.name ?? null, url: flow?.url ?? null };
		const note = noteOf({ ...shown, waitId, connections, bound });
		const asking = tasks.filter(({ type, status }) => status === 'running' && reviewIn(type) !== undefined);
		await Promise.all(asking.map(({ id }) => noteRequest(this.client, { workflowId: id }, 'waitedBy', note)));
	}

	private async checkTask(id: string, path: string): Promise<TaskView> {
		try {
			return await this.tasks.get(id);
		} catch (error) {
			throw isProblem(error, 'task_not_found') ? taskNotFound(id, path) : error;
		}
	}

	async get(id: string): Promise<WaitView> {
		const ids = parseWaitId(id);
		if (ids === null) throw waitNotFound(id);
		const found = await readWait(this.client, ids.workflowId);
		const isNewest = found !== null && found.memo.waitId === id;
		const taskIds = isNewest ? found.memo.taskIds : await this.olderTaskIds(ids);
		if (found === null || taskIds === null) throw waitNotFound(id);
		const status = isNewest ? statusOf(found) : 'superseded';
		return { id, status, tasks: await Promise.all(taskIds.map((taskId) => this.tasks.get(taskId))) };
	}

	/** @returns the id of the wait that already has this slot, or null if this one was started */
	private async startUnlessTaken(wait: PlacedWait, ids: WaitIds): Promise<string | null> {
		try {
			await this.startWorkflow(wait, ids, { reuse: 'REJECT_DUPLICATE', conflict: 'FAIL' });
			return null;
		} catch (error) {
			if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
			return (await readWait(this.client, ids.workflowId))?.memo.waitId ?? '';
		}
	}

	private async startWorkflow(
		{ taskIds, connections, callbackUrl, deadlineSeconds = null }: PlacedWait,
		{ waitId, workflowId, deliveryId }: WaitIds,
		policy: { reuse: 'REJECT_DUPLICATE' | 'ALLOW_DUPLICATE'; conflict: 'FAIL' | 'TERMINATE_EXISTING' },
	): Promise<void> {
		const deadline = deadlineSeconds === null ? null : Date.now() + deadlineSeconds * 1000;
		const memo: WaitMemo = { waitId, taskIds, connections };
		await this.client.workflow.start<typeof waitForTasks>('waitForTasks', {
			workflowId,
			taskQueue: INTERNAL_QUEUE,
			args: [{ waitId, taskIds, callbackUrl, deadline, deliveryId }],
			memo,
			workflowIdReusePolicy: policy.reuse,
			workflowIdConflictPolicy: policy.conflict,
		});
	}

	/** To find a wait that a newer one ended, list all runs of the workflow id. */
	private async olderTaskIds({ workflowId, waitId }: WaitIds): Promise<string[] | null> {
		for await (const { memo } of this.client.workflow.list({ query: `WorkflowId = '${workflowId}'` })) {
			const parsed = waitMemoSchema.safeParse(memo);
			if (parsed.success && parsed.data.waitId === waitId) return parsed.data.taskIds;
		}
		return null;
	}

	/** A pending callback of the older wait would reach the newer one. */
	private async endDelivery(waitId: string): Promise<void> {
		const ids = parseWaitId(waitId);
		if (ids === null) return;
		try {
			await this.client.workflow.getHandle(ids.deliveryId).terminate('A newer wait replaced it.');
		} catch (error) {
			if (!(error instanceof WorkflowNotFoundError)) throw error;
		}
	}
}

function statusOf({ memo, info }: FoundWait): WaitStatus {
	return memo.ended ?? (info.status.name === 'RUNNING' ? 'waiting' : 'superseded');
}
