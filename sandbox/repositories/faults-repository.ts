import { z } from 'zod';
import { faultSchema, type Fault } from '../faults/fault';
import { jsonColumn } from '../database/json-column';
import type { SqlDatabase } from '../database/sql-database';

const faultRow = z.object({
	id: z.number(),
	method: z.string(),
	path: z.string(),
	remaining: z.number(),
	fault: jsonColumn(faultSchema),
});

export type StoredFault = z.output<typeof faultRow>;

/** Faults that were asked for and have not been used up. */
export class FaultsRepository {
	constructor(private readonly database: SqlDatabase) {}

	insert(method: string, path: string, times: number, fault: Fault): number {
		const sql = 'INSERT INTO faults (method, path, remaining, fault) VALUES (?, ?, ?, ?)';
		return this.database.run(sql, method, path, times, JSON.stringify(fault)).id;
	}

	/** Oldest first. */
	all(): StoredFault[] {
		return this.database.all(faultRow, 'SELECT id, method, path, remaining, fault FROM faults ORDER BY id');
	}

	useOnce(id: number): void {
		this.database.run('UPDATE faults SET remaining = remaining - 1 WHERE id = ?', id);
		this.database.run('DELETE FROM faults WHERE remaining <= 0');
	}

	clear(): void {
		this.database.run('DELETE FROM faults');
	}
}
