import { z } from 'zod';
import type { SqlDatabase } from './sql-database';

const channelRow = z.object({ channel: z.string(), state: z.enum(['open', 'resolved']), count: z.number() });
const dayRow = z.object({ date: z.string(), conversations: z.number() });
const messagesRow = z.object({ received: z.number(), answered: z.number(), unanswered: z.number() });
const questionRow = z.object({ question: z.string(), count: z.number() });
const ratingRow = z.object({ rating: z.number(), count: z.number() });
const locationRow = z.object({
	country: z.string().nullable(),
	countryCode: z.string().nullable(),
	conversations: z.number(),
});

const IN_PERIOD = 'agent_id = ?1 AND created_at >= ?2';
/** Visitors' messages to an agent in the period. */
const ASKED = `messages JOIN conversations ON conversations.id = messages.conversation_id
	WHERE conversations.agent_id = ?1 AND messages.created_at >= ?2 AND messages.role = 'visitor'`;

/**
 * Counts what happened since a moment (ISO 8601 UTC, inclusive). It stores no result and counts again at every call.
 */
export class AnalyticsRepository {
	constructor(private readonly database: SqlDatabase) {}

	conversationsByChannel(agentId: string, since: string) {
		const sql = `SELECT channel, state, count(*) AS count FROM conversations WHERE ${IN_PERIOD}
			GROUP BY channel, state ORDER BY count DESC, channel`;
		return this.database.all(channelRow, sql, agentId, since);
	}

	/** Only days with a new conversation, oldest first. */
	conversationsByDay(agentId: string, since: string) {
		const sql = `SELECT substr(created_at, 1, 10) AS date, count(*) AS conversations FROM conversations
			WHERE ${IN_PERIOD} GROUP BY date ORDER BY date`;
		return this.database.all(dayRow, sql, agentId, since);
	}

	messages(agentId: string, since: string) {
		const sql = `SELECT count(*) AS received, count(*) FILTER (WHERE answered = 1) AS answered,
			count(*) FILTER (WHERE answered = 0) AS unanswered FROM ${ASKED}`;
		return this.database.get(messagesRow, sql, agentId, since) ?? { received: 0, answered: 0, unanswered: 0 };
	}

	/** Most frequent first, regardless of case. */
	topQuestions(agentId: string, since: string, limit: number) {
		const sql = `SELECT max(content) AS question, count(*) AS count FROM ${ASKED}
			GROUP BY lower(trim(content)) ORDER BY count DESC, question LIMIT ?3`;
		return this.database.all(questionRow, sql, agentId, since, limit);
	}

	ratings(agentId: string, since: string) {
		const sql = `SELECT rating, count(*) AS count FROM conversations WHERE ${IN_PERIOD} AND rating IS NOT NULL
			GROUP BY rating ORDER BY rating DESC`;
		return this.database.all(ratingRow, sql, agentId, since);
	}

	locations(agentId: string, since: string, limit: number) {
		const sql = `SELECT country, country_code AS countryCode, count(*) AS conversations FROM conversations
			WHERE ${IN_PERIOD} AND (country IS NOT NULL OR country_code IS NOT NULL)
			GROUP BY country, country_code ORDER BY conversations DESC, country LIMIT ?3`;
		return this.database.all(locationRow, sql, agentId, since, limit);
	}
}

const unansweredRow = z.object({ content: z.string(), createdAt: z.string() });
const askedRow = z.object({ content: z.string(), count: z.number(), lastAskedAt: z.string() });

export interface NewUnansweredQuestion {
	agentId: string;
	conversationId: string;
	content: string;
	createdAt: string;
}

/** Questions that an agent could not answer. */
export class UnansweredQuestionsRepository {
	constructor(private readonly database: SqlDatabase) {}

	insert(question: NewUnansweredQuestion): void {
		this.database.run(
			'INSERT INTO unanswered_questions (agent_id, conversation_id, content, created_at) VALUES (?, ?, ?, ?)',
			question.agentId,
			question.conversationId,
			question.content,
			question.createdAt,
		);
	}

	/** Newest first. @param since ISO 8601 UTC, inclusive */
	since(
		agentId: string,
		since: string,
		{ limit, offset }: { limit: number; offset: number },
	): z.infer<typeof unansweredRow>[] {
		return this.database.all(
			unansweredRow,
			`SELECT content, created_at AS createdAt FROM unanswered_questions
			WHERE agent_id = ? AND created_at >= ? ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`,
			agentId,
			since,
			limit,
			offset,
		);
	}

	/** Most frequent first, regardless of case. */
	mostAsked(agentId: string, since: string, limit: number): z.infer<typeof askedRow>[] {
		return this.database.all(
			askedRow,
			`SELECT max(content) AS content, count(*) AS count, max(created_at) AS lastAskedAt FROM unanswered_questions
			WHERE agent_id = ? AND created_at >= ? GROUP BY lower(trim(content))
			ORDER BY count DESC, lastAskedAt DESC LIMIT ?`,
			agentId,
			since,
			limit,
		);
	}
}
