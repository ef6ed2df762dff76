import { signOut } from '../api/session';

/**
 * Signs out. The page reloads, so that nothing of what it has read or what was typed stays in the tab.
 * @throws {GatewayError} if the gateway does not respond, so that the browser is still signed in
 */
export async function leave(): Promise<void> {
	await signOut();
	location.reload();
}
