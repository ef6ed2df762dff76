import { z } from 'zod';
import { SCOPES } from '../../api';
import { flagColumn, jsonColumn, type SqlDatabase } from './sql-database';

const apiKeyRow = z.object({
	id: z.string(),
	name: z.string(),
	digest: z.string(),
	scopes: jsonColumn(z.array(z.enum(SCOPES))),
	agentIds: jsonColumn(z.array(z.string())).nullable(),
	createdAt: z.string(),
	expiresAt: z.string().nullable(),
	revokedAt: z.string().nullable(),
	/** Whether it may send mail over MCP without asking its user. */
	mcpSendsUnasked: flagColumn,
});

export type ApiKey = z.output<typeof apiKeyRow>;

const COLUMNS =
	'id, name, digest, scopes, agent_ids AS agentIds, created_at AS createdAt, expires_at AS expiresAt, ' +
	'revoked_at AS revokedAt, mcp_sends_unasked AS mcpSendsUnasked';

export class ApiKeysRepository {
	constructor(private readonly database: SqlDatabase) {}

	find(id: string): ApiKey | undefined {
		return this.database.get(apiKeyRow, `SELECT ${COLUMNS} FROM api_keys WHERE id = ?`, id);
	}

	/** Newest first. */
	all(): ApiKey[] {
		return this.database.all(apiKeyRow, `SELECT ${COLUMNS} FROM api_keys ORDER BY created_at DESC, id`);
	}

	findByDigest(digest: string): ApiKey | undefined {
		return this.database.get(apiKeyRow, `SELECT ${COLUMNS} FROM api_keys WHERE digest = ?`, digest);
	}

	/** Keys that are neither revoked nor expired at that time. */
	countActive(now: string): number {
		const sql =
			'SELECT count(*) AS active FROM api_keys WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)';
		return this.database.get(z.object({ active: z.number() }), sql, now)?.active ?? 0;
	}

	insert(key: ApiKey): void {
		this.database.run(
			`INSERT INTO api_keys (id, name, digest, scopes, agent_ids, created_at, expires_at, revoked_at,
				mcp_sends_unasked)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			key.id,
			key.name,
			key.digest,
			JSON.stringify(key.scopes),
			key.agentIds && JSON.stringify(key.agentIds),
			key.createdAt,
			key.expiresAt,
			key.revokedAt,
			Number(key.mcpSendsUnasked),
		);
	}

	delete(id: string): void {
		this.database.run('DELETE FROM api_keys WHERE id = ?', id);
	}

	setMcpSendsUnasked(id: string, allowed: boolean): void {
		this.database.run('UPDATE api_keys SET mcp_sends_unasked = ? WHERE id = ?', Number(allowed), id);
	}

	revoke(id: string, at: string): void {
		this.database.run('UPDATE api_keys SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?', at, id);
	}
}
