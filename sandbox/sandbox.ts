import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { Agents } from './agents/agents';
import { Clock } from './clock';
import type { SandboxConfig } from './config';
import { AddressGuard } from './crawler/address-guard';
import { migrate } from './database/migrate';
import { SqlDatabase } from './database/sql-database';
import { Faults } from './faults/faults';
import { type JobKind, JobRunner } from './jobs/job-runner';
import { ApiKeys } from './keys/api-keys';
import { KnowledgeBase } from './knowledge/knowledge-base';
import { migrations } from './migrations';
import { createRepositories } from './repositories';
import { Settings } from './settings';
import { INDEX_SOURCE_JOB, Sources } from './sources/sources';
import { IndexSourceJob } from './sources/index-source-job';
import { TRAINING_JOB, Training } from './training/training';
import { TrainingRunJob } from './training/training-run-job';

/** Training data an account of the sandbox's plan may hold: 50 MB. */
const TRAINING_DATA_BYTES = 50 * 1024 * 1024;

/** Opens the data folder and puts everything together that works on it. */
export function openServices(config: SandboxConfig, log: FastifyBaseLogger) {
	mkdirSync(config.dataDir, { recursive: true });
	const database = new SqlDatabase(join(config.dataDir, 'sandbox.db'));
	migrate(database, migrations);
	const repositories = createRepositories(database);
	repositories.requestLog.forgetOld();

	const { clockFactor, rateLimit } = config;
	const settings = new Settings({ clockFactor, rateLimit, trainingDataBytes: TRAINING_DATA_BYTES });
	const clock = new Clock(settings);
	const guard = new AddressGuard(config.crawlLocalHosts);
	const knowledgeBase = new KnowledgeBase(repositories);
	const shared = { database, repositories, settings, guard, knowledgeBase };

	const kinds = new Map<string, JobKind>([
		[INDEX_SOURCE_JOB, new IndexSourceJob(shared, clock)],
		[TRAINING_JOB, new TrainingRunJob(shared, clock)],
	]);
	const jobs = new JobRunner(repositories.jobs, kinds, log);
	const training = new Training(database, repositories, jobs);
	return {
		...shared,
		jobs,
		training,
		sources: new Sources({ ...shared, training, jobs }),
		agents: new Agents(database, repositories),
		apiKeys: new ApiKeys(database, repositories.apiKeys),
		faults: new Faults(repositories.faults),
	};
}

export type SandboxServices = ReturnType<typeof openServices>;
