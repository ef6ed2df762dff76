import { z } from 'zod';
import type { SqlDatabase } from './sql-database';

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

	/** @throws a unique violation if the agent has an active run */
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

const waitingRow = z.object({ id: z.number(), sourceId: z.number(), url: z.string() });
const stateRow = z.object({ state: z.enum(['waiting', 'read', 'failed', 'skipped']) });
const countsRow = z.object({ completed: z.number(), failed: z.number(), total: z.number(), seen: z.number() });

const failedRow = z.object({ url: z.string(), reason: z.string().nullable() });

export type FailedPage = z.infer<typeof failedRow>;
export type WaitingPage = z.infer<typeof waitingRow>;
type RunCounts = z.infer<typeof countsRow>;
type PageState = z.infer<typeof stateRow>['state'];
type PageOutcome = Exclude<PageState, 'waiting'>;

/** The pages of a training run: those still to read, and the outcome of the others. Enough to continue after a restart. */
export class RunPagesRepository {
	constructor(private readonly database: SqlDatabase) {}

	/** Returns false if the run already knows this address. */
	add(runId: string, sourceId: number, url: string): boolean {
		const sql = "INSERT OR IGNORE INTO run_pages (run_id, source_id, url, state) VALUES (?, ?, ?, 'waiting')";
		return this.database.run(sql, runId, sourceId, url).changes > 0;
	}

	/** Whether this address belongs to another source of the run, or another source found it first. */
	belongsToOtherSource(runId: string, sourceId: number, url: string): boolean {
		const sql = `SELECT 1 AS found FROM run_pages WHERE run_id = ?1 AND url = ?3 AND source_id <> ?2
			UNION ALL
			SELECT 1 FROM sources WHERE type = 'url' AND name = ?3 AND id <> ?2
				AND agent_id = (SELECT agent_id FROM training_runs WHERE id = ?1)
			LIMIT 1`;
		return this.database.get(z.object({ found: z.number() }), sql, runId, sourceId, url) !== undefined;
	}

	stateOf(runId: string, sourceId: number, url: string): PageState | undefined {
		const sql = 'SELECT state FROM run_pages WHERE run_id = ? AND source_id = ? AND url = ?';
		return this.database.get(stateRow, sql, runId, sourceId, url)?.state;
	}

	nextWaiting(runId: string, sourceId: number): WaitingPage | undefined {
		return this.database.get(
			waitingRow,
			`SELECT id, source_id AS sourceId, url FROM run_pages
			WHERE run_id = ? AND source_id = ? AND state = 'waiting' ORDER BY id LIMIT 1`,
			runId,
			sourceId,
		);
	}

	settle(id: number, state: PageOutcome, reason: string | null): void {
		this.database.run('UPDATE run_pages SET state = ?, reason = ? WHERE id = ?', state, reason, id);
	}

	/** If the website cannot be reached (or no longer). */
	failWaiting(runId: string, sourceId: number, reason: string): void {
		this.database.run(
			"UPDATE run_pages SET state = 'failed', reason = ? WHERE run_id = ? AND source_id = ? AND state = 'waiting'",
			reason,
			runId,
			sourceId,
		);
	}

	/** The pages of a run that could not be read, with the reasons. @param limit how many at most */
	failed(runId: string, limit: number): FailedPage[] {
		const sql = "SELECT url, reason FROM run_pages WHERE run_id = ? AND state = 'failed' ORDER BY id LIMIT ?";
		return this.database.all(failedRow, sql, runId, limit);
	}

	counts(runId: string): RunCounts {
		const sql = `SELECT count(*) FILTER (WHERE state = 'read') AS completed,
				count(*) FILTER (WHERE state = 'failed') AS failed,
				count(*) FILTER (WHERE state <> 'skipped') AS total,
				count(*) AS seen
			FROM run_pages WHERE run_id = ?`;
		return this.database.get(countsRow, sql, runId) ?? { completed: 0, failed: 0, total: 0, seen: 0 };
	}
}
