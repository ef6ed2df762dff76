import { z } from 'zod';
import type { SqlDatabase } from '../database/sql-database';

const agentRow = z.object({
	id: z.string(),
	name: z.string(),
	website: z.string(),
	trainedAt: z.string().nullable(),
	pageSeconds: z.number(),
	createdAt: z.string(),
});

export type Agent = z.infer<typeof agentRow>;

const COLUMNS = 'id, name, website, trained_at AS trainedAt, page_seconds AS pageSeconds, created_at AS createdAt';
/** A list of ids as one JSON value; null: no restriction. */
const AMONG = '(?1 IS NULL OR id IN (SELECT value FROM json_each(?1)))';

export class AgentsRepository {
	constructor(private readonly database: SqlDatabase) {}

	find(id: string): Agent | undefined {
		return this.database.get(agentRow, `SELECT ${COLUMNS} FROM agents WHERE id = ?`, id);
	}

	/** Newest first; only those among `ids`, unless that is null. */
	page(ids: string[] | null, limit: number, offset: number): { items: Agent[]; total: number } {
		const among = ids && JSON.stringify(ids);
		const items = this.database.all(
			agentRow,
			`SELECT ${COLUMNS} FROM agents WHERE ${AMONG} ORDER BY created_at DESC, id LIMIT ?2 OFFSET ?3`,
			among,
			limit,
			offset,
		);
		const count = this.database.get(
			z.object({ total: z.number() }),
			`SELECT count(*) AS total FROM agents WHERE ${AMONG}`,
			among,
		);
		return { items, total: count?.total ?? 0 };
	}

	insert(agent: Agent): void {
		this.database.run(
			'INSERT INTO agents (id, name, website, trained_at, page_seconds, created_at) VALUES (?, ?, ?, ?, ?, ?)',
			agent.id,
			agent.name,
			agent.website,
			agent.trainedAt,
			agent.pageSeconds,
			agent.createdAt,
		);
	}

	setWebsite(id: string, website: string): void {
		this.database.run('UPDATE agents SET website = ? WHERE id = ?', website, id);
	}

	/** Keeps the time of the first training. */
	markTrained(id: string, at: string): void {
		this.database.run('UPDATE agents SET trained_at = coalesce(trained_at, ?) WHERE id = ?', at, id);
	}
}
