import { LRUCache } from 'lru-cache';
import { createClient, type ApiClient } from '../../api';
import type { ConnectionConfig } from '../config';
import { CallBudget } from './call-budget';
import { asRefusal } from './refusal';

export interface AgentSummary {
	id: string;
	/** The id again where the service gives no name. */
	name: string;
}

const AGENT_KNOWN_MS = 60_000;
const AGENT_LIST_MS = 30_000;
/** A person waits for the answer. */
const TIMEOUT_MS = 10_000;
const PAGE_SIZE = 100;
/** Lists are for choosing by eye; an id can always be typed. */
const MAX_PAGES = 5;

/**
 * The gateway's own look at one account of the service. Its calls count on the key's rate limit beside those of the
 * task queue, so they are few: cached, and bounded by a budget (docs/worker-configuration.md).
 */
export class Connection {
	readonly baseUrl: string;
	readonly #client: ApiClient;
	readonly #budget: CallBudget;
	readonly #knownAgents = new LRUCache<string, true>({ max: 10_000, ttl: AGENT_KNOWN_MS });
	readonly #agentList: LRUCache<'all', AgentSummary[]>;

	constructor(
		readonly name: string,
		{ baseUrl, apiKey, requestsPerMinute }: ConnectionConfig,
	) {
		this.baseUrl = baseUrl;
		this.#client = createClient({ baseUrl, apiKey, timeoutMs: TIMEOUT_MS });
		this.#budget = new CallBudget(name, requestsPerMinute);
		// Several at once ask the service once.
		this.#agentList = new LRUCache({ max: 1, ttl: AGENT_LIST_MS, fetchMethod: () => this.#readAgents() });
	}

	/**
	 * Makes sure, with at most one call, that the key may read the agent's training status.
	 * @throws Problem that names the connection, and the agent or the scope
	 */
	async checkTraining(agentId: string): Promise<void> {
		if (this.#knownAgents.has(agentId)) return;
		await this.#call({ agentId, scope: 'read:sources' }, () =>
			this.#client.call('getTrainingStatus', { params: { id: agentId } }),
		);
		this.#knownAgents.set(agentId, true);
	}

	/** The first 500 agents the key can see. @throws Problem that names the connection */
	async agents(): Promise<AgentSummary[]> {
		return (await this.#agentList.fetch('all')) ?? [];
	}

	async #readAgents(): Promise<AgentSummary[]> {
		const agents = new Map<string, AgentSummary>();
		for (let page = 0; page < MAX_PAGES; page += 1) {
			const offset = page * PAGE_SIZE;
			const reply = await this.#call({ scope: 'read:agents' }, () =>
				this.#client.call('listAgents', { query: { limit: PAGE_SIZE, offset } }),
			);
			for (const { id, name } of reply.items) agents.set(id, { id, name: typeof name === 'string' ? name : id });
			if (reply.items.length === 0 || offset + reply.items.length >= reply.total) break;
		}
		return [...agents.values()];
	}

	async #call<Reply>(asked: { agentId?: string; scope: string }, call: () => Promise<Reply>): Promise<Reply> {
		await this.#budget.take();
		try {
			return await call();
		} catch (error) {
			throw asRefusal(error, { connection: this.name, baseUrl: this.baseUrl, ...asked });
		}
	}
}
