import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ChatBody, ChatReply } from '../../api';
import type { Account } from '../account/account';
import type { Agent } from '../database/agents-repository';
import type { Repositories } from '../database/repositories';
import type { SqlDatabase } from '../database/sql-database';
import { problems } from '../problems/problems';
import type { Clock } from '../runtime/clock';
import type { Answer, QuestionAnswering } from './answer-question';

/** How long an answer takes, in seconds of the sandbox's clock: long enough for two messages to cross. */
const ANSWER_SECONDS = 0.3;

/** The number of earlier messages of a conversation that a reply can use. */
const HISTORY = 20;

/** The channel of a conversation. No other channel can continue it. */
type ChatChannel = 'api' | 'website';

const CHANNEL_NAMES: Record<ChatChannel, string> = { api: 'API', website: 'website' };

interface PendingReply extends Pick<Delivery, 'agent' | 'conversationId' | 'body'> {
	reply: Promise<ChatReply>;
}

export interface ChatServices {
	database: SqlDatabase;
	repositories: Repositories;
	account: Account;
	clock: Clock;
	answers: QuestionAnswering;
}

/**
 * Chat by API (specification, part 4) and by the website's widget (part 1).
 * A message is stored together with its reply, never before.
 */
export class Chat {
	private readonly stopping = new AbortController();
	/** The replies in progress, by conversation. */
	private readonly pending = new Map<string, PendingReply>();

	private readonly deliveries: AnswerDelivery;

	constructor(private readonly services: ChatServices) {
		this.deliveries = new AnswerDelivery(services.database, services.repositories, services.account);
	}

	/** @throws ApiProblem session_conflict, client_message_conflict, credits_exhausted */
	async send(agent: Agent, body: ChatBody, channel: ChatChannel = 'api'): Promise<ChatReply> {
		const repeated = this.repeat(agent, body);
		if (repeated) return repeated;
		const isNew = body.sessionId === undefined;
		const conversationId = body.sessionId ?? `conv_${randomUUID()}`;
		if (!isNew) this.requireSession(agent, conversationId, channel);
		this.services.account.requireCredit();

		const reply = this.answer({ agent, body, channel, conversationId, isNew });
		this.pending.set(conversationId, { agent, conversationId, body, reply });
		try {
			return await reply;
		} finally {
			this.pending.delete(conversationId);
		}
	}

	/** Aborts all replies and waits until none uses the database. */
	async stop(): Promise<void> {
		this.stopping.abort(new Error('The sandbox is stopping.'));
		await Promise.allSettled([...this.pending.values()].map(({ reply }) => reply));
	}

	/** The reply to an earlier message with the same clientMessageId, even while it is in progress. */
	private repeat(agent: Agent, body: ChatBody): Promise<ChatReply> | undefined {
		const { clientMessageId } = body;
		if (clientMessageId === undefined) return undefined;
		const receipt = this.services.repositories.chatReceipts.find(agent.id, clientMessageId);
		if (receipt) {
			requireSameMessage(body, { ...receipt, location: receipt.location ?? undefined });
			return Promise.resolve(receipt.reply);
		}
		const first = [...this.pending.values()].find(
			(other) => other.agent.id === agent.id && other.body.clientMessageId === clientMessageId,
		);
		if (first) requireSameMessage(body, { ...first.body, conversationId: first.conversationId });
		return first?.reply;
	}

	/** A session is a conversation of the same agent and channel, and takes one message at a time. */
	private requireSession(agent: Agent, sessionId: string, channel: ChatChannel): void {
		const conversation = this.services.repositories.conversations.find(sessionId);
		if (conversation?.agentId !== agent.id || conversation.channel !== channel) {
			throw problems.sessionConflict(`is not a ${CHANNEL_NAMES[channel]} conversation of this agent`);
		}
		if (this.pending.has(sessionId)) throw problems.sessionConflict('is answering another message');
	}

	private async answer(delivery: Omit<Delivery, 'askedAt' | 'answer'>): Promise<ChatReply> {
		const { clock, answers, repositories } = this.services;
		const { agent, body, conversationId } = delivery;
		const { signal } = this.stopping;
		const askedAt = new Date().toISOString();
		await clock.pause(ANSWER_SECONDS, signal);
		const history = repositories.messages.last(conversationId, HISTORY);
		const answer = await answers.answer({ agent, message: body.message, location: body.location, history }, signal);
		signal.throwIfAborted();
		return this.deliveries.deliver({ ...delivery, askedAt, answer });
	}
}

type Sent = Pick<ChatBody, 'message' | 'location'> & { conversationId: string };

/** A repeated message may name the session that the first one started. @throws ApiProblem client_message_conflict */
function requireSameMessage(again: ChatBody, first: Sent): void {
	const isSame =
		again.message === first.message &&
		isDeepStrictEqual(again.location, first.location) &&
		(again.sessionId === undefined || again.sessionId === first.conversationId);
	if (!isSame) throw problems.clientMessageConflict();
}

interface Delivery {
	agent: Agent;
	body: ChatBody;
	channel: string;
	conversationId: string;
	/** Whether this message starts the conversation. */
	isNew: boolean;
	/** ISO 8601 UTC. */
	askedAt: string;
	answer: Answer;
}

/** Stores a message with its answer and spends the credit in one transaction. */
class AnswerDelivery {
	constructor(
		private readonly database: SqlDatabase,
		private readonly repositories: Repositories,
		private readonly account: Account,
	) {}

	/** @throws ApiProblem credits_exhausted if another message used the last credit in the meantime */
	deliver(delivery: Delivery): ChatReply {
		const { agent, body, conversationId, answer } = delivery;
		const { reply, sources } = answer;
		const answered: ChatReply = { agentId: agent.id, sessionId: conversationId, reply, sources };
		this.database.transaction(() => {
			this.account.spendCredit();
			this.openConversation(delivery);
			this.keepMessages(delivery);
			if (body.clientMessageId === undefined) return;
			const location = body.location ?? null;
			this.repositories.chatReceipts.insert(agent.id, body.clientMessageId, {
				conversationId,
				message: body.message,
				location,
				reply: answered,
			});
		});
		return answered;
	}

	/** A message to a resolved conversation reopens it. */
	private openConversation({ agent, body, channel, conversationId, isNew, askedAt }: Delivery): void {
		const { conversations } = this.repositories;
		if (isNew) conversations.insert({ id: conversationId, agentId: agent.id, channel, createdAt: askedAt });
		else conversations.setState(conversationId, 'open');
		if (body.location) conversations.setLocation(conversationId, body.location);
	}

	private keepMessages({ agent, body, conversationId, askedAt, answer }: Delivery): void {
		const { messages, unansweredQuestions } = this.repositories;
		const { reply, sources, answered } = answer;
		const content = body.message;
		messages.insert({ conversationId, role: 'visitor', content, answered, createdAt: askedAt });
		const createdAt = new Date().toISOString();
		messages.insert({ conversationId, role: 'assistant', content: reply, sources, createdAt });
		if (!answered) unansweredQuestions.insert({ agentId: agent.id, conversationId, content, createdAt: askedAt });
	}
}
