import { randomUUID } from 'node:crypto';
import { problems } from '../problems/problems';
import type { Agent } from '../database/agents-repository';
import type { CodRepository, StoredConfirmation } from '../database/cod-repository';
import { type CodMetrics, sumUp } from './sum-up';

export interface NewConfirmation extends Pick<
	StoredConfirmation,
	'orderNumber' | 'customerName' | 'customerPhone' | 'currency'
> {
	/** In the currency, as 49.9. */
	amount: number;
	conversationId?: string;
	status?: StoredConfirmation['status'];
	/** ISO 8601. Left out: now. */
	createdAt?: string;
}

/** Cash-on-delivery confirmations (specification, part 4; its fields are not shown, see docs/api-notes.md). */
export class CodConfirmations {
	constructor(private readonly repository: CodRepository) {}

	list(agent: Agent, limit: number, offset: number) {
		const { items, total } = this.repository.page(agent.id, limit, offset);
		return { items: items.map(describe), total, limit, offset };
	}

	/** @throws ApiProblem not_found */
	get(agent: Agent, id: string) {
		return describe(this.find(agent, id));
	}

	/** Days are YYYY-MM-DD in UTC, inclusive. */
	metrics(agent: Agent, { startDate, endDate }: { startDate?: string; endDate?: string }): CodMetrics {
		const from = startDate === undefined ? '' : `${startDate}T00:00:00.000Z`;
		const until = endDate === undefined ? '~' : `${endDate}T23:59:59.999Z`;
		return sumUp(this.repository.results(agent.id, from, until), { startDate, endDate });
	}

	create(agent: Agent, confirmation: NewConfirmation) {
		const id = `cod_${randomUUID()}`;
		const status = confirmation.status ?? 'pending';
		const createdAt = new Date(confirmation.createdAt ?? Date.now()).toISOString();
		this.repository.insert({
			...confirmation,
			id,
			agentId: agent.id,
			conversationId: confirmation.conversationId ?? null,
			amount: Math.round(confirmation.amount * 100),
			status,
			createdAt,
			settledAt: status === 'pending' ? null : createdAt,
		});
		return this.get(agent, id);
	}

	/** As when the buyer answers. @throws ApiProblem not_found */
	settle(agent: Agent, id: string, status: StoredConfirmation['status']) {
		this.find(agent, id);
		this.repository.settle(id, status, status === 'pending' ? null : new Date().toISOString());
		return this.get(agent, id);
	}

	private find(agent: Agent, id: string): StoredConfirmation {
		const confirmation = this.repository.find(id);
		if (confirmation?.agentId !== agent.id) throw problems.notFound('confirmation');
		return confirmation;
	}
}

function describe({ amount, ...confirmation }: StoredConfirmation) {
	return { ...confirmation, amount: amount / 100 };
}
