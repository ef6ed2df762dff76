import {
	type Client,
	QueryNotRegisteredError,
	WorkflowNotFoundError,
	WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { z } from 'zod';
import { catalogue, type TaskDefinition } from '../../workflows/catalogue';
import type { RefusedLead } from '../../workflows/lead-sync/contract';
import type { ActionAnswer } from '../../workflows/task/actions';
import { grpcCodeOf, GRPC } from '../temporal/grpc-code';
import { describeTask } from './describe-task';
import type { AskTask, TaskActions } from './task-actions';
import { NoWorkerForTaskError, TaskEndedError, TaskNotFoundError, UnknownActionError } from './task-errors';
import type { TaskView } from './task-view';

const answerSchema: z.ZodType<ActionAnswer> = z.object({ message: z.string() });
const refusedSchema: z.ZodType<RefusedLead[]> = z.array(
	z.object({ leadId: z.number(), reason: z.string(), at: z.string() }),
);
const REFUSED = 'refused-leads';

/** Actions as updates of Temporal, with the caller's key as the update's id. */
export class TemporalTaskActions implements TaskActions {
	constructor(private readonly client: Client) {}

	async act({ id, action, idempotencyKey, input }: AskTask): Promise<ActionAnswer> {
		const { type, status } = await this.describe(id);
		const { actions = [] }: TaskDefinition = catalogue[type];
		if (!actions.includes(action)) throw new UnknownActionError(action, type, actions);
		if (status !== 'running') throw new TaskEndedError(id);
		const handle = this.client.workflow.getHandle(id);
		const options = { updateId: idempotencyKey, args: [input] as [object] };
		return answerSchema.parse(await asked(id, () => handle.executeUpdate<unknown, [object]>(action, options)));
	}

	async refusedLeads(id: string): Promise<RefusedLead[]> {
		const { type, status } = await this.describe(id);
		if (type !== 'lead-sync') throw new UnknownActionError('refused', type, []);
		if (status !== 'running') throw new TaskEndedError(id);
		return refusedSchema.parse(await asked(id, () => this.client.workflow.getHandle(id).query<unknown>(REFUSED)));
	}

	private async describe(id: string): Promise<TaskView> {
		try {
			const view = describeTask(await this.client.workflow.getHandle(id).describe());
			if (view !== null) return view;
		} catch (error) {
			if (!(error instanceof WorkflowNotFoundError)) throw error;
		}
		throw new TaskNotFoundError(id);
	}
}

async function asked<Answer>(id: string, ask: () => Promise<Answer>): Promise<Answer> {
	try {
		return await ask();
	} catch (error) {
		if (error instanceof WorkflowNotFoundError) throw new TaskEndedError(id);
		const isLate =
			error instanceof WorkflowUpdateRPCTimeoutOrCancelledError || grpcCodeOf(error) === GRPC.deadlineExceeded;
		// A worker of an older release knows neither the action nor the question.
		if (isLate || error instanceof QueryNotRegisteredError) throw new NoWorkerForTaskError(id);
		throw error;
	}
}
