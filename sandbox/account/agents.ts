import { randomUUID } from 'node:crypto';
import type { Agent } from '../database/agents-repository';
import type { Repositories } from '../database/repositories';
import type { SqlDatabase } from '../database/sql-database';
import { ApiProblem, problems } from '../problems/problems';

/** Pause after each page: with the seeded website of 12 pages a run takes about 40 s. */
const PAGE_SECONDS = 3;

export interface NewAgentOptions {
	id?: string;
	name: string;
	/** The address at which its training runs start. */
	website: string;
	/** Pause after each page of a run, in seconds of the sandbox's clock. */
	pageSeconds?: number;
	/** ISO 8601 UTC. Default: now. */
	createdAt?: string;
}

/** In the real service the dashboard creates agents. Here the seed and the admin API do it too. */
export class Agents {
	constructor(
		private readonly database: SqlDatabase,
		private readonly repositories: Repositories,
	) {}

	/** Creates an untrained agent with its website as a source. @throws ApiProblem agent_exists */
	create({ id, name, website, pageSeconds, createdAt = new Date().toISOString() }: NewAgentOptions): Agent {
		const agent: Agent = {
			id: id ?? `agent_${randomUUID()}`,
			name,
			website,
			trainedAt: null,
			lastTrainedAt: null,
			pageSeconds: pageSeconds ?? PAGE_SECONDS,
			createdAt,
		};
		this.database.transaction(() => {
			this.insert(agent);
			this.repositories.sources.insert({
				agentId: agent.id,
				type: 'url',
				name: website,
				status: 'pending',
				content: null,
				sizeBytes: 0,
				wordCount: 0,
				createdAt,
			});
		});
		return agent;
	}

	/** Creates the agent if it does not exist. Otherwise sets its website to the address of this start. */
	seed(agent: NewAgentOptions & { id: string }): void {
		const { agents, sources } = this.repositories;
		this.database.transaction(() => {
			const known = agents.find(agent.id);
			if (!known) {
				this.create(agent);
				return;
			}
			if (known.website === agent.website) return;
			const moved = sources.websitesOf(agent.id).filter((source) => source.name === known.website);
			for (const source of moved) sources.rename(source.id, agent.website);
			agents.setWebsite(agent.id, agent.website);
		});
	}

	/**
	 * Deletes an agent with its knowledge, conversations, leads and mailboxes. The next start creates the demo's agents
	 * again. Files of its sources go at the next start.
	 * @throws ApiProblem training_active, last_agent
	 */
	delete(agent: Agent): void {
		this.database.transaction(() => {
			if (this.repositories.trainingRuns.findActive(agent.id)) throw problems.trainingActive();
			if (this.repositories.agents.page(null, 1, 0).total === 1) throw lastAgent(agent);
			this.repositories.agents.delete(agent.id);
		});
	}

	private insert(agent: Agent): void {
		if (this.repositories.agents.find(agent.id)) {
			throw new ApiProblem({
				type: 'agent_exists',
				title: 'Agent already exists',
				status: 409,
				detail: `An agent with the id ${agent.id} already exists. Choose another id.`,
				issues: [{ path: 'id', message: 'is already in use' }],
			});
		}
		this.repositories.agents.insert(agent);
	}
}

function lastAgent({ id }: Agent): ApiProblem {
	return new ApiProblem({
		type: 'last_agent',
		title: 'The only agent cannot be deleted',
		status: 409,
		detail: `${id} is the only agent, and the pages of the dashboard need one. Create another agent first.`,
	});
}
