import { z } from 'zod';
import { SqlDatabase } from '../../../sandbox/database/sql-database';

const runRow = z.object({ id: z.string(), finishedAt: z.string().nullable() });

export type BegunRun = z.infer<typeof runRow>;

/** Every training run that was ever begun for an agent, oldest first. The API shows the last one only. */
export function runsBegun(databaseFile: string, agentId: string): BegunRun[] {
	const database = new SqlDatabase(databaseFile);
	try {
		const sql = 'SELECT id, finished_at AS finishedAt FROM training_runs WHERE agent_id = ? ORDER BY rowid';
		return database.all(runRow, sql, agentId);
	} finally {
		database.close();
	}
}

export function isActive({ finishedAt }: BegunRun): boolean {
	return finishedAt === null;
}
