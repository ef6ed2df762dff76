import { AgentsRepository } from './agents-repository';
import { AnalyticsRepository, UnansweredQuestionsRepository } from './analytics-repository';
import { ApiKeysRepository } from './api-keys-repository';
import { CodRepository } from './cod-repository';
import { ConversationsRepository, MessagesRepository, NotesRepository } from './conversations-repository';
import { EmailDeliveriesRepository, EmailRecipientsRepository } from './deliveries-repository';
import { EmailMessagesRepository, EmailThreadsRepository } from './email-repository';
import { LeadsRepository } from './leads-repository';
import { MailRulesRepository, ReceivedMailRepository } from './mail-server-repository';
import { MailboxesRepository } from './mailboxes-repository';
import { PagesRepository, PassagesRepository } from './passages-repository';
import { QaIndexRepository, QaPairsRepository } from './qa-pairs-repository';
import { ChatReceiptsRepository, EmailReceiptsRepository } from './receipts-repository';
import { RequestLogRepository } from './request-log-repository';
import { SourceFilesRepository, SourcesRepository } from './sources-repository';
import type { SqlDatabase } from './sql-database';
import { RunPagesRepository, TrainingRunsRepository } from './training-runs-repository';

/** One repository per table. A table that a single service reads has its repository beside that service. */
export function createRepositories(database: SqlDatabase) {
	return {
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
