import type { FastifyBaseLogger } from 'fastify';
import type { Account } from '../account/account';
import type { QuestionAnswering } from '../chat/answer-question';
import type { Repositories } from '../database/repositories';
import type { SqlDatabase } from '../database/sql-database';
import type { Clock } from '../runtime/clock';
import type { JobKind, JobRunner } from '../runtime/job-runner';
import { ANSWER_EMAIL_JOB, AnswerEmailJob } from './answer-email-job';
import { DeliveryAttempts, RETRY_EMAIL_JOB } from './delivery-attempts';
import { RetryEmailJob, SendEmailJob } from './delivery-jobs';
import { EmailConversations } from './email-conversations';
import { EmailReplies } from './email-replies';
import { Idempotency } from './idempotency';
import { IncomingMail } from './incoming-mail';
import { MailboxActions } from './mailbox-actions';
import { EmailAllowance, Mailboxes } from './mailboxes';
import { OutgoingQueue, SEND_EMAIL_JOB } from './outgoing-queue';
import { OwnMailServer } from './own-mail-server';
import { mailServerOf, MailTransport } from './smtp-client';
import { TestMails } from './test-mails';

export interface EmailOptions {
	database: SqlDatabase;
	repositories: Repositories;
	account: Account;
	jobs: JobRunner;
	clock: Clock;
	/** Answers mail the same way as chat. */
	answers: Pick<QuestionAnswering, 'answer'>;
	/** The mail server for outgoing mail. If null, the sandbox uses its own. */
	smtpUrl: URL | null;
	log: FastifyBaseLogger;
}

export type Email = ReturnType<typeof createEmail>;

/** Puts the parts of email together. It starts none of them: pass the job kinds to the job runner. */
export function createEmail({ database, repositories, account, jobs, clock, answers, smtpUrl, log }: EmailOptions) {
	const transport = new MailTransport(smtpUrl === null ? undefined : mailServerOf(smtpUrl));
	const allowance = new EmailAllowance(account, repositories);
	const mailboxes = new Mailboxes(database, repositories, allowance);
	const testMails = new TestMails(repositories, transport);
	const idempotency = new Idempotency(database, repositories.emailReceipts);
	const conversations = new EmailConversations({ database, repositories, mailboxes, idempotency });
	const queue = new OutgoingQueue(repositories, allowance, jobs);
	const attempts = new DeliveryAttempts(database, repositories, jobs);
	const incoming = new IncomingMail(database, repositories, jobs);
	const jobKinds: [string, JobKind][] = [
		[SEND_EMAIL_JOB, new SendEmailJob(attempts, transport, repositories.emailMessages, clock)],
		[RETRY_EMAIL_JOB, new RetryEmailJob(database, repositories.emailDeliveries, clock, jobs, attempts)],
		[ANSWER_EMAIL_JOB, new AnswerEmailJob({ database, repositories, queue, clock, answers })],
	];
	return {
		mailboxes,
		conversations,
		testMails,
		transport,
		jobKinds,
		actions: new MailboxActions({ database, repositories, allowance, mailboxes, testMails, jobs }),
		replies: new EmailReplies({ repositories, mailboxes, conversations, queue, idempotency }),
		server: new OwnMailServer({ rules: repositories.mailRules, receive: (mail) => incoming.receive(mail), log }),
	};
}
