// @ts-check
import { z } from 'zod';

/** @typedef {import('../rate/fleet-client.mjs').Fleet} Fleet */

const mailboxSchema = z.object({ mailbox: z.looseObject({ id: z.string() }) });

/**
 * @param {Fleet} fleet
 * @param {string} path of the sandbox's admin API
 * @param {object} body
 * @param {string} [method]
 */
export async function changeSandbox({ sandbox }, path, body, method = 'POST') {
	return send(`${sandbox.adminUrl}${path}`, sandbox.adminToken, method, body);
}

/**
 * An agent with so many leads, spread over a year.
 * @param {Fleet} fleet
 * @param {string} id
 * @param {number} leads
 */
export async function makeAgent(fleet, id, leads = 0) {
	await changeSandbox(fleet, '/agents', { id, name: id, website: 'https://example.com/' });
	if (leads > 0) await changeSandbox(fleet, `/agents/${id}/generate`, { kind: 'leads', count: leads });
}

/**
 * A mailbox that sends, the agent's default one.
 * @param {Fleet} fleet
 * @param {string} agentId
 */
export async function makeMailbox(fleet, agentId) {
	/** @param {object} body */
	const act = (body) =>
		send(`${fleet.sandbox.apiUrl}/api/v1/agents/${agentId}/email`, fleet.sandbox.apiKey, 'POST', body);
	const { mailbox } = mailboxSchema.parse(
		await act({ action: 'create', address: 'help@shop.example', name: 'Help desk' }),
	);
	await act({ action: 'test-forwarding', mailboxId: mailbox.id });
	await act({ action: 'activate', mailboxId: mailbox.id });
}

/**
 * @param {string} url
 * @param {string} token
 * @param {string} method
 * @param {object} body
 * @returns {Promise<unknown>}
 */
async function send(url, token, method, body) {
	const response = await fetch(url, {
		method,
		headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	if (!response.ok) throw new Error(`${method} ${url} was answered with ${response.status}: ${await response.text()}`);
	return response.json();
}
