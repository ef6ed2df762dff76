import { z } from 'zod';
import { SOURCE_STATUSES, type SourceType, sourceTypeSchema } from '../../api';
import { DOCUMENT_FORMATS } from '../documents/document-format';
import { selectPage, type SqlDatabase } from './sql-database';

const sourceRow = z.object({
	id: z.number(),
	agentId: z.string(),
	type: sourceTypeSchema,
	name: z.string(),
	status: z.enum(SOURCE_STATUSES),
	sizeBytes: z.number(),
	wordCount: z.number(),
	errorMessage: z.string().nullable(),
	createdAt: z.string(),
});
const sourceWithContentRow = sourceRow.extend({ content: z.string().nullable() });

export type StoredSource = z.infer<typeof sourceRow>;
export type StoredSourceWithContent = z.infer<typeof sourceWithContentRow>;
export type NewSource = Omit<StoredSourceWithContent, 'id' | 'errorMessage'>;

const COLUMNS =
	'id, agent_id AS agentId, type, name, status, size_bytes AS sizeBytes, word_count AS wordCount, ' +
	'error_message AS errorMessage, created_at AS createdAt';

export class SourcesRepository {
	constructor(private readonly database: SqlDatabase) {}

	find(id: number): StoredSourceWithContent | undefined {
		return this.database.get(sourceWithContentRow, `SELECT ${COLUMNS}, content FROM sources WHERE id = ?`, id);
	}

	/** Newest first. */
	page(agentId: string, type: SourceType | null, limit: number, offset: number) {
		const from = 'sources WHERE agent_id = ?1 AND (?2 IS NULL OR type = ?2)';
		const query = { row: sourceRow, columns: COLUMNS, from, values: [agentId, type], orderBy: 'id DESC' };
		return selectPage(this.database, query, limit, offset);
	}

	/** The url sources of an agent: the addresses at which a training run starts. Oldest first. */
	websitesOf(agentId: string): StoredSource[] {
		return this.database.all(
			sourceRow,
			`SELECT ${COLUMNS} FROM sources WHERE agent_id = ? AND type = 'url' ORDER BY id`,
			agentId,
		);
	}

	/** Training data of the account, in bytes. */
	totalBytes(): number {
		const sql = 'SELECT coalesce(sum(size_bytes), 0) AS bytes FROM sources';
		return this.database.get(z.object({ bytes: z.number() }), sql)?.bytes ?? 0;
	}

	insert(source: NewSource): number {
		return this.database.run(
			`INSERT INTO sources (agent_id, type, name, status, content, size_bytes, word_count, created_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			source.agentId,
			source.type,
			source.name,
			source.status,
			source.content,
			source.sizeBytes,
			source.wordCount,
			source.createdAt,
		).id;
	}

	updateText(id: number, text: { name: string; content: string; sizeBytes: number; wordCount: number }): void {
		this.database.run(
			`UPDATE sources SET name = ?, content = ?, size_bytes = ?, word_count = ?, status = 'processing', error_message = NULL
			WHERE id = ?`,
			text.name,
			text.content,
			text.sizeBytes,
			text.wordCount,
			id,
		);
	}

	rename(id: number, name: string): void {
		this.database.run('UPDATE sources SET name = ? WHERE id = ?', name, id);
	}

	setStatus(id: number, status: StoredSource['status'], errorMessage: string | null = null): void {
		this.database.run('UPDATE sources SET status = ?, error_message = ? WHERE id = ?', status, errorMessage, id);
	}

	/** The word count of a file is known only after reading. */
	setWordCount(id: number, wordCount: number): void {
		this.database.run('UPDATE sources SET word_count = ? WHERE id = ?', wordCount, id);
	}

	/** Size and word count of a url source are those of its pages. */
	updateTotals(id: number): void {
		this.database.run(
			`UPDATE sources SET
				size_bytes = (SELECT coalesce(sum(size_bytes), 0) FROM pages WHERE source_id = sources.id),
				word_count = (SELECT coalesce(sum(word_count), 0) FROM pages WHERE source_id = sources.id)
			WHERE id = ?`,
			id,
		);
	}

	/** Removes the source with everything that was indexed from it. */
	delete(id: number): void {
		this.database.run('DELETE FROM sources WHERE id = ?', id);
	}
}

const fileRow = z.object({ sourceId: z.number(), storageName: z.string(), format: z.enum(DOCUMENT_FORMATS) });

type SourceFile = z.infer<typeof fileRow>;

const FILE_COLUMNS = 'source_id AS sourceId, storage_name AS storageName, format';

/** Uploaded files that the sandbox has not read yet. */
export class SourceFilesRepository {
	constructor(private readonly database: SqlDatabase) {}

	find(sourceId: number): SourceFile | undefined {
		return this.database.get(fileRow, `SELECT ${FILE_COLUMNS} FROM source_files WHERE source_id = ?`, sourceId);
	}

	all(): SourceFile[] {
		return this.database.all(fileRow, `SELECT ${FILE_COLUMNS} FROM source_files ORDER BY source_id`);
	}

	insert({ sourceId, storageName, format }: SourceFile): void {
		this.database.run(
			'INSERT INTO source_files (source_id, storage_name, format) VALUES (?, ?, ?)',
			sourceId,
			storageName,
			format,
		);
	}

	delete(sourceId: number): void {
		this.database.run('DELETE FROM source_files WHERE source_id = ?', sourceId);
	}
}
