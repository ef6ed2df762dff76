import { signal } from '@preact/signals';
import { whoAmI } from './client';
import { token } from './gateway';
import { GatewayError } from './gateway-error';
import type { Role, WhoAmI } from './types';

interface Person {
	name: string;
	roles: readonly Role[];
}

/**
 * Who uses this tab. `expired`: the gateway no longer accepts the token; the pages stay as they are behind the sign-in,
 * so that nothing typed is lost.
 */
export type Session =
	| { state: 'signed-out'; reason: string }
	| { state: 'resuming' }
	| ({ state: 'signed-in' } & Person)
	| ({ state: 'expired'; reason: string } & Person);

export const session = signal<Session>(
	token.get() === null ? { state: 'signed-out', reason: '' } : { state: 'resuming' },
);

/** Whether the token has a role. An action that it may not perform is not shown. */
export function may(role: Role): boolean {
	const now = session.value;
	return 'roles' in now && now.roles.includes(role);
}

/** @throws {GatewayError} if the gateway does not accept the token, or does not respond */
export async function signIn(bearer: string): Promise<void> {
	const person = await whoAmI(bearer);
	token.set(bearer);
	enter(person);
}

/**
 * Continues with the token of the tab, if the gateway still accepts it.
 * @throws {GatewayError} if the gateway does not respond
 */
export async function resumeSession(): Promise<void> {
	enter(await whoAmI());
}

export function signOut(): void {
	token.forget();
	session.value = { state: 'signed-out', reason: '' };
}

/**
 * Asks for a token again if an error says that the gateway does not accept this one.
 * @returns whether it says so
 */
export function expireIfRefused(error: unknown): boolean {
	if (!(error instanceof GatewayError) || !error.isTokenRefused) return false;
	const { message: reason } = error;
	const now = session.value;
	// A read that was under way when somebody signed out.
	if (now.state === 'signed-out') return true;
	token.forget();
	session.value = 'name' in now ? { ...now, state: 'expired', reason } : { state: 'signed-out', reason };
	return true;
}

function enter({ name, roles }: WhoAmI): void {
	session.value = { state: 'signed-in', name, roles };
}
