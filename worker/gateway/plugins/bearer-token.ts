import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TokenConfig, TokenRole } from '../../config';
import { Problem, type ProblemIssue } from '../../problems/problem';
import { foreignRequest, isOfOwnPage } from './own-page';
import { type ProxySignIn, rolesMissing } from './proxy-sign-in';
import type { RateLimits } from './rate-limits';
import { sha256 } from './sha256';

/** By a token, or by the header of a reverse proxy: see ProxySignIn. */
export type SignedInBy = 'token' | 'proxy';

declare module 'fastify' {
	interface FastifyRequest {
		/** The name of the caller: of their token, or of the signed-in person. Empty on routes without a caller. */
		callerName: string;
		/** The roles of the caller; null on routes without a caller. */
		callerRoles: readonly TokenRole[] | null;
		/** How the caller signed in. */
		signedInBy: SignedInBy;
	}
	interface FastifyContextConfig {
		/** The role that a caller needs here; `any`: every caller. Each route under /v1 says it. */
		role?: TokenRole | 'any';
		/** Why the request is safe to repeat. Each route under /v1 except GET says it. */
		repeat?: string;
	}
}

export function decorateWithCaller(app: FastifyInstance): void {
	app.decorateRequest('callerName', '');
	app.decorateRequest('callerRoles', null);
	app.decorateRequest('signedInBy', 'token');
}

/** Who may call the routes of a scope. */
export interface Callers {
	tokens: Tokens;
	limits: RateLimits;
	/** People whom a reverse proxy signs in, and the origin of the pages that they use. Default: none. */
	people?: { signIn: ProxySignIn; origin: string } | null;
}

/**
 * Requires a known caller on every route of this scope, and the role that the route names, before anything else of the
 * request is read. A bearer token decides alone, so a proxy that signs people in does not change what a token may do.
 */
export function requireToken(app: FastifyInstance, { tokens, limits, people = null }: Callers): void {
	app.addHook('onRequest', async (request, reply) => {
		const { authorization } = request.headers;
		const holder = tokens.holderOf(authorization);
		if (holder !== null) admit(request, { ...holder, signedInBy: 'token' });
		else if (people === null || isBearer(authorization)) await refuseUnknown(request, limits, people);
		else await admitPerson(request, reply, limits, people);
		await limits.byCaller(request);
		checkRole(request);
	});
}

async function admitPerson(
	request: FastifyRequest,
	reply: FastifyReply,
	limits: RateLimits,
	people: NonNullable<Callers['people']>,
): Promise<void> {
	const person = people.signIn.personOf(request);
	if (person === null) return refuseUnknown(request, limits, people);
	if (!isOfOwnPage(request, people.origin)) throw foreignRequest(people.origin);
	// Caches between browser and gateway know no token that would keep them from storing this.
	void reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
	admit(request, { ...person, signedInBy: 'proxy' });
}

function admit(request: FastifyRequest, { name, roles, signedInBy }: Caller): void {
	request.callerName = name;
	request.callerRoles = roles;
	request.signedInBy = signedInBy;
}

async function refuseUnknown(request: FastifyRequest, limits: RateLimits, people: Callers['people']): Promise<never> {
	await limits.byAddress(request);
	throw unauthorized(request.headers.authorization, people?.signIn.userHeader);
}

/** A proxy that checks a password itself may pass it on, as `Basic`. */
function isBearer(authorization: string | undefined): boolean {
	return /^Bearer\b/i.test(authorization ?? '');
}

/** An unknown route needs no role: its answer is 404. */
function checkRole({ routeOptions: { config }, callerName: name, callerRoles, signedInBy }: FastifyRequest): void {
	const { role = 'any' } = config;
	const roles = callerRoles ?? [];
	if (roles.length === 0) throw rolesMissing(name);
	if (role === 'any' || roles.includes(role)) return;
	throw roleMissing(role, { name, roles, signedInBy });
}

/** @param issues the fields that need the role; none: the route does */
export function roleMissing(
	role: TokenRole,
	{ name, roles, signedInBy }: Caller,
	issues: ProblemIssue[] = [],
): Problem {
	const has = roles.join(', ');
	const [title, remedy] =
		signedInBy === 'proxy'
			? [
					`You have no role "${role}"`,
					`You are signed in as "${name}" with: ${has}. Ask the operator of the gateway to add ${role} to your roles (gateway.proxySignIn).`,
				]
			: [
					`The token has no role "${role}"`,
					`The token "${name}" has: ${has}. Send another token, or add ${role} to the roles of "${name}" in the gateway's configuration (gateway.tokens).`,
				];
	const detail = `Nothing was done. This request needs the role ${role}. ${remedy}`;
	return new Problem({ type: 'role_missing', title, status: 403, detail, issues });
}

/** @param userHeader in which a reverse proxy would name the caller. Undefined: no proxy may */
function unauthorized(authorization: string | undefined, userHeader: string | undefined): Problem {
	const proxy =
		userHeader === undefined ? '' : ` Or sign in at the reverse proxy, which then sends the header ${userHeader}.`;
	return new Problem({
		type: 'unauthorized',
		title: 'The token is missing or unknown',
		status: 401,
		detail:
			authorization === undefined
				? `Send the header Authorization: Bearer <token> with one of the tokens of the gateway's configuration.${proxy}`
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

export interface Caller extends TokenHolder {
	signedInBy: SignedInBy;
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
