import type { ChatBody, ChatReply } from '../../api';
import type { Account } from '../account/account';
import type { SqlDatabase } from '../database/sql-database';
import type { Repositories } from '../database/repositories';
import type { Agent } from '../database/agents-repository';
import type { Answer } from './answer-question';

export interface Delivery {
	agent: Agent;
	body: ChatBody;
	channel: string;
	conversationId: string;
	/** Whether this message begins the conversation. */
	isNew: boolean;
	/** ISO 8601 UTC. */
	askedAt: string;
	answer: Answer;
}

/** Keeps a message with its answer and takes the credit, all or nothing. */
export class DeliverAnswer {
	constructor(
		private readonly database: SqlDatabase,
		private readonly repositories: Repositories,
		private readonly account: Account,
	) {}

	/** @throws ApiProblem credits_exhausted when others used the last one meanwhile */
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

	/** A message to a resolved conversation opens it again. */
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
