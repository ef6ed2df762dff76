import { z } from 'zod';
import type { SqlDatabase } from '../database/sql-database';

const runRow = z.object({
	id: z.string(),
	agentId: z.string(),
	phase: z.enum(['crawling', 'indexing', 'completed', 'failed']),
	startedAt: z.string(),
	finishedAt: z.string().nullable(),
	error: z.string().nullable(),
});

export type StoredRun = z.infer<typeof runRow>;

const COLUMNS = 'id, agent_id AS agentId, phase, started_at AS startedAt, finished_at AS finishedAt, error';

export class TrainingRunsRepository {
	constructor(private readonly database: SqlDatabase) {}

	find(id: string): StoredRun | undefined {
		return this.database.get(runRow, `SELECT ${COLUMNS} FROM training_runs WHERE id = ?`, id);
	}

	findActive(agentId: string): StoredRun | undefined {
		const sql = `SELECT ${COLUMNS} FROM training_runs WHERE agent_id = ? AND finished_at IS NULL`;
		return this.database.get(runRow, sql, agentId);
	}

	/** The active run, or else the last one. */
	findLatest(agentId: string): StoredRun | undefined {
		const sql = `SELECT ${COLUMNS} FROM training_runs WHERE agent_id = ? ORDER BY rowid DESC LIMIT 1`;
		return this.database.get(runRow, sql, agentId);
	}

	/** @throws a unique violation when the agent has an active run */
	insert(run: Pick<StoredRun, 'id' | 'agentId' | 'phase' | 'startedAt'>): void {
		this.database.run(
			'INSERT INTO training_runs (id, agent_id, phase, started_at) VALUES (?, ?, ?, ?)',
			run.id,
			run.agentId,
			run.phase,
			run.startedAt,
		);
	}

	setPhase(id: string, phase: StoredRun['phase']): void {
		this.database.run('UPDATE training_runs SET phase = ? WHERE id = ?', phase, id);
	}

	finish(id: string, finishedAt: string, error: string | null): void {
		this.database.run(
			'UPDATE training_runs SET phase = ?, finished_at = ?, error = ? WHERE id = ?',
			error === null ? 'completed' : 'failed',
			finishedAt,
			error,
			id,
		);
	}
}
