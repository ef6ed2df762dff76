import { z } from 'zod';
import type { SqlDatabase } from '../database/sql-database';

const questionRow = z.object({ content: z.string(), createdAt: z.string() });
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
	since(agentId: string, since: string, limit: number): z.infer<typeof questionRow>[] {
		return this.database.all(
			questionRow,
			`SELECT content, created_at AS createdAt FROM unanswered_questions
			WHERE agent_id = ? AND created_at >= ? ORDER BY created_at DESC, id DESC LIMIT ?`,
			agentId,
			since,
			limit,
		);
	}

	/** What was asked most often first; the same words in other letters count as the same. */
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
