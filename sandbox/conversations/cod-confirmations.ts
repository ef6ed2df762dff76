import { randomUUID } from 'node:crypto';
import type { Agent } from '../database/agents-repository';
import type { CodRepository, CodResult, StoredConfirmation } from '../database/cod-repository';
import { problems } from '../problems/problems';

export interface NewConfirmation extends Pick<
	StoredConfirmation,
	'orderNumber' | 'customerName' | 'customerPhone' | 'currency'
> {
	/** In units of the currency, for example 49.9. */
	amount: number;
	conversationId?: string;
	status?: StoredConfirmation['status'];
	/** ISO 8601. Default: now. */
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

	/** Stores the buyer's decision. @throws ApiProblem not_found */
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

interface CodMetrics {
	startDate: string | null;
	endDate: string | null;
	total: number;
	pending: number;
	confirmed: number;
	cancelled: number;
	noResponse: number;
	/** Confirmed ones among those that are not pending, 0 to 1; null when there are none. */
	confirmationRate: number | null;
	/** In each currency. */
	amounts: { currency: string; total: number; confirmed: number }[];
}

/** Adds up the results of a range of days. */
function sumUp(results: readonly CodResult[], days: { startDate?: string; endDate?: string }): CodMetrics {
	const count = (status?: CodResult['status']) =>
		add(
			results.filter((result) => status === undefined || result.status === status),
			'count',
		);
	const settled = count() - count('pending');
	return {
		startDate: days.startDate ?? null,
		endDate: days.endDate ?? null,
		total: count(),
		pending: count('pending'),
		confirmed: count('confirmed'),
		cancelled: count('cancelled'),
		noResponse: count('no_response'),
		confirmationRate: settled === 0 ? null : Number((count('confirmed') / settled).toFixed(4)),
		amounts: [...new Set(results.map(({ currency }) => currency))].map((currency) => {
			const ofCurrency = results.filter((result) => result.currency === currency);
			const confirmed = ofCurrency.filter(({ status }) => status === 'confirmed');
			return { currency, total: add(ofCurrency, 'amount') / 100, confirmed: add(confirmed, 'amount') / 100 };
		}),
	};
}

function add(results: readonly CodResult[], field: 'count' | 'amount'): number {
	return results.reduce((sum, result) => sum + result[field], 0);
}
