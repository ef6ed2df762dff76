import { z } from 'zod';
import { qaKindSchema } from '../../api';
import { segmentWordsOrNull } from '../documents/plain-text';
import { jsonColumn, selectPage, type SqlDatabase } from './sql-database';

/** An image or a video of a media pair. */
export const attachmentSchema = z.strictObject({
	type: z.enum(['image', 'video']),
	url: z.url({ protocol: /^https?$/ }),
});

const pairRow = z.object({
	id: z.number(),
	agentId: z.string(),
	kind: qaKindSchema,
	question: z.string(),
	answer: z.string(),
	enabled: z.number().transform(Boolean),
	attachments: jsonColumn(z.array(attachmentSchema)),
	createdAt: z.string(),
	updatedAt: z.string().nullable(),
});

export type StoredQaPair = z.output<typeof pairRow>;
type NewQaPair = Omit<StoredQaPair, 'id' | 'enabled' | 'updatedAt'>;

const COLUMNS =
	'id, agent_id AS agentId, kind, question, answer, enabled, attachments, created_at AS createdAt, updated_at AS updatedAt';

/** Curated questions with their answers. QaIndexRepository has the searchable form. */
export class QaPairsRepository {
	constructor(private readonly database: SqlDatabase) {}

	find(id: number): StoredQaPair | undefined {
		return this.database.get(pairRow, `SELECT ${COLUMNS} FROM qa_pairs WHERE id = ?`, id);
	}

	/** Newest first. */
	page(agentId: string, kind: StoredQaPair['kind'] | null, limit: number, offset: number) {
		const from = 'qa_pairs WHERE agent_id = ?1 AND (?2 IS NULL OR kind = ?2)';
		const query = { row: pairRow, columns: COLUMNS, from, values: [agentId, kind], orderBy: 'id DESC' };
		return selectPage(this.database, query, limit, offset);
	}

	insert(pair: NewQaPair): number {
		return this.database.run(
			`INSERT INTO qa_pairs (agent_id, kind, question, split_question, answer, attachments, created_at)
			VALUES (?, ?, ?, ?, ?, ?, ?)`,
			pair.agentId,
			pair.kind,
			pair.question,
			segmentWordsOrNull(pair.question),
			pair.answer,
			JSON.stringify(pair.attachments),
			pair.createdAt,
		).id;
	}

	update(id: number, pair: Pick<StoredQaPair, 'question' | 'answer' | 'enabled' | 'updatedAt'>): void {
		this.database.run(
			'UPDATE qa_pairs SET question = ?, split_question = ?, answer = ?, enabled = ?, updated_at = ? WHERE id = ?',
			pair.question,
			segmentWordsOrNull(pair.question),
			pair.answer,
			Number(pair.enabled),
			pair.updatedAt,
			id,
		);
	}

	delete(id: number): void {
		this.database.run('DELETE FROM qa_pairs WHERE id = ?', id);
	}
}

const indexedRow = z.object({ pairId: z.number(), question: z.string(), answer: z.string() });
const countRow = z.object({ count: z.number() });

export type IndexedPair = z.infer<typeof indexedRow>;

/** The questions that chat can find, as of the last indexing. */
export class QaIndexRepository {
	constructor(private readonly database: SqlDatabase) {}

	/** Notes that a pair was created, changed or deleted, for the next indexing of the agent. */
	markChanged(agentId: string, pairId: number): void {
		this.database.run('INSERT OR IGNORE INTO qa_changed (pair_id, agent_id) VALUES (?, ?)', pairId, agentId);
	}

	/** Updates the index for all changed pairs of the agent. Call it inside a transaction. */
	indexChanged(agentId: string): void {
		const changed = '(SELECT pair_id FROM qa_changed WHERE agent_id = ?)';
		this.database.run(`DELETE FROM qa_indexed WHERE pair_id IN ${changed}`, agentId);
		this.database.run(
			`INSERT INTO qa_indexed (pair_id, agent_id, question)
			SELECT id, agent_id, coalesce(split_question, question) FROM qa_pairs WHERE enabled = 1 AND id IN ${changed}`,
			agentId,
		);
		this.database.run('DELETE FROM qa_changed WHERE agent_id = ?', agentId);
	}

	/**
	 * Pairs whose question shares words with the expression, best match first. Disabled and deleted pairs are excluded,
	 * and the answer is the current one.
	 */
	search(agentId: string, match: string, limit: number): IndexedPair[] {
		return this.database.all(
			indexedRow,
			`SELECT qa_indexed.pair_id AS pairId, qa_indexed.question, qa_pairs.answer
			FROM qa_index
			JOIN qa_indexed ON qa_indexed.pair_id = qa_index.rowid
			JOIN qa_pairs ON qa_pairs.id = qa_indexed.pair_id AND qa_pairs.enabled = 1
			WHERE qa_index MATCH ? AND qa_indexed.agent_id = ?
			ORDER BY bm25(qa_index), qa_indexed.pair_id LIMIT ?`,
			match,
			agentId,
			limit,
		);
	}

	/** The number of these words that the question of a pair contains, in any form: 'shipping' contains 'ship'. */
	countWords(pairId: number, words: readonly string[]): number {
		const sql = 'SELECT count(*) AS count FROM qa_index WHERE qa_index MATCH ? AND rowid = ?';
		return words.filter((word) => this.database.get(countRow, sql, `"${word}"`, pairId)?.count).length;
	}
}
