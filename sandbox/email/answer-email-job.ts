import type { Answer, QuestionAnswering } from '../chat/answer-question';
import type { Agent } from '../database/agents-repository';
import type { StoredConversation } from '../database/conversations-repository';
import type { AiStatus, StoredEmailMessage } from '../database/email-repository';
import type { StoredMailbox } from '../database/mailboxes-repository';
import type { Repositories } from '../database/repositories';
import type { SqlDatabase } from '../database/sql-database';
import { ApiProblem } from '../problems/problems';
import type { Clock } from '../runtime/clock';
import type { JobKind } from '../runtime/job-runner';
import { replySubject } from './compose-mail';
import { mayUse } from './mailboxes';
import type { OutgoingQueue } from './outgoing-queue';

export const ANSWER_EMAIL_JOB = 'answer-email';

/** Time the agent takes for a reply, in seconds of the sandbox's clock. */
const ANSWERING_SECONDS = 2;

export interface AnswerEmailServices {
	database: SqlDatabase;
	repositories: Repositories;
	queue: OutgoingQueue;
	clock: Clock;
	answers: Pick<QuestionAnswering, 'answer'>;
}

/** Answers an incoming message once, unless automatic replies were paused in the meantime. */
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
		const mailbox = this.mailboxOf(message);
		const history = repositories.messages.ofConversation(conversation.id).filter(({ id }) => id < message.messageId);
		const answer = await answers.answer(
			{
				agent,
				message: stripQuotes(message.content),
				location: undefined,
				history,
				instructions: mailbox?.instructions,
				mayUseKnowledge: mailbox && mayUse(mailbox, 'search_knowledge'),
			},
			signal,
		);
		database.transaction(() => {
			// The status and the queued reply change together: a process that dies here replies once, at its next
			// start.
			if (!this.open(emailId)) return;
			if (!answer.answered) this.noteQuestion(agent, message);
			const handsOver = !answer.answered && (!mailbox || mayUse(mailbox, 'hand_over'));
			const status = handsOver ? 'unanswered' : this.queueAnswer(message, answer);
			repositories.emailMessages.setAiStatus(emailId, status);
			if (mailbox && mayUse(mailbox, 'capture_lead') && history.length === 0) this.captureLead(conversation);
		});
	}

	giveUp(id: string): void {
		this.services.repositories.emailMessages.setAiStatus(id, 'unavailable');
	}

	private open(id: string): StoredEmailMessage | undefined {
		const message = this.services.repositories.emailMessages.find(id);
		return message?.aiStatus === 'pending' ? message : undefined;
	}

	private mailboxOf({ conversationId }: StoredEmailMessage): StoredMailbox | undefined {
		const mailboxId = this.services.repositories.emailThreads.find(conversationId)?.mailboxId;
		return mailboxId ? this.services.repositories.mailboxes.find(mailboxId) : undefined;
	}

	/** The sender who starts a conversation becomes a lead. */
	private captureLead({ id: conversationId, agentId, visitorName, visitorEmail }: StoredConversation): void {
		if (visitorEmail === null) return;
		this.services.repositories.leads.insert({
			agentId,
			conversationId,
			name: visitorName ?? '',
			email: visitorEmail,
			phone: null,
			city: '',
			country: '',
			countryCode: '',
			fields: {},
			network: null,
			capturedAt: new Date().toISOString(),
		});
	}

	/** Adds the question to those that the agent could not answer. */
	private noteQuestion({ id: agentId }: Agent, { conversationId, content }: StoredEmailMessage): void {
		const createdAt = new Date().toISOString();
		const question = { agentId, conversationId, content: stripQuotes(content), createdAt };
		this.services.repositories.unansweredQuestions.insert(question);
	}

	private queueAnswer(message: StoredEmailMessage, answer: Answer): AiStatus {
		const { emailThreads } = this.services.repositories;
		const thread = emailThreads.find(message.conversationId);
		const mailbox = this.mailboxOf(message);
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
			// The allowance is used up, so the mail stays in the inbox for a person.
			if (error instanceof ApiProblem) return 'unavailable';
			throw error;
		}
		emailThreads.change(thread.conversationId, {}, new Date().toISOString());
		return 'answered';
	}
}

/** The text of a reply without quoted lines and the line that introduces them. */
export function stripQuotes(text: string): string {
	const kept: string[] = [];
	let isBeforeQuote = false;
	// Starts at the end, so that one pass knows the following line: a mail may have a million lines.
	for (const line of text.split(/\r?\n/).reverse()) {
		const isQuoted = line.startsWith('>');
		const introduces = isBeforeQuote && line.trimEnd().endsWith(':');
		if (!isQuoted && !introduces) kept.push(line);
		if (line.trim() !== '') isBeforeQuote = isQuoted;
	}
	return kept.reverse().join('\n').trim();
}
