// @ts-check
import { listAt, textAt } from '../json.mjs';
import { ReadableError } from '../readable-error.mjs';

/** @typedef {{ name: string, type: string, data: Record<string, unknown> }} Credential */

/**
 * Creates a credential. If one with the same name and type exists, gives it these data.
 * @param {import('./rest-client.mjs').N8nClient} client logged in
 * @param {Credential} credential
 * @returns {Promise<string>} its id
 */
export async function saveCredential(client, credential) {
	const there = listAt(await client.request('GET', '/rest/credentials'));
	const same = there.find((one) => textAt(one, 'name') === credential.name && textAt(one, 'type') === credential.type);
	if (same === undefined) return textAt(await client.request('POST', '/rest/credentials', credential), 'id');
	await client.request('PATCH', `/rest/credentials/${textAt(same, 'id')}`, credential);
	return textAt(same, 'id');
}

/**
 * Runs n8n's own test of a credential, as its "Retry" button does.
 * @param {import('./rest-client.mjs').N8nClient} client logged in
 * @param {Credential & { id: string }} credential
 * @returns {Promise<void>}
 * @throws {ReadableError} the test is red; with n8n's words
 */
export async function testCredential(client, { id, name, type, data }) {
	const answer = await client.request('POST', '/rest/credentials/test', { credentials: { id, name, type, data } });
	if (textAt(answer, 'status') === 'OK') return;
	throw new ReadableError(`n8n's test of the credential "${name}" failed: ${textAt(answer, 'message')}`);
}
