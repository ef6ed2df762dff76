import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Grant, TokenRole } from '../../config';
import type { Connections } from '../../connections';
import { Problem, type ProblemIssue } from '../../problems/problem';
import type { BrowserSessions } from './browser-sessions';
import { foreignRequest, isOfOwnPage } from './own-page';
import { type ProxySignIn, rolesMissing } from './proxy-sign-in';
import { type Reach, reachOf } from './reach';
import type { RateLimits } from './rate-limits';
import type { TokenHolder, Tokens } from './tokens';

/** By a token, by the cookie that a browser got for one (BrowserSessions), or by a reverse proxy (ProxySignIn). */
export type SignedInBy = 'token' | 'session' | 'proxy';

declare module 'fastify' {
	interface FastifyRequest {
		/** The name of the caller: of their token, or of the signed-in person. Empty on routes without a caller. */
		callerName: string;
		/** The roles of the caller; null on routes without a caller. */
		callerRoles: readonly TokenRole[] | null;
		/** Where each of these roles counts. */
		callerGrants: readonly Grant[];
		/** The connections that the caller may see and use here, by the role that the route needs. Null: all. */
		reach: Reach;
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
	app.decorateRequest('callerGrants');
	app.decorateRequest('reach', null);
	app.decorateRequest('signedInBy', 'token');
}

/** Who may call the routes of a scope. */
export interface Callers {
	tokens: Tokens;
	limits: RateLimits;
	/** Which connections a bound caller reaches. */
	connections: Connections;
	/** Browsers that stay signed in. Default: none. */
	sessions?: BrowserSessions | null;
	/** People whom a reverse proxy signs in, and the origin of the pages that they use. Default: none. */
	people?: { signIn: ProxySignIn; origin: string } | null;
}

/**
 * Requires a known caller on every route of this scope, and the role that the route names, before anything else of the
 * request is read. A bearer token decides alone, so neither a cookie nor a proxy that signs people in changes what a token
 * may do.
 */
export function requireToken(app: FastifyInstance, callers: Callers): void {
	const { tokens, limits, connections, sessions = null, people = null } = callers;
	app.addHook('onRequest', async (request, reply) => {
		const { authorization } = request.headers;
		const holder = tokens.holderOf(authorization);
		const isAlone = holder !== null || isBearer(authorization);
		const session = isAlone ? null : (sessions?.holderOf(request) ?? null);
		if (holder !== null) admit(request, { ...holder, signedInBy: 'token' });
		else if (session !== null) admitPage(request, reply, { ...session, signedInBy: 'session' });
		else if (people === null || isAlone) await refuseUnknown(request, limits, people);
		else await admitPerson(request, reply, limits, people);
		await limits.byCaller(request);
		checkRole(request);
		request.reach = reachOf(request.callerGrants, request.routeOptions.config.role ?? 'any', connections);
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
	admitPage(request, reply, { ...person, signedInBy: 'proxy' });
}

function admitPage(request: FastifyRequest, reply: FastifyReply, caller: Caller): void {
	// Caches between browser and gateway know no token that would keep them from storing this.
	void reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
	admit(request, caller);
}

function admit(request: FastifyRequest, { name, roles, grants, signedInBy }: Caller): void {
	request.callerName = name;
	request.callerRoles = roles;
	request.callerGrants = grants;
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
	{ name, roles, signedInBy }: Omit<Caller, 'grants'>,
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

/**
 * Makes sure that each route of this scope says which role it needs, what a caller who is bound to some connections
 * reaches there and, where it writes, what a repeat does.
 */
export function requireRouteRules(app: FastifyInstance): void {
	app.addHook('onRoute', ({ method, url, config }) => {
		if (config?.role === undefined) throw new Error(`The route ${String(method)} ${url} names no role.`);
		if (config.reach === undefined)
			throw new Error(`The route ${String(method)} ${url} does not say what a bound caller reaches.`);
		const reads = [method].flat().every((each) => each === 'GET' || each === 'HEAD');
		if (!reads && config.repeat === undefined)
			throw new Error(`The route ${String(method)} ${url} does not say what makes a repeat safe.`);
	});
}

export interface Caller extends TokenHolder {
	signedInBy: SignedInBy;
}
