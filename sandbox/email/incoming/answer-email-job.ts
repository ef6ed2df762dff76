import type { Answer, AnswerQuestion } from '../../chat/answer-question';
import type { Clock } from '../../clock';
import type { SqlDatabase } from '../../database/sql-database';
import { ApiProblem } from '../../errors/api-problem';
import type { JobKind } from '../../jobs/job-runner';
import type { Repositories } from '../../repositories';
import type { Agent } from '../../repositories/agents-repository';
import type { AiStatus, StoredEmailMessage } from '../../repositories/email-messages-repository';
import type { OutgoingQueue } from '../outgoing/outgoing-queue';
import { replySubject } from '../reply-subject';
import { withoutQuotes } from './without-quotes';

export const ANSWER_EMAIL_JOB = 'answer-email';

/** How long the agent thinks, in seconds of the sandbox's clock. */
const ANSWERING_SECONDS = 2;

export interface AnswerEmailServices {
	database: SqlDatabase;
	repositories: Repositories;
	queue: OutgoingQueue;
	clock: Clock;
	answers: Pick<AnswerQuestion, 'answer'>;
}

/** Answers a message that came in, once, unless automatic replies were paused meanwhile. */
export class AnswerEmailJob implements JobKind {
	readonly concurrency = 4;

	constructor(private readonly services: AnswerEmailServices) {}

	async run(emailId: string, signal: AbortSignal): Promise<void> {
		const { repositories, clock, answers, database } = this.services;
		await clock.pause(ANSWERING_SECONDS, signal);
		const message = this.open(emailId);
		const conversation = message && repositories.conversations.find(message.conversationId);
		const agent = conversation && repositories.agents.find(conversation.agentId);
		if (!message || !agent) return;
		const history = repositories.messages.ofConversation(conversation.id).filter(({ id }) => id < message.messageId);
		const question = { agent, message: withoutQuotes(message.content), location: undefined, history };
		const answer = await answers.answer(question, signal);
		database.transaction(() => {
			// The status and the queued answer are one change: a process that dies here answers at its next start, once.
			if (!this.open(emailId)) return;
			const status = answer.answered ? this.queueAnswer(message, answer) : this.noteQuestion(agent, message);
			repositories.emailMessages.setAiStatus(emailId, status);
		});
	}

	giveUp(id: string): void {
		this.services.repositories.emailMessages.setAiStatus(id, 'unavailable');
	}

	private open(id: string): StoredEmailMessage | undefined {
		const message = this.services.repositories.emailMessages.find(id);
		return message?.aiStatus === 'pending' ? message : undefined;
	}

	/** It waits in the inbox for a person, and is counted among what the agent could not answer. */
	private noteQuestion({ id: agentId }: Agent, { conversationId, content }: StoredEmailMessage): AiStatus {
		const createdAt = new Date().toISOString();
		const question = { agentId, conversationId, content: withoutQuotes(content), createdAt };
		this.services.repositories.unansweredQuestions.insert(question);
		return 'unanswered';
	}

	private queueAnswer(message: StoredEmailMessage, answer: Answer): AiStatus {
		const { emailThreads, mailboxes } = this.services.repositories;
		const thread = emailThreads.find(message.conversationId);
		const mailbox = thread?.mailboxId ? mailboxes.find(thread.mailboxId) : undefined;
		if (thread?.aiPaused) return 'paused';
		if (!thread || mailbox?.status !== 'active') return 'unavailable';
		try {
			this.services.queue.add({
				conversationId: thread.conversationId,
				mailbox,
				author: 'assistant',
				subject: replySubject(thread.subject),
				content: answer.reply,
				sources: answer.sources,
				to: thread.to,
				cc: thread.cc,
				aiStatus: 'generated',
			});
		} catch (error) {
			// The allowance is used up: the mail stays in the inbox for a person.
			if (error instanceof ApiProblem) return 'unavailable';
			throw error;
		}
		emailThreads.change(thread.conversationId, {}, new Date().toISOString());
		return 'answered';
	}
}
