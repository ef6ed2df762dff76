// @ts-check
import { isRecord, listAt, textAt, valueAt } from '../json.mjs';
import { N8nRequestError } from './rest-client.mjs';

/**
 * A flow as n8n exports it.
 * @typedef {{ id?: string, name: string, nodes: unknown[], connections: unknown, settings?: unknown, pinData?: unknown, active?: boolean }} Flow
 */

/**
 * A flow whose nodes use these credentials wherever they use one of the same type: the file of a flow has no ids of them.
 * @param {Flow} flow
 * @param {Record<string, { id: string, name: string }>} byType credentials by their type
 * @returns {Flow}
 */
export function withCredentials(flow, byType) {
	const nodes = flow.nodes.map((node) => {
		if (!isRecord(node) || !isRecord(node.credentials)) return node;
		/** @type {Record<string, unknown>} */
		const credentials = { ...node.credentials };
		for (const type of Object.keys(credentials)) credentials[type] = byType[type] ?? credentials[type];
		return { ...node, credentials };
	});
	return { ...flow, nodes };
}

/**
 * Imports a flow, and publishes it if it is active. An existing flow with the same id (or, without an id, the same
 * name) stays unchanged, because its user may have edited it. A flow without pinned data gets an empty object: n8n
 * stores missing pinned data as null, and then the editor's "Execute step" fails.
 * @param {import('./rest-client.mjs').N8nClient} client logged in
 * @param {Flow} flow
 * @returns {Promise<string>} its id
 */
export async function importFlow(client, flow) {
	const there = await find(client, flow);
	if (there) {
		await givePinData(client, there);
		return there;
	}
	const { id, name, nodes, connections, settings = {}, pinData = {}, active = false } = flow;
	// n8n 2.0 stores no flow whose `active` is missing.
	const body = { id, name, nodes, connections, settings, pinData, active: false };
	const created = await client.request('POST', '/rest/workflows', body);
	if (active) await activateFlow(client, textAt(created, 'id'));
	return textAt(created, 'id');
}

/**
 * Publishes a flow as it is stored now: its triggers, webhooks and forms work from then on.
 * @param {import('./rest-client.mjs').N8nClient} client logged in
 * @param {string} id
 * @returns {Promise<void>}
 * @throws {N8nRequestError} a trigger refused to start; with its reason
 */
export async function activateFlow(client, id) {
	const path = `/rest/workflows/${encodeURIComponent(id)}`;
	const versionId = textAt(await client.request('GET', path), 'versionId');
	await client.request('POST', `${path}/activate`, { versionId });
}

/**
 * Starts a flow at its manual trigger, as the editor's button does.
 * @param {import('./rest-client.mjs').N8nClient} client logged in
 * @param {string} id
 * @param {string} trigger name of the node
 * @returns {Promise<string>} the id of the execution
 */
export async function startFlow(client, id, trigger) {
	const path = `/rest/workflows/${encodeURIComponent(id)}`;
	const workflowData = await client.request('GET', path);
	const body = { workflowData, triggerToStartFrom: { name: trigger } };
	return textAt(await client.request('POST', `${path}/run`, body), 'executionId');
}

/**
 * @param {import('./rest-client.mjs').N8nClient} client
 * @param {string} id
 */
async function givePinData(client, id) {
	const path = `/rest/workflows/${encodeURIComponent(id)}`;
	const stored = await client.request('GET', path);
	// n8n refuses every change of an archived flow.
	if (isRecord(valueAt(stored, 'pinData')) || valueAt(stored, 'isArchived') === true) return;
	await client.request('PATCH', path, { pinData: {} });
}

/**
 * @param {import('./rest-client.mjs').N8nClient} client
 * @param {Flow} flow
 * @returns {Promise<string | null>} the id of the flow that is there
 */
async function find(client, { id, name }) {
	if (!id) {
		const all = listAt(await client.request('GET', '/rest/workflows'));
		return (
			textAt(
				all.find((one) => textAt(one, 'name') === name),
				'id',
			) || null
		);
	}
	try {
		return textAt(await client.request('GET', `/rest/workflows/${encodeURIComponent(id)}`), 'id');
	} catch (error) {
		if (error instanceof N8nRequestError && (error.status === 404 || error.status === 403)) return null;
		throw error;
	}
}
