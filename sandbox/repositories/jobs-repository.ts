import { z } from 'zod';
import type { SqlDatabase } from '../database/sql-database';

const jobRow = z.object({ id: z.number(), kind: z.string(), subject: z.string() });

export type Job = z.infer<typeof jobRow>;

/** Work to be done in the background; a row is there until the work is done. */
export class JobsRepository {
	constructor(private readonly database: SqlDatabase) {}

	insert(kind: string, subject: string, createdAt: string): number {
		return this.database.run('INSERT INTO jobs (kind, subject, created_at) VALUES (?, ?, ?)', kind, subject, createdAt)
			.id;
	}

	/** Oldest first. */
	all(): Job[] {
		return this.database.all(jobRow, 'SELECT id, kind, subject FROM jobs ORDER BY id');
	}

	delete(id: number): void {
		this.database.run('DELETE FROM jobs WHERE id = ?', id);
	}
}
