import { type Client, QueryNotRegisteredError, WorkflowUpdateFailedError } from '@temporalio/client';
import { z } from 'zod';
import {
	type HandOutSettings,
	type HandOutView,
	handOutViewSchema,
	type LeadOutcome,
	type Settled,
	settledSchema,
	type TakenLeads,
	takenLeadsSchema,
	type TakeRequest,
} from '../../../workflows/lead-sync/hand-out-contract';
import { askWorkflow } from '../task-actions';
import { taskEnded } from '../task-problems';
import { findTask } from '../task-view';
import { notAFlowSync } from './hand-out-problems';
import type { HandOutService } from './hand-out-service';

/** A flow's requests as updates and queries of its sync. They are idempotent, so their ids do not matter. */
export class TemporalHandOutService implements HandOutService {
	constructor(private readonly client: Client) {}

	open(id: string, settings: HandOutSettings, agentIds?: string[] | null): Promise<number> {
		return this.update(id, 'open-hand-out', agentIds === undefined ? [settings] : [settings, agentIds], z.int());
	}

	close(id: string, opening: number): Promise<boolean> {
		return this.update(id, 'close-hand-out', [opening], z.boolean());
	}

	async view(id: string, takeId: string | null): Promise<HandOutView> {
		const { view } = await findTask(this.client, id);
		if (view.type !== 'lead-sync') throw notAFlowSync(id);
		if (view.status !== 'running') throw taskEnded(id);
		const handle = this.client.workflow.getHandle(id);
		return handOutViewSchema.parse(
			await ofFlow(id, () => handle.query<unknown, [string | null, number]>('hand-out', takeId, Date.now())),
		);
	}

	take(id: string, takeId: string, request: TakeRequest): Promise<TakenLeads> {
		return this.update(id, 'take-leads', [takeId, request], takenLeadsSchema);
	}

	renew(id: string, lease: string, leaseSeconds: number): Promise<number> {
		return this.update(id, 'renew-lease', [lease, leaseSeconds], z.int());
	}

	settle(id: string, lease: string, outcomes: LeadOutcome[]): Promise<Settled> {
		return this.update(id, 'settle-leads', [lease, outcomes], settledSchema);
	}

	/** An update that the sync of a flow handles. Only `view` looks first: the others come after it. */
	private async update<Value>(
		id: string,
		name: string,
		args: [unknown, ...unknown[]],
		schema: z.ZodType<Value>,
	): Promise<Value> {
		const handle = this.client.workflow.getHandle(id);
		return schema.parse(await ofFlow(id, () => handle.executeUpdate<unknown, [unknown, ...unknown[]]>(name, { args })));
	}
}

/** @throws Problem `not_a_flow_sync` if the workflow does not know the request */
async function ofFlow<Answer>(id: string, ask: () => Promise<Answer>): Promise<Answer> {
	try {
		return await askWorkflow(id, ask);
	} catch (error) {
		if (error instanceof QueryNotRegisteredError || error instanceof WorkflowUpdateFailedError) throw notAFlowSync(id);
		throw error;
	}
}
