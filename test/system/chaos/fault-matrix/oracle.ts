import { z } from 'zod';
import { SqlDatabase } from '../../../../sandbox/database/sql-database';

const effectRow = z.object({
	id: z.number(),
	at: z.string().transform((at) => Date.parse(at)),
	kind: z.string(),
	subject: z.string(),
	intention: z.string(),
});
const requestRow = z.object({
	id: z.number(),
	at: z.string().transform((at) => Date.parse(at)),
	keyId: z.string().nullable(),
	method: z.string(),
	path: z.string(),
	status: z.number().nullable(),
	fault: z.string().nullable(),
});
const leadRow = z.object({ id: z.number(), email: z.string() });

const transcriptRow = z.object({ id: z.string(), state: z.string(), messages: z.number() });

export type Effect = z.output<typeof effectRow>;
export type Request = z.output<typeof requestRow>;
export type StoredLead = z.output<typeof leadRow>;
export type StoredTranscript = z.output<typeof transcriptRow>;
export type EffectKind =
	| 'training-run'
	| 'source'
	| 'email-conversation'
	| 'email-reply'
	| 'email-key'
	| 'replies-resumed';

/** Reads the service's own database, which nobody who is tested writes to: what was asked, and what came of it. */
export class Oracle {
	private readonly database: SqlDatabase;

	constructor(databaseFile: string) {
		this.database = new SqlDatabase(databaseFile);
	}

	/** The newest effect there is; those of a run have higher ids. */
	newestEffect(): number {
		const row = z.object({ id: z.number().nullable() });
		return this.database.get(row, 'SELECT max(id) AS id FROM effects')?.id ?? 0;
	}

	/** Effects of an agent, each written in its own transaction. @param after the newest one before the run */
	effects(agentId: string, kind: EffectKind, after: number): Effect[] {
		const sql = `SELECT id, at, kind, subject, intention FROM effects
			WHERE agent_id = ? AND kind = ? AND id > ? ORDER BY id`;
		return this.database.all(effectRow, sql, agentId, kind, after);
	}

	/** Mail that arrived for an address: once each time that it did. */
	mails(address: string): Effect[] {
		const sql = `SELECT id, at, kind, subject, intention FROM effects
			WHERE kind = 'mail' AND instr(intention, ?) > 0 ORDER BY id`;
		return this.database.all(effectRow, sql, `"${address}"`);
	}

	/** Requests about an agent, as they arrived. @param path below the agent, for instance `/retrain` */
	requests(agentId: string, method: string, path: string, since: number): Request[] {
		const sql = `SELECT id, at, key_id AS keyId, method, path, status, fault FROM requests
			WHERE path GLOB ? AND method = ? AND at >= ? ORDER BY id`;
		return this.database.all(requestRow, sql, `/agents/${agentId}${path}`, method, new Date(since).toISOString());
	}

	/** Requests to one path, as they arrived. */
	requestsTo(path: string, method: string, since: number): Request[] {
		const sql = `SELECT id, at, key_id AS keyId, method, path, status, fault FROM requests
			WHERE path = ? AND method = ? AND at >= ? ORDER BY id`;
		return this.database.all(requestRow, sql, path, method, new Date(since).toISOString());
	}

	allRequests(): Request[] {
		const sql = 'SELECT id, at, key_id AS keyId, method, path, status, fault FROM requests ORDER BY id';
		return this.database.all(requestRow, sql);
	}

	/** All leads of an agent just now. */
	leads(agentId: string): StoredLead[] {
		return this.database.all(leadRow, 'SELECT id, email FROM leads WHERE agent_id = ? ORDER BY id', agentId);
	}

	/** Ids of all conversations of an agent just now, newest first. */
	conversations(agentId: string): string[] {
		const sql = 'SELECT id FROM conversations WHERE agent_id = ? ORDER BY created_at DESC, id DESC';
		return this.database.all(z.object({ id: z.string() }), sql, agentId).map(({ id }) => id);
	}

	/** All conversations of an agent just now, with how many messages each has. */
	transcripts(agentId: string): StoredTranscript[] {
		const sql = `SELECT id, state, (SELECT count(*) FROM messages m WHERE m.conversation_id = c.id) AS messages
			FROM conversations c WHERE agent_id = ?`;
		return this.database.all(transcriptRow, sql, agentId);
	}

	close(): void {
		this.database.close();
	}
}
