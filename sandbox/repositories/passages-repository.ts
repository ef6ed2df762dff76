import { z } from 'zod';
import type { SqlDatabase } from '../database/sql-database';
import { wordsApartOrNull } from '../knowledge/words-apart';

export interface NewPassages {
	agentId: string;
	sourceId: number;
	/** Null for what was not read from a page. */
	pageId: number | null;
	title: string;
	url: string | null;
	contents: string[];
}

const foundPassageRow = z.object({
	id: z.number(),
	content: z.string(),
	title: z.string(),
	url: z.string().nullable(),
});

export type FoundPassage = z.infer<typeof foundPassageRow>;

/** A word in the title says more about a passage than one in its text. */
const RANK = 'bm25(passages_index, 3.0, 1.0)';

/** The searchable pieces of all that was learned; triggers keep the full-text index in step. */
export class PassagesRepository {
	constructor(private readonly database: SqlDatabase) {}

	insert({ contents, ...passage }: NewPassages): void {
		const splitTitle = wordsApartOrNull(passage.title);
		for (const content of contents) {
			this.database.run(
				`INSERT INTO passages (agent_id, source_id, page_id, title, url, content, split_title, split_content)
				VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
				passage.agentId,
				passage.sourceId,
				passage.pageId,
				passage.title,
				passage.url,
				content,
				splitTitle,
				wordsApartOrNull(content),
			);
		}
	}

	/** @param match a full-text expression; best match first (BM25) */
	find(agentId: string, match: string, limit: number): FoundPassage[] {
		return this.database.all(
			foundPassageRow,
			`SELECT passages.id, passages.content, passages.title, passages.url
			FROM passages_index JOIN passages ON passages.id = passages_index.rowid
			WHERE passages_index MATCH ? AND passages.agent_id = ?
			ORDER BY ${RANK}, passages.id LIMIT ?`,
			match,
			agentId,
			limit,
		);
	}

	/** Ids of all passages of an agent that match. */
	idsOf(agentId: string, match: string): Set<number> {
		const sql = `SELECT passages.id FROM passages_index JOIN passages ON passages.id = passages_index.rowid
			WHERE passages_index MATCH ? AND passages.agent_id = ?`;
		return new Set(this.database.all(z.object({ id: z.number() }), sql, match, agentId).map(({ id }) => id));
	}

	existFor(agentId: string): boolean {
		const sql =
			'SELECT 1 AS found FROM passages JOIN sources ON sources.id = source_id WHERE sources.agent_id = ? LIMIT 1';
		return this.database.get(z.object({ found: z.number() }), sql, agentId) !== undefined;
	}

	deleteOfPage(pageId: number): void {
		this.database.run('DELETE FROM passages WHERE page_id = ?', pageId);
	}

	deleteOfSource(sourceId: number): void {
		this.database.run('DELETE FROM passages WHERE source_id = ?', sourceId);
	}

	/** Merges the index's parts, so that searches stay quick after many changes. */
	optimize(): void {
		this.database.run("INSERT INTO passages_index (passages_index) VALUES ('optimize')");
	}
}
