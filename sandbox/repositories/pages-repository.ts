import { z } from 'zod';
import type { SqlDatabase } from '../database/sql-database';

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

	/** Bytes of a page as last read; 0 for one that was never read. */
	sizeOf(sourceId: number, url: string): number {
		const sql = 'SELECT size_bytes AS bytes FROM pages WHERE source_id = ? AND url = ?';
		return this.database.get(z.object({ bytes: z.number() }), sql, sourceId, url)?.bytes ?? 0;
	}

	/** Stores a page, in place of what was read at the same address before. Returns its id. */
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

	/** Removes a page, with its passages, from the other sources of its agent; not from one that is of that very address. */
	deleteElsewhere(agentId: string, url: string, sourceId: number): void {
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
