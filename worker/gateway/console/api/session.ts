import { signal } from '@preact/signals';
import { agentNames } from './agent-names';
import { beginSession, endSession, redeemCode, whoAmI } from './client';
import { forgetDrafts } from './drafts';
import { token } from './gateway';
import { GatewayError } from './gateway-error';
import { linkCode } from './link-code';
import type { Role, WhoAmI } from './types';

type Person = Omit<WhoAmI, 'version'>;

/**
 * Who uses this tab. `expired`: the gateway no longer accepts the token; the pages stay as they are behind the sign-in,
 * so that nothing typed is lost.
 */
export type Session =
	| { state: 'signed-out'; reason: string }
	| { state: 'resuming' }
	| ({ state: 'signed-in' } & Person)
	| ({ state: 'expired'; reason: string } & Person);

/** Without a token, too: a reverse proxy may have signed somebody in. */
export const session = signal<Session>({ state: 'resuming' });

/** Whether a reverse proxy asks for a sign-in. Until then nothing can be read, and the page stays as it is. */
export const isProxyAsking = signal(false);

/** Whether the caller has a role. An action that they may not perform is not shown. */
export function may(role: Role): boolean {
	const now = session.value;
	return 'roles' in now && now.roles.includes(role);
}

/** The connections that are the caller's, who sees and uses no others. Null: all are. */
export function ownConnections(): readonly string[] | null {
	const now = session.value;
	return 'connections' in now ? now.connections : null;
}

/**
 * @param lasts until the tab closes, or the browser: then all its tabs are signed in, by a cookie
 * @throws {GatewayError} if the gateway does not accept the token, or does not respond
 */
export async function signIn(bearer: string, lasts: 'tab' | 'browser'): Promise<void> {
	const person = await whoAmI(bearer);
	const kept = lasts === 'browser' ? await signInBrowser(bearer) : null;
	if (kept === null) token.set(bearer);
	else token.forget();
	enter(kept ?? person);
}

/** Null if the browser accepts no cookie: then the tab keeps the token. */
async function signInBrowser(bearer: string): Promise<WhoAmI | null> {
	try {
		await beginSession(bearer);
		const person = await whoAmI(null);
		return person.signedInBy === 'session' ? person : null;
	} catch (error) {
		// Behind a proxy that hides the address of the page, the gateway does not know its own pages.
		if (error instanceof GatewayError && (error.isTokenRefused || error.status === 403)) return null;
		throw error;
	}
}

/**
 * Continues as the person whom the proxy signed in, as the one who is signed in in this browser, with the token of the
 * tab, or with the code of the link that opened it.
 * @throws {GatewayError} if nobody is signed in, or if the gateway does not respond
 */
export async function resumeSession(): Promise<void> {
	try {
		enter(await whoAmI());
		linkCode.forget();
	} catch (error) {
		if (!(error instanceof GatewayError)) throw error;
		const code = error.isTokenRefused && !error.isProxys ? linkCode.current : null;
		if (code !== null) return resumeWith(code);
		if (error.status !== 403) throw error;
		// The proxy signed in somebody without a role. A token still works.
		refuse(error.message);
	}
}

async function resumeWith(code: string): Promise<void> {
	token.forget();
	try {
		await redeemCode(code);
	} catch (error) {
		if (!(error instanceof GatewayError) || error.isTemporary) throw error;
		linkCode.forget();
		return refuse(error.message);
	}
	linkCode.forget();
	enter(await whoAmI());
}

function refuse(reason: string): void {
	session.value = { state: 'signed-out', reason };
	isProxyAsking.value = false;
}

/**
 * Signs out the tab, or the browser if it is signed in.
 * @throws {GatewayError} if the gateway does not respond, so that the browser is still signed in
 */
export async function signOut(): Promise<void> {
	const now = session.value;
	if (now.state === 'signed-in' && now.signedInBy === 'session') await endSession();
	// Another tab may have signed in the browser meanwhile.
	else if ('signedInBy' in now && now.signedInBy !== 'proxy') await endSession().catch(() => undefined);
	token.forget();
	forgetDrafts();
	agentNames.startAgain();
	session.value = { state: 'signed-out', reason: '' };
}

/**
 * Asks for a sign-in again if an error says that nobody is signed in any longer.
 * @returns whether it says so
 */
export function expireIfRefused(error: unknown): boolean {
	if (!(error instanceof GatewayError) || !error.isTokenRefused) return false;
	const now = session.value;
	const isProxys = error.isProxys || ('signedInBy' in now && now.signedInBy === 'proxy');
	isProxyAsking.value = isProxys;
	// A read that was under way when somebody signed out.
	if (isProxys || now.state === 'signed-out') return true;
	// Nobody wants to read that a token is missing before they could enter one.
	const reason = token.get() === null ? whyWithoutToken(now) : error.message;
	token.forget();
	session.value = 'name' in now ? { ...now, state: 'expired', reason } : { state: 'signed-out', reason };
	return true;
}

function whyWithoutToken({ state }: Session): string {
	return state === 'resuming' ? '' : 'The sign-in of this browser has ended.';
}

function enter({ name, roles, connections, signedInBy, signOutUrl }: WhoAmI): void {
	const before = session.value;
	// What somebody else typed is theirs.
	if ('name' in before && before.name !== name) forgetDrafts();
	agentNames.startAgain();
	session.value = { state: 'signed-in', name, roles, connections, signedInBy, signOutUrl };
	isProxyAsking.value = false;
}
