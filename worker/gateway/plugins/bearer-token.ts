import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TokenConfig, TokenRole } from '../../config';
import { Problem, type ProblemIssue } from '../../problems/problem';
import type { RateLimits } from './rate-limits';

declare module 'fastify' {
	interface FastifyRequest {
		/** The name of the caller's token; empty on routes without a token. */
		tokenName: string;
		/** The roles of that token; null on routes without a token. */
		tokenRoles: readonly TokenRole[] | null;
	}
	interface FastifyContextConfig {
		/** The role that a token needs here; `any`: every token. Each route under /v1 says it. */
		role?: TokenRole | 'any';
		/** Why the request is safe to repeat. Each route under /v1 except GET says it. */
		repeat?: string;
	}
}

export function decorateWithToken(app: FastifyInstance): void {
	app.decorateRequest('tokenName', '');
	app.decorateRequest('tokenRoles', null);
}

/**
 * Requires a known bearer token on every route of this scope, and the role that the route names, before anything else of
 * the request is read.
 */
export function requireToken(app: FastifyInstance, tokens: Tokens, limits: RateLimits): void {
	app.addHook('onRequest', async (request) => {
		const holder = tokens.holderOf(request.headers.authorization);
		if (holder === null) {
			await limits.byAddress(request);
			throw unauthorized(request.headers.authorization);
		}
		request.tokenName = holder.name;
		request.tokenRoles = holder.roles;
		await limits.byToken(request);
		checkRole(request, holder);
	});
}

/** An unknown route needs no role: its answer is 404. */
function checkRole({ routeOptions: { config } }: FastifyRequest, { name, roles }: TokenHolder): void {
	const { role = 'any' } = config;
	if (role === 'any' || roles.includes(role)) return;
	throw roleMissing(role, { name, roles });
}

/** @param issues the fields that need the role; none: the route does */
export function roleMissing(role: TokenRole, { name, roles }: TokenHolder, issues: ProblemIssue[] = []): Problem {
	return new Problem({
		type: 'role_missing',
		title: `The token has no role "${role}"`,
		status: 403,
		detail: `Nothing was done. This request needs the role ${role}. The token "${name}" has: ${roles.join(', ')}. Send another token, or add ${role} to the roles of "${name}" in the gateway's configuration (gateway.tokens).`,
		issues,
	});
}

function unauthorized(authorization: string | undefined): Problem {
	return new Problem({
		type: 'unauthorized',
		title: 'The token is missing or unknown',
		status: 401,
		detail:
			authorization === undefined
				? "Send the header Authorization: Bearer <token> with one of the tokens of the gateway's configuration."
				: "The gateway's configuration (gateway.tokens) has no such token. Check that the token is complete, and that this is the right gateway.",
	});
}

/** Makes sure that each route of this scope says which role it needs and, where it writes, what a repeat does. */
export function requireRouteRules(app: FastifyInstance): void {
	app.addHook('onRoute', ({ method, url, config }) => {
		if (config?.role === undefined) throw new Error(`The route ${String(method)} ${url} names no role.`);
		const reads = [method].flat().every((each) => each === 'GET' || each === 'HEAD');
		if (!reads && config.repeat === undefined)
			throw new Error(`The route ${String(method)} ${url} does not say what makes a repeat safe.`);
	});
}

/** The holder of a token, and its roles. */
interface TokenHolder {
	name: string;
	roles: readonly TokenRole[];
}

interface KnownToken extends TokenHolder {
	digest: Buffer;
}

/** The tokens that may call the gateway. Only their SHA-256 digests are kept. */
export class Tokens {
	#known: readonly KnownToken[] = [];

	constructor(tokens: readonly TokenConfig[]) {
		this.replace(tokens);
	}

	/** Replaces all tokens. */
	replace(tokens: readonly TokenConfig[]): void {
		this.#known = tokens.map(({ name, roles, token }) => ({ name, roles, digest: sha256(token) }));
	}

	/** The holder of the token in `Authorization: Bearer <token>`; null for an unknown token. Takes the same time for each. */
	holderOf(authorization: string | undefined): TokenHolder | null {
		const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? '';
		const digest = sha256(token);
		let found: KnownToken | null = null;
		for (const known of this.#known) if (timingSafeEqual(known.digest, digest)) found = known;
		return found;
	}
}

function sha256(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}
