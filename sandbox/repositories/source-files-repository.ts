import { z } from 'zod';
import type { SqlDatabase } from '../database/sql-database';
import { DOCUMENT_FORMATS } from '../documents/document-format';

const fileRow = z.object({ sourceId: z.number(), storageName: z.string(), format: z.enum(DOCUMENT_FORMATS) });

export type SourceFile = z.infer<typeof fileRow>;

const COLUMNS = 'source_id AS sourceId, storage_name AS storageName, format';

/** Uploaded files that are still to be read. */
export class SourceFilesRepository {
	constructor(private readonly database: SqlDatabase) {}

	find(sourceId: number): SourceFile | undefined {
		return this.database.get(fileRow, `SELECT ${COLUMNS} FROM source_files WHERE source_id = ?`, sourceId);
	}

	all(): SourceFile[] {
		return this.database.all(fileRow, `SELECT ${COLUMNS} FROM source_files ORDER BY source_id`);
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
