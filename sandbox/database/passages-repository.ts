import { z } from 'zod';
import { segmentWordsOrNull } from '../documents/plain-text';
import type { SqlDatabase } from './sql-database';

export interface ReadPage {
	sourceId: number;
	url: string;
	title: string;
	sizeBytes: number;
	wordCount: number;
	readAt: string;
}

/** Pages of websites, as last read. */
export class PagesRepository {
	constructor(private readonly database: SqlDatabase) {}

	urlsOf(sourceId: number): string[] {
		return this.database
			.all(z.object({ url: z.string() }), 'SELECT url FROM pages WHERE source_id = ? ORDER BY id', sourceId)
			.map((row) => row.url);
	}

	/** Size of a page in bytes at its last reading. 0 if it was never read. */
	sizeOf(sourceId: number, url: string): number {
		const sql = 'SELECT size_bytes AS bytes FROM pages WHERE source_id = ? AND url = ?';
		return this.database.get(z.object({ bytes: z.number() }), sql, sourceId, url)?.bytes ?? 0;
	}

	/** Stores a page and replaces an earlier one of the same address. Returns its id. */
	save(page: ReadPage): number {
		const saved = this.database.get(
			z.object({ id: z.number() }),
			`INSERT INTO pages (source_id, url, title, size_bytes, word_count, read_at) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT (source_id, url) DO UPDATE SET title = excluded.title, size_bytes = excluded.size_bytes,
				word_count = excluded.word_count, read_at = excluded.read_at
			RETURNING id`,
			page.sourceId,
			page.url,
			page.title,
			page.sizeBytes,
			page.wordCount,
			page.readAt,
		);
		if (!saved) throw new Error(`The page ${page.url} was not stored.`);
		return saved.id;
	}

	/** Removes a page and its passages from the other sources of its agent, except from a source of this address. */
	deleteFromOtherSources(agentId: string, url: string, sourceId: number): void {
		this.database.run(
			`DELETE FROM pages WHERE url = ?1 AND source_id <> ?2 AND source_id IN
				(SELECT id FROM sources WHERE agent_id = ?3 AND name <> ?1)`,
			url,
			sourceId,
			agentId,
		);
	}

	/** Removes a page with its passages. */
	delete(sourceId: number, url: string): void {
		this.database.run('DELETE FROM pages WHERE source_id = ? AND url = ?', sourceId, url);
	}
}

export interface NewPassages {
	agentId: string;
	sourceId: number;
	/** Null for text that is not from a page. */
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

/** The searchable passages of all sources. Triggers keep the full-text index in step. */
export class PassagesRepository {
	constructor(private readonly database: SqlDatabase) {}

	insert({ contents, ...passage }: NewPassages): void {
		const splitTitle = segmentWordsOrNull(passage.title);
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
				segmentWordsOrNull(content),
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
