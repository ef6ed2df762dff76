import { randomBytes, randomUUID } from 'node:crypto';
import { LIMITS, type Scope } from '../../api';
import type { ApiKey, ApiKeysRepository } from '../database/api-keys-repository';
import type { SqlDatabase } from '../database/sql-database';
import { problems } from '../problems/problems';
import { digestOf } from './secrets';

export interface NewApiKey {
	name: string;
	scopes: Scope[];
	/** Default: every agent. */
	agentIds?: string[];
	/** ISO 8601. Default: never. */
	expiresAt?: string;
	/** Whether it may send mail over MCP without asking its user. */
	mcpSendsUnasked?: boolean;
}

/** API keys (specification, part 5). */
export class ApiKeys {
	constructor(
		private readonly database: SqlDatabase,
		private readonly repository: ApiKeysRepository,
	) {}

	/**
	 * Creates a key. Only this result contains its value.
	 *
	 * @param fixed the id and value of a seeded key
	 * @throws ApiProblem key_limit_reached beyond 20 active keys
	 */
	create(key: NewApiKey, fixed?: { id: string; value: string }): { id: string; key: string } {
		return this.database.transaction(() => {
			const now = new Date().toISOString();
			if (this.repository.countActive(now) >= LIMITS.activeKeys) throw problems.keyLimitReached(LIMITS.activeKeys);
			const value = fixed?.value ?? `ak_${randomBytes(24).toString('base64url')}`;
			const id = fixed?.id ?? `key_${randomUUID()}`;
			this.repository.insert({
				id,
				name: key.name,
				digest: digestOf(value),
				scopes: key.scopes,
				agentIds: key.agentIds ?? null,
				createdAt: now,
				expiresAt: key.expiresAt ? new Date(key.expiresAt).toISOString() : null,
				revokedAt: null,
				mcpSendsUnasked: key.mcpSendsUnasked ?? false,
			});
			return { id, key: value };
		});
	}

	/** Newest first, with neither value nor digest. */
	list(): Omit<ApiKey, 'digest'>[] {
		return this.repository
			.all()
			.map(({ id, name, scopes, agentIds, createdAt, expiresAt, revokedAt, mcpSendsUnasked }) => {
				return { id, name, scopes, agentIds, createdAt, expiresAt, revokedAt, mcpSendsUnasked };
			});
	}

	/**
	 * Stores a key with this id and value, unless the key exists already or was revoked. A revocation cannot be undone.
	 */
	seed(id: string, value: string, key: NewApiKey): void {
		this.database.transaction(() => {
			const known = this.repository.find(id);
			if (known?.digest === digestOf(value)) return;
			if (known) this.repository.delete(id);
			this.create(key, { id, value });
		});
	}

	/** @throws ApiProblem not_found */
	setMcpSendsUnasked(id: string, allowed: boolean): void {
		if (!this.repository.find(id)) throw problems.notFound('API key');
		this.repository.setMcpSendsUnasked(id, allowed);
	}

	/** Revokes the key at once. A revocation cannot be undone. @throws ApiProblem not_found */
	revoke(id: string): void {
		if (!this.repository.find(id)) throw problems.notFound('API key');
		this.repository.revoke(id, new Date().toISOString());
	}

	/**
	 * Finds the key of an Authorization header. Missing, mistyped, revoked and expired keys get the same refusal.
	 *
	 * @throws ApiProblem unauthorized
	 */
	authenticate(authorization: string | undefined): ApiKey {
		if (authorization === undefined) throw problems.unauthorized('Send the header "Authorization: Bearer <API key>".');
		const value = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
		const key = value === undefined ? undefined : this.repository.findByDigest(digestOf(value));
		return usable(key);
	}

	/** The current state of the key. @throws ApiProblem unauthorized */
	requireActive(id: string): ApiKey {
		return usable(this.repository.find(id));
	}
}

/** Whether a key may see an agent (specification, part 5, point 5). */
export function mayAccess(key: ApiKey, agentId: string): boolean {
	return key.agentIds === null || key.agentIds.includes(agentId);
}

function usable(key: ApiKey | undefined): ApiKey {
	const expired = key?.expiresAt !== null && key?.expiresAt !== undefined && key.expiresAt <= new Date().toISOString();
	if (!key || key.revokedAt !== null || expired) {
		throw problems.unauthorized('This API key does not exist, was revoked, or has expired.');
	}
	return key;
}
