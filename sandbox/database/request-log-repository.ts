import { z } from 'zod';
import type { SqlDatabase } from './sql-database';

const requestRow = z.object({
	id: z.number(),
	at: z.string(),
	keyId: z.string().nullable(),
	method: z.string(),
	path: z.string(),
	status: z.number().nullable(),
	fault: z.string().nullable(),
});

export type LoggedRequest = z.infer<typeof requestRow>;

/** The number of requests that a start keeps; it keeps the newest. */
const KEPT_REQUESTS = 200_000;

/** Every request that reached the API. */
export class RequestLogRepository {
	constructor(private readonly database: SqlDatabase) {}

	/** Called on arrival, so that the log also counts a request that ends the process. */
	arrived(request: Pick<LoggedRequest, 'at' | 'method' | 'path'>): number {
		const sql = 'INSERT INTO requests (at, method, path) VALUES (?, ?, ?)';
		return this.database.run(sql, request.at, request.method, request.path).id;
	}

	setKey(id: number, keyId: string): void {
		this.database.run('UPDATE requests SET key_id = ? WHERE id = ?', keyId, id);
	}

	setFault(id: number, fault: string): void {
		this.database.run('UPDATE requests SET fault = ? WHERE id = ?', fault, id);
	}

	answered(id: number, status: number): void {
		this.database.run('UPDATE requests SET status = ? WHERE id = ?', status, id);
	}

	/** Oldest first. @param since ISO 8601 UTC, inclusive */
	list(filter: { method?: string; since?: string }): LoggedRequest[] {
		return this.database.all(
			requestRow,
			`SELECT id, at, key_id AS keyId, method, path, status, fault FROM requests
			WHERE (?1 IS NULL OR method = ?1) AND (?2 IS NULL OR at >= ?2) ORDER BY id`,
			filter.method ?? null,
			filter.since ?? null,
		);
	}

	/** Newest first. */
	latest(count: number): LoggedRequest[] {
		return this.database.all(
			requestRow,
			'SELECT id, at, key_id AS keyId, method, path, status, fault FROM requests ORDER BY id DESC LIMIT ?',
			count,
		);
	}

	deleteOld(): void {
		this.database.run('DELETE FROM requests WHERE id <= (SELECT max(id) FROM requests) - ?', KEPT_REQUESTS);
	}
}
