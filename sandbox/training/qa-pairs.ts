import type { z } from 'zod';
import type { QaPair, QaPairCreateBody, QaPairUpdateBody } from '../../api';
import type { Agent } from '../database/agents-repository';
import type { attachmentSchema, QaIndexRepository, StoredQaPair } from '../database/qa-pairs-repository';
import type { Repositories } from '../database/repositories';
import type { SqlDatabase } from '../database/sql-database';
import { problems } from '../problems/problems';
import type { Clock } from '../runtime/clock';
import type { JobKind, JobRunner } from '../runtime/job-runner';

export const INDEX_QA_JOB = 'index-qa-pairs';

/** Whether indexing can be scheduled now. A fault on demand sets `unavailable`. */
export type Indexing = 'available' | 'unavailable';

export interface QaPairsServices {
	database: SqlDatabase;
	repositories: Repositories;
	jobs: JobRunner;
}

/**
 * Q&A pairs (specification, parts 2 to 4). Every change is saved first. If its indexing cannot be scheduled, the
 * response is 503, and the next change of the agent's pairs indexes it too.
 */
export class QaPairs {
	constructor(private readonly services: QaPairsServices) {}

	list(agent: Agent, kind: StoredQaPair['kind'] | undefined, limit: number, offset: number) {
		const { items, total } = this.services.repositories.qaPairs.page(agent.id, kind ?? null, limit, offset);
		return { items: items.map(describe), total, limit, offset };
	}

	/** @throws ApiProblem indexing_not_scheduled */
	create(agent: Agent, body: QaPairCreateBody, indexing: Indexing = 'available'): QaPair {
		return this.insert(agent, { ...body, kind: 'qa', attachments: [] }, indexing);
	}

	/** Creates a pair with images or video. In the real service only the dashboard does it, here the admin API. */
	createMedia(agent: Agent, pair: QaPairCreateBody & { attachments: z.infer<typeof attachmentSchema>[] }): QaPair {
		return this.insert(agent, { ...pair, kind: 'media' }, 'available');
	}

	/** @throws ApiProblem not_found, media_pair, indexing_not_scheduled */
	update(agent: Agent, id: number, change: QaPairUpdateBody, indexing: Indexing = 'available'): QaPair {
		this.save(agent, indexing, () => {
			const pair = this.find(agent, id);
			this.services.repositories.qaPairs.update(id, { ...pair, ...change, updatedAt: new Date().toISOString() });
			return id;
		});
		return this.show(id);
	}

	/** @throws ApiProblem not_found, media_pair, indexing_not_scheduled */
	delete(agent: Agent, id: number, indexing: Indexing = 'available'): void {
		this.save(agent, indexing, () => {
			this.services.repositories.qaPairs.delete(this.find(agent, id).id);
			return id;
		});
	}

	private insert(
		agent: Agent,
		pair: Pick<StoredQaPair, 'kind' | 'question' | 'answer' | 'attachments'>,
		indexing: Indexing,
	): QaPair {
		const createdAt = new Date().toISOString();
		const id = this.save(agent, indexing, () =>
			this.services.repositories.qaPairs.insert({ ...pair, agentId: agent.id, createdAt }),
		);
		return this.show(id);
	}

	private find(agent: Agent, id: number): StoredQaPair {
		const pair = this.services.repositories.qaPairs.find(id);
		if (pair?.agentId !== agent.id) throw problems.notFound('Q&A pair');
		if (pair.kind === 'media') throw problems.mediaPair();
		return pair;
	}

	private show(id: number): QaPair {
		const pair = this.services.repositories.qaPairs.find(id);
		if (!pair) throw problems.notFound('Q&A pair');
		return describe(pair);
	}

	/** @param change makes the change and returns the pair's id */
	private save(agent: Agent, indexing: Indexing, change: () => number): number {
		const { database, repositories, jobs } = this.services;
		const id = database.transaction(() => {
			const changed = change();
			repositories.qaIndex.markChanged(agent.id, changed);
			if (indexing === 'available') jobs.add(INDEX_QA_JOB, agent.id);
			return changed;
		});
		if (indexing === 'unavailable') throw problems.indexingNotScheduled();
		return id;
	}
}

function describe({ attachments, ...pair }: StoredQaPair): QaPair {
	return { ...pair, attachmentCount: attachments.length };
}

/** Duration of indexing, in seconds of the sandbox's clock. */
const INDEXING_SECONDS = 1;

/** Indexes the changed Q&A pairs of an agent. */
export class IndexQaPairsJob implements JobKind {
	readonly concurrency = Number.POSITIVE_INFINITY;

	constructor(
		private readonly database: SqlDatabase,
		private readonly index: QaIndexRepository,
		private readonly clock: Clock,
	) {}

	async run(agentId: string, signal: AbortSignal): Promise<void> {
		await this.clock.pause(INDEXING_SECONDS, signal);
		this.database.transaction(() => this.index.indexChanged(agentId));
	}

	/** The change stays recorded, and the next change indexes it. */
	giveUp(): void {
		return;
	}
}
