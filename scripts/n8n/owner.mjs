// @ts-check
import { valueAt } from '../json.mjs';

/**
 * Creates the owner's account on a fresh n8n and logs in. If the owner exists already, only logs in.
 * @param {import('./rest-client.mjs').N8nClient} client
 * @param {{ email: string, password: string }} owner a password of 8 to 64 characters, with a digit and a capital
 * @returns {Promise<void>}
 * @throws {import('./rest-client.mjs').N8nRequestError} n8n has another owner or password
 */
export async function logInAsOwner(client, owner) {
	const settings = await client.request('GET', '/rest/settings');
	if (valueAt(settings, 'userManagement', 'showSetupOnFirstLoad') === true) {
		await client.request('POST', '/rest/owner/setup', { ...owner, firstName: 'Local', lastName: 'Owner' });
	}
	await client.logIn(owner);
}
