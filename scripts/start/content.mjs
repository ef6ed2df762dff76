// @ts-check

/** The only user of a fresh n8n. */
export const OWNER_EMAIL = 'owner@agent-knowledge.example';

/**
 * The state of a start.
 * @typedef {object} Progress
 * @property {import('./options.mjs').Options} options
 * @property {import('./secrets.mjs').Secrets} secrets
 * @property {string} logFolder
 * @property {boolean} workerReady
 * @property {{ id: string, name: string }[] | null} flows those in n8n; null while n8n is not ready
 */

/** @param {number} port */
const local = (port) => `http://127.0.0.1:${port}`;

/**
 * All addresses, with the start page first.
 * @param {Progress} progress
 * @returns {import('./page/serve-page.mjs').PageContent['places']}
 */
export function places({ options: { ports, withN8n, temporalAddress }, logFolder }) {
	const ui = local(ports.temporalUi);
	return [
		{ title: 'Start page', address: local(ports.startPage), note: 'next steps, log-ins, health' },
		...(withN8n ? [{ title: 'n8n', address: local(ports.n8n), healthUrl: `${local(ports.n8n)}/healthz` }] : []),
		{
			title: 'Gateway',
			address: local(ports.gateway),
			note: 'accepts tasks and shows tasks, syncs and schedules',
			healthUrl: `${local(ports.operations)}/readyz`,
		},
		{
			title: 'Sandbox',
			address: local(ports.sandbox),
			note: 'the service, on this machine',
			healthUrl: `${local(ports.admin)}/healthz`,
		},
		{
			title: 'Its website',
			address: local(ports.site),
			note: 'the pages that its agents learn',
			healthUrl: local(ports.site),
		},
		temporalAddress === null
			? { title: 'Temporal', address: ui, note: 'the history of every task', healthUrl: ui }
			: { title: 'Temporal', address: temporalAddress, note: 'your own server' },
		{ title: 'Logs', address: logFolder },
	];
}

/**
 * @param {Progress} progress
 * @returns {import('./page/serve-page.mjs').PageContent['logins']}
 */
export function logins({ options: { ports, withN8n }, secrets }) {
	return [
		...(withN8n ? [{ title: 'n8n', fields: pairs(['E-mail', OWNER_EMAIL], ['Password', secrets.ownerPassword]) }] : []),
		{ title: 'Agent Knowledge API', fields: pairs(['Base URL', local(ports.sandbox)], ['API key', secrets.apiKey]) },
		{
			title: 'Agent Knowledge Gateway API',
			fields: pairs(['URL', local(ports.gateway)], ['Token', secrets.gatewayToken]),
		},
	];
}

/**
 * @param {Progress} progress
 * @returns {import('./page/serve-page.mjs').PageContent['nextSteps']}
 */
export function nextSteps(progress) {
	const { options, secrets, workerReady, flows } = progress;
	const n8n = local(options.ports.n8n);
	return [
		...(flows ?? []).map(({ id, name }) => ({
			text: `Open the flow "${name}" and follow the note in it`,
			address: `${n8n}/workflow/${id}`,
		})),
		...(options.withN8n && flows === null ? [{ text: 'n8n is not ready yet. This page shows when it is.' }] : []),
		...(workerReady
			? [{ text: 'Retrain an agent from the command line', command: runCommandText(options.ports.gateway, secrets) }]
			: [{ text: 'The worker is not ready yet.' }]),
	];
}

/**
 * @param {number} gatewayPort
 * @param {{ gatewayToken: string }} secrets
 */
function runCommandText(gatewayPort, { gatewayToken }) {
	return [
		`curl -X POST ${local(gatewayPort)}/v1/tasks/retrain-and-wait`,
		`  -H "Authorization: Bearer ${gatewayToken}" -H "Idempotency-Key: first-$(date +%s)"`,
		'  -H "Content-Type: application/json"',
		`  -d '{"version":1,"connection":"sandbox","agentId":"agent_support","waitUntil":"finished","ifActive":"adopt"}'`,
	].join(' \\\n');
}

/**
 * @param {...[string, string]} fields
 * @returns {[string, string][]}
 */
function pairs(...fields) {
	return fields;
}
