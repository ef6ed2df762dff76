import { z } from 'zod';
import { jsonColumn, type SqlDatabase } from '../database/sql-database';

const delayMsSchema = z.number().int().min(0).max(3_600_000);

/** The faults that can happen to a request. Times are in ms of real time. */
export const faultSchema = z.discriminatedUnion('kind', [
	/** The connection closes before the effect. */
	z.strictObject({ kind: z.literal('lost-before') }),
	/** The connection closes after the effect, before the response. */
	z.strictObject({ kind: z.literal('lost-after') }),
	/** The effect happens after a delay. */
	z.strictObject({ kind: z.literal('delay'), delayMs: delayMsSchema }),
	/** The effect happens at once, and the response follows after a delay. */
	z.strictObject({ kind: z.literal('late-answer'), delayMs: delayMsSchema }),
	/** No effect and no response, until the caller gives up. */
	z.strictObject({ kind: z.literal('hang') }),
	/** No effect; the response has this status. `retryAfter`: the header, as text or in seconds. */
	z.strictObject({
		kind: z.literal('status'),
		status: z.number().int().min(400).max(599),
		retryAfter: z.union([z.number(), z.string()]).optional(),
	}),
	/** The body of the response ends in the middle, after the effect. */
	z.strictObject({ kind: z.literal('broken-json') }),
	/** A Q&A change is saved, but its indexing cannot be scheduled: 503 (specification, part 7). No other operation has it. */
	z.strictObject({ kind: z.literal('indexing-unavailable') }),
]);

export type Fault = z.infer<typeof faultSchema>;

const faultRow = z.object({
	id: z.number(),
	method: z.string(),
	path: z.string(),
	remaining: z.number(),
	fault: jsonColumn(faultSchema),
});

export type StoredFault = z.output<typeof faultRow>;

/** Faults that have not happened yet. */
class FaultsRepository {
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

export interface NewFault {
	method: string;
	/** Below /api/v1; may be a pattern of the contract. */
	path: string;
	times: number;
	fault: Fault;
}

/**
 * Faults on demand. Pending ones are cached in memory, because every request checks them and there are nearly always
 * none.
 */
export class Faults {
	private readonly repository: FaultsRepository;
	private open: StoredFault[];

	constructor(database: SqlDatabase) {
		this.repository = new FaultsRepository(database);
		this.open = this.repository.all();
	}

	add({ method, path, times, fault }: NewFault): StoredFault {
		const id = this.repository.insert(method, path, times, fault);
		const stored = { id, method, path, remaining: times, fault };
		this.open.push(stored);
		return stored;
	}

	list(): StoredFault[] {
		return [...this.open];
	}

	clear(): void {
		this.repository.clear();
		this.open = [];
	}

	/** The oldest fault for such a request. Each call uses it once. */
	takeFor(method: string, path: string): Fault | undefined {
		const found = this.open.find((open) => open.method === method && matchesPattern(open.path, path));
		if (!found) return undefined;
		this.repository.useOnce(found.id);
		found.remaining -= 1;
		this.open = this.open.filter((open) => open.remaining > 0);
		return found.fault;
	}
}

/** Whether a path (below /api/v1) matches a pattern of the contract, for example `/agents/{id}/retrain`. */
export function matchesPattern(pattern: string, path: string): boolean {
	const wanted = pattern.split('/');
	const given = path.split('/');
	return (
		wanted.length === given.length && wanted.every((part, index) => /^\{\w+\}$/.test(part) || part === given[index])
	);
}
