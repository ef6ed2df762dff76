import { randomUUID } from 'node:crypto';
import type { TrainingStatus } from '../../api';
import type { Agent } from '../database/agents-repository';
import type { Repositories } from '../database/repositories';
import { isUniqueViolation, type SqlDatabase } from '../database/sql-database';
import type { StoredRun } from '../database/training-runs-repository';
import { problems } from '../problems/problems';
import type { JobRunner } from '../runtime/job-runner';

export const TRAINING_JOB = 'training-run';

/** Chat opens at this number of indexed pages, before the run has ended. */
const CAN_CHAT_AFTER_PAGES = 3;

/** Training runs as the API shows them (specification, parts 2 and 3). */
export class Training {
	constructor(
		private readonly database: SqlDatabase,
		private readonly repositories: Repositories,
		private readonly jobs: JobRunner,
	) {}

	/** @throws ApiProblem training_active */
	start(agent: Agent): TrainingStatus {
		const id = `run_${randomUUID()}`;
		this.database.transaction(() => {
			try {
				const startedAt = new Date().toISOString();
				this.repositories.trainingRuns.insert({ id, agentId: agent.id, phase: 'crawling', startedAt });
			} catch (error) {
				throw isUniqueViolation(error) ? problems.trainingActive() : error;
			}
			this.jobs.add(TRAINING_JOB, id);
		});
		return this.status(agent);
	}

	/** @throws ApiProblem training_active */
	requireNoActiveRun(agentId: string): void {
		if (this.repositories.trainingRuns.findActive(agentId)) throw problems.trainingActive();
	}

	status(agent: Agent): TrainingStatus {
		const run = this.repositories.trainingRuns.findLatest(agent.id);
		const training = run !== undefined && run.finishedAt === null;
		const trained = agent.trainedAt !== null;
		return {
			agentStatus: training ? 'training' : trained ? 'ready' : 'untrained',
			training,
			canChat: trained || (training && this.repositories.runPages.counts(run.id).completed >= CAN_CHAT_AFTER_PAGES),
			run: run ? this.describe(run) : null,
		};
	}

	private describe(run: StoredRun) {
		const counts = this.repositories.runPages.counts(run.id);
		return {
			id: run.id,
			phase: run.phase,
			pagesCompleted: counts.completed,
			pagesTotal: counts.total,
			pagesFailed: counts.failed,
			startedAt: run.startedAt,
			error: run.error,
		};
	}
}
