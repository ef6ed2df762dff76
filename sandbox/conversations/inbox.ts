import { randomUUID } from 'node:crypto';
import type { Agent } from '../database/agents-repository';
import type {
	NewConversation,
	NewMessage,
	StoredConversation,
	StoredMessage,
} from '../database/conversations-repository';
import type { Repositories } from '../database/repositories';
import type { SqlDatabase } from '../database/sql-database';
import { problems } from '../problems/problems';

export interface InboxConversation extends Pick<NewConversation, 'channel' | 'visitor' | 'network'> {
	/** ISO 8601. Default: now. */
	createdAt?: string;
	state?: StoredConversation['state'];
	/** 1 to 5. */
	rating?: number;
	messages?: InboxMessage[];
}

type InboxMessage = Pick<NewMessage, 'role' | 'content'>;

export interface ConversationChange {
	state?: StoredConversation['state'];
	/** 1 to 5. */
	rating?: number;
}

/** What the team and other channels do with conversations. In the real service the dashboard's inbox does it. */
export class Inbox {
	constructor(
		private readonly database: SqlDatabase,
		private readonly repositories: Repositories,
	) {}

	/** Starts a conversation as a channel does. */
	begin(agent: Agent, conversation: InboxConversation): StoredConversation {
		const { channel, visitor, network, messages = [], state, rating } = conversation;
		const id = `conv_${randomUUID()}`;
		const createdAt = new Date(conversation.createdAt ?? Date.now()).toISOString();
		return this.database.transaction(() => {
			this.repositories.conversations.insert({ id, agentId: agent.id, channel, visitor, network, createdAt });
			for (const message of messages) {
				this.repositories.messages.insert({ ...message, conversationId: id, createdAt });
			}
			return this.change(id, { state, rating });
		});
	}

	/** @throws ApiProblem not_found */
	change(id: string, { state, rating }: ConversationChange): StoredConversation {
		const { conversations } = this.repositories;
		return this.database.transaction(() => {
			this.find(id);
			if (state !== undefined) conversations.setState(id, state);
			if (rating !== undefined) conversations.setRating(id, rating);
			return this.find(id);
		});
	}

	/** @throws ApiProblem not_found */
	addMessage(conversationId: string, message: InboxMessage): { id: number } {
		return this.database.transaction(() => {
			this.find(conversationId);
			const createdAt = new Date().toISOString();
			return { id: this.repositories.messages.insert({ ...message, conversationId, createdAt }) };
		});
	}

	/** A private note: the team sees it, the customer API never shows it. @throws ApiProblem not_found */
	addNote(conversationId: string, note: { author: string; content: string }): { id: number } {
		this.find(conversationId);
		const createdAt = new Date().toISOString();
		return { id: this.repositories.notes.insert({ ...note, conversationId, createdAt }) };
	}

	/** @throws ApiProblem not_found */
	delete(id: string): void {
		this.find(id);
		this.repositories.conversations.delete(id);
	}

	/** @throws ApiProblem not_found */
	find(id: string): StoredConversation {
		const conversation = this.repositories.conversations.find(id);
		if (!conversation) throw problems.notFound('conversation');
		return conversation;
	}
}

/** A conversation in a list. The specification names no field; docs/api-notes.md has the choice. */
export function describeConversation(conversation: StoredConversation) {
	const { id, agentId, channel, state, rating, messageCount, createdAt, lastMessageAt } = conversation;
	const { visitorName, visitorEmail, city, region, country, countryCode } = conversation;
	return {
		id,
		agentId,
		channel,
		state,
		visitor: { name: visitorName, email: visitorEmail, city, region, country, countryCode },
		rating,
		messageCount,
		createdAt,
		lastMessageAt,
	};
}

/** With its messages, oldest first; never with private notes or network details (specification, part 1). */
export function describeTranscript(conversation: StoredConversation, messages: StoredMessage[]) {
	return { ...describeConversation(conversation), messages };
}
