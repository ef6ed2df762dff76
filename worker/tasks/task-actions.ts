import {
	type Client,
	type WorkflowExecutionDescription,
	WorkflowNotFoundError,
	WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { z } from 'zod';
import type { SeenProgress } from '../../workflows/lead-sync/actions';
import { type RefusedLead, refusedLeadSchema } from '../../workflows/lead-sync/contract';
import type { ActionResponse } from '../../workflows/task/actions';
import { keyReused } from '../problems/key-reused';
import { GRPC, grpcCodeOf } from '../temporal/grpc-code';
import { actionsOf } from './definitions';
import { updateIdOf } from './noted-requests';
import { noWorkerForTask, taskEnded, unknownAction } from './task-problems';
import { inputDigest } from './task-input';
import { type AgentNow, currentProgress, readSyncedAgents } from './synced-agents';
import { findTask, fresher, type TaskView } from './task-view';

export interface AskTask {
	id: string;
	/** One of the actions of the task (see its definition). */
	action: string;
	/** 1 to 255 characters: the same action with the same key runs once and returns the same response. */
	idempotencyKey: string;
	/** Already checked against `taskActions[type][action]`. */
	input: object;
}

/** Actions on running tasks. */
export interface TaskActions {
	/**
	 * @throws Problem `task_not_found`
	 * @throws Problem `unknown_action` if the task has no such action
	 * @throws Problem `task_ended` if it has ended
	 * @throws Problem `idempotency_key_reused` if the key was used with another input of the same action
	 * @throws Problem `no_worker` if no worker responds for it in time
	 */
	act(ask: AskTask): Promise<Pick<ActionResponse, 'message'>>;
	/** The leads that a running lead-sync could not write, oldest first. @throws as `act` */
	refusedLeads(id: string): Promise<RefusedLead[]>;
	/** How each agent of a running lead-sync of several stands. Empty: it is one of a single agent. @throws as `act` */
	syncedAgents(id: string): Promise<AgentNow[]>;
}

const answerSchema: z.ZodType<ActionResponse> = z.object({ message: z.string(), asked: z.string() });
const refusedSchema = z.array(refusedLeadSchema);
const REFUSED = 'refused-leads';

/** Actions as updates of Temporal. The update's id contains the action and the caller's key. */
export class TemporalTaskActions implements TaskActions {
	constructor(private readonly client: Client) {}

	async act({ id, action, idempotencyKey, input }: AskTask): Promise<Pick<ActionResponse, 'message'>> {
		const { view, info } = await findTask(this.client, id);
		const { type, status } = view;
		const actions = actionsOf(type);
		if (!actions.includes(action)) throw unknownAction(action, type, actions);
		if (status !== 'running') throw taskEnded(id);
		const seen = type === 'lead-sync' ? await this.seenOf(view, info) : {};
		const handle = this.client.workflow.getHandle(id);
		const digest = inputDigest(input);
		const updateId = updateIdOf(action, idempotencyKey);
		const args: [object, string] = [{ ...input, ...seen }, digest];
		const answer = await askWorkflow(id, () => handle.executeUpdate<unknown, typeof args>(action, { updateId, args }));
		const { message, asked: answered } = answerSchema.parse(answer);
		if (answered !== digest)
			throw keyReused(
				`This Idempotency-Key was used for another "${action}" of ${id}. Send that request again, or use another key.`,
			);
		return { message };
	}

	async refusedLeads(id: string): Promise<RefusedLead[]> {
		const { type, status } = (await findTask(this.client, id)).view;
		if (type !== 'lead-sync') throw unknownAction('refused', type, []);
		if (status !== 'running') throw taskEnded(id);
		return refusedSchema.parse(await askWorkflow(id, () => this.client.workflow.getHandle(id).query<unknown>(REFUSED)));
	}

	async syncedAgents(id: string): Promise<AgentNow[]> {
		const { view, info } = await findTask(this.client, id);
		if (view.type !== 'lead-sync') throw unknownAction('agents', view.type, []);
		if (view.status !== 'running') throw taskEnded(id);
		if (view.agentId !== null) return [];
		return askWorkflow(id, () => readSyncedAgents(this.client, info));
	}

	private async seenOf(view: TaskView, info: WorkflowExecutionDescription): Promise<SeenProgress> {
		const upToDateAt = fresher(view.progress, await currentProgress(this.client, info, view))?.upToDateAt;
		return upToDateAt === undefined ? {} : { upToDateAt };
	}
}

/** @throws Problem `task_ended`, or `no_worker` if no worker responds in time */
export async function askWorkflow<Answer>(id: string, ask: () => Promise<Answer>): Promise<Answer> {
	try {
		return await ask();
	} catch (error) {
		if (error instanceof WorkflowNotFoundError) throw taskEnded(id);
		const isLate =
			error instanceof WorkflowUpdateRPCTimeoutOrCancelledError || grpcCodeOf(error) === GRPC.deadlineExceeded;
		if (isLate) throw noWorkerForTask(id);
		throw error;
	}
}
