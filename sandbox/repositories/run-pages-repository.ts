import { z } from 'zod';
import type { SqlDatabase } from '../database/sql-database';

const waitingRow = z.object({ id: z.number(), sourceId: z.number(), url: z.string() });
const stateRow = z.object({ state: z.enum(['waiting', 'read', 'failed', 'skipped']) });
const countsRow = z.object({ completed: z.number(), failed: z.number(), total: z.number(), seen: z.number() });

export type WaitingPage = z.infer<typeof waitingRow>;
export type RunCounts = z.infer<typeof countsRow>;
export type PageState = z.infer<typeof stateRow>['state'];
export type PageOutcome = Exclude<PageState, 'waiting'>;

/** What a training run still has to read, and what became of the rest: enough to go on after a restart. */
export class RunPagesRepository {
	constructor(private readonly database: SqlDatabase) {}

	/** Returns false when the run knows this address already. */
	add(runId: string, sourceId: number, url: string): boolean {
		const sql = "INSERT OR IGNORE INTO run_pages (run_id, source_id, url, state) VALUES (?, ?, ?, 'waiting')";
		return this.database.run(sql, runId, sourceId, url).changes > 0;
	}

	/** Whether another source of the run has this address as its own, or has come to it before. */
	belongsElsewhere(runId: string, sourceId: number, url: string): boolean {
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

	/** When the website cannot be reached (any more). */
	failWaiting(runId: string, sourceId: number, reason: string): void {
		this.database.run(
			"UPDATE run_pages SET state = 'failed', reason = ? WHERE run_id = ? AND source_id = ? AND state = 'waiting'",
			reason,
			runId,
			sourceId,
		);
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
