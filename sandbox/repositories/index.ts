import type { SqlDatabase } from '../database/sql-database';
import { AccountRepository } from './account-repository';
import { AgentsRepository } from './agents-repository';
import { AnalyticsRepository } from './analytics-repository';
import { ApiKeysRepository } from './api-keys-repository';
import { ChatReceiptsRepository } from './chat-receipts-repository';
import { CodRepository } from './cod-repository';
import { ConversationsRepository } from './conversations-repository';
import { EmailDeliveriesRepository } from './email-deliveries-repository';
import { EmailMessagesRepository } from './email-messages-repository';
import { EmailReceiptsRepository } from './email-receipts-repository';
import { EmailRecipientsRepository } from './email-recipients-repository';
import { EmailThreadsRepository } from './email-threads-repository';
import { FaultsRepository } from './faults-repository';
import { JobsRepository } from './jobs-repository';
import { LeadsRepository } from './leads-repository';
import { MailboxesRepository } from './mailboxes-repository';
import { MailRulesRepository } from './mail-rules-repository';
import { MessagesRepository } from './messages-repository';
import { NotesRepository } from './notes-repository';
import { PagesRepository } from './pages-repository';
import { PassagesRepository } from './passages-repository';
import { QaIndexRepository } from './qa-index-repository';
import { QaPairsRepository } from './qa-pairs-repository';
import { ReceivedMailRepository } from './received-mail-repository';
import { RequestLogRepository } from './request-log-repository';
import { RunPagesRepository } from './run-pages-repository';
import { SourceFilesRepository } from './source-files-repository';
import { SourcesRepository } from './sources-repository';
import { TrainingRunsRepository } from './training-runs-repository';
import { UnansweredQuestionsRepository } from './unanswered-questions-repository';

/** One repository a table. */
export function createRepositories(database: SqlDatabase) {
	return {
		account: new AccountRepository(database),
		agents: new AgentsRepository(database),
		analytics: new AnalyticsRepository(database),
		apiKeys: new ApiKeysRepository(database),
		chatReceipts: new ChatReceiptsRepository(database),
		cod: new CodRepository(database),
		conversations: new ConversationsRepository(database),
		emailDeliveries: new EmailDeliveriesRepository(database),
		emailMessages: new EmailMessagesRepository(database),
		emailReceipts: new EmailReceiptsRepository(database),
		emailRecipients: new EmailRecipientsRepository(database),
		emailThreads: new EmailThreadsRepository(database),
		faults: new FaultsRepository(database),
		jobs: new JobsRepository(database),
		leads: new LeadsRepository(database),
		mailboxes: new MailboxesRepository(database),
		mailRules: new MailRulesRepository(database),
		messages: new MessagesRepository(database),
		notes: new NotesRepository(database),
		pages: new PagesRepository(database),
		passages: new PassagesRepository(database),
		qaIndex: new QaIndexRepository(database),
		qaPairs: new QaPairsRepository(database),
		receivedMail: new ReceivedMailRepository(database),
		requestLog: new RequestLogRepository(database),
		runPages: new RunPagesRepository(database),
		sourceFiles: new SourceFilesRepository(database),
		sources: new SourcesRepository(database),
		trainingRuns: new TrainingRunsRepository(database),
		unansweredQuestions: new UnansweredQuestionsRepository(database),
	};
}

export type Repositories = ReturnType<typeof createRepositories>;
