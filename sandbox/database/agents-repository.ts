import { z } from 'zod';
import { selectPage, type SqlDatabase } from './sql-database';

const agentRow = z.object({
	id: z.string(),
	name: z.string(),
	website: z.string(),
	/** When it was first trained, by a run or by a source. */
	trainedAt: z.string().nullable(),
	/** When the last training run that did not fail ended. */
	lastTrainedAt: z.string().nullable(),
	pageSeconds: z.number(),
	createdAt: z.string(),
});

export type Agent = z.infer<typeof agentRow>;

const COLUMNS = `id, name, website, trained_at AS trainedAt, page_seconds AS pageSeconds, created_at AS createdAt,
	(SELECT max(finished_at) FROM training_runs WHERE agent_id = agents.id AND phase = 'completed') AS lastTrainedAt`;
/** A list of ids as one JSON value; null: no restriction. */
const AMONG = '(?1 IS NULL OR id IN (SELECT value FROM json_each(?1)))';

/** Tables with rows of an agent, in the order in which they can be emptied. */
const OF_AGENT = [
	...['training_runs', 'sources', 'qa_changed', 'qa_indexed', 'qa_pairs', 'chat_receipts', 'unanswered_questions'],
	...['email_receipts', 'leads', 'lead_days', 'cod_confirmations', 'conversations', 'conversation_counts'],
	...['mailboxes', 'effects'],
] as const;

export class AgentsRepository {
	constructor(private readonly database: SqlDatabase) {}

	find(id: string): Agent | undefined {
		return this.database.get(agentRow, `SELECT ${COLUMNS} FROM agents WHERE id = ?`, id);
	}

	/** Newest first; only those among `ids`, unless that is null. */
	page(ids: string[] | null, limit: number, offset: number): { items: Agent[]; total: number } {
		const from = `agents WHERE ${AMONG}`;
		const query = {
			row: agentRow,
			columns: COLUMNS,
			from,
			values: [ids && JSON.stringify(ids)],
			orderBy: 'created_at DESC, id',
		};
		return selectPage(this.database, query, limit, offset);
	}

	insert(agent: Omit<Agent, 'lastTrainedAt'>): void {
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

	/** Deletes an agent with everything that is its own. Call it in a transaction. */
	delete(id: string): void {
		// Rows of other tables go with these. Counts are kept by triggers, which write while rows are deleted.
		this.database.run('DELETE FROM run_pages WHERE run_id IN (SELECT id FROM training_runs WHERE agent_id = ?)', id);
		for (const table of OF_AGENT) this.database.run(`DELETE FROM ${table} WHERE agent_id = ?`, id);
		this.database.run('DELETE FROM agents WHERE id = ?', id);
	}

	setWebsite(id: string, website: string): void {
		this.database.run('UPDATE agents SET website = ? WHERE id = ?', website, id);
	}

	/** Keeps the time of the first training. */
	markTrained(id: string, at: string): void {
		this.database.run('UPDATE agents SET trained_at = coalesce(trained_at, ?) WHERE id = ?', at, id);
	}
}
