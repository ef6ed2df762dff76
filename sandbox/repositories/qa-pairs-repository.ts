import { z } from 'zod';
import { qaKindSchema } from '../../api';
import { attachmentSchema } from '../qa-pairs/attachment';
import { jsonColumn } from '../database/json-column';
import { selectPage } from '../database/select-page';
import type { SqlDatabase } from '../database/sql-database';
import { wordsApartOrNull } from '../knowledge/words-apart';

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
export type NewQaPair = Omit<StoredQaPair, 'id' | 'enabled' | 'updatedAt'>;

const COLUMNS =
	'id, agent_id AS agentId, kind, question, answer, enabled, attachments, created_at AS createdAt, updated_at AS updatedAt';

/** Curated questions with their answers, as they are managed; what is searched is in QaIndexRepository. */
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
			wordsApartOrNull(pair.question),
			pair.answer,
			JSON.stringify(pair.attachments),
			pair.createdAt,
		).id;
	}

	update(id: number, pair: Pick<StoredQaPair, 'question' | 'answer' | 'enabled' | 'updatedAt'>): void {
		this.database.run(
			'UPDATE qa_pairs SET question = ?, split_question = ?, answer = ?, enabled = ?, updated_at = ? WHERE id = ?',
			pair.question,
			wordsApartOrNull(pair.question),
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
