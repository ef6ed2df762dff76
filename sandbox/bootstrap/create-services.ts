import type { FastifyBaseLogger } from 'fastify';
import { Account } from '../account/account';
import { Agents } from '../account/agents';
import { ApiKeys } from '../account/api-keys';
import { TrainingLimits } from '../account/usage';
import { QuestionAnswering } from '../chat/answer-question';
import { Chat } from '../chat/chat';
import { createReplyWriter, type LanguageModel } from '../chat/reply-writer';
import { AgentAnalytics } from '../conversations/analytics';
import { CodConfirmations } from '../conversations/cod-confirmations';
import { Inbox } from '../conversations/inbox';
import { Leads } from '../conversations/leads';
import { AddressGuard } from '../crawler/address-guard';
import { PageReader } from '../crawler/page-reader';
import { createRepositories } from '../database/repositories';
import type { SqlDatabase } from '../database/sql-database';
import { Generators } from '../demo/generate';
import { SimulatedVisitors } from '../demo/visitors/simulated-visitors';
import { createEmail } from '../email/create-email';
import { Faults } from '../faults/faults';
import { Clock } from '../runtime/clock';
import { type JobKind, JobRunner } from '../runtime/job-runner';
import type { Settings } from '../runtime/settings';
import { KnowledgeBase } from '../search/knowledge-base';
import { RateLimiter } from '../server/rate-limit';
import { INDEX_QA_JOB, IndexQaPairsJob, QaPairs } from '../training/qa-pairs';
import { createSources } from '../training/sources';
import { Training, TRAINING_JOB } from '../training/training';
import { TrainingRunJob } from '../training/training-run-job';

export interface ServicesOptions {
	database: SqlDatabase;
	settings: Settings;
	/** The folder of uploaded files. */
	filesDir: string;
	/** Local hosts that the crawler may read, as host:port. */
	crawlLocalHosts: readonly string[];
	/** Writes chat replies. Default: the passages are the reply. */
	languageModel?: LanguageModel;
	/** The mail server for outgoing mail. If null, the sandbox uses its own. */
	smtpUrl: URL | null;
	log: FastifyBaseLogger;
}

/** For all sandboxes of a process, because it takes longer to start than to read a hundred pages. It ends with the process. */
let pageReader: PageReader | undefined;

/** Puts the parts of the service together. It starts none of them. */
export function createServices(options: ServicesOptions) {
	const { database, settings, filesDir, crawlLocalHosts, languageModel, smtpUrl, log } = options;
	const repositories = createRepositories(database);
	const knowledgeBase = new KnowledgeBase(repositories);
	const account = new Account(database);
	const limits = new TrainingLimits(account, settings);
	const guard = new AddressGuard(crawlLocalHosts);
	const pages = (pageReader ??= new PageReader());
	const clock = new Clock(settings);
	const crawling = { database, repositories, knowledgeBase, guard, pages, limits };
	const kinds = new Map<string, JobKind>([
		[INDEX_QA_JOB, new IndexQaPairsJob(database, repositories.qaIndex, clock)],
		[TRAINING_JOB, new TrainingRunJob(crawling, clock)],
	]);
	const jobs = new JobRunner(database, kinds, log);
	const training = new Training(database, repositories, jobs);
	const { sources, jobKinds } = createSources({ ...crawling, training, jobs, clock, filesDir });
	const inbox = new Inbox(database, repositories);
	const leads = new Leads(database, repositories, inbox);
	const answers = new QuestionAnswering(repositories, training, createReplyWriter(languageModel, log));
	const chat = new Chat({ database, repositories, account, clock, answers });
	const email = createEmail({ database, repositories, account, jobs, clock, answers, smtpUrl, log });
	// These jobs need the runner themselves.
	for (const [kind, job] of [...jobKinds, ...email.jobKinds]) kinds.set(kind, job);
	return {
		repositories,
		settings,
		guard,
		pages,
		jobs,
		training,
		account,
		agents: new Agents(database, repositories),
		analytics: new AgentAnalytics(repositories, account),
		apiKeys: new ApiKeys(database, repositories.apiKeys),
		chat,
		email,
		rateLimiter: new RateLimiter(),
		faults: new Faults(database),
		cod: new CodConfirmations(repositories.cod),
		generators: new Generators(database),
		inbox,
		leads,
		qaPairs: new QaPairs({ database, repositories, jobs }),
		sources,
		visitors: new SimulatedVisitors({ database, repositories, account, chat, clock, leads, log }),
	};
}
