// @ts-check

/** The only user of a fresh n8n. */
export const OWNER_EMAIL = 'owner@agent-knowledge.example';

/**
 * What is known about a start so far.
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
 * Where everything is, first of all the start page.
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
			note: 'takes tasks; pages of tasks, syncs and schedules',
			healthUrl: `${local(ports.operations)}/readyz`,
		},
		{
			title: 'Sandbox',
			address: local(ports.sandbox),
			note: 'the service, on this machine',
			healthUrl: `${local(ports.admin)}/healthz`,
		},
		{ title: 'Its website', address: local(ports.site), note: 'what its agents learn', healthUrl: local(ports.site) },
		temporalAddress === null
			? { title: 'Temporal', address: ui, note: 'the history of every task', healthUrl: ui }
			: { title: 'Temporal', address: temporalAddress, note: 'a server of yours' },
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
			text: `Open the flow "${name}"; the note in it says what to do`,
			address: `${n8n}/workflow/${id}`,
		})),
		...(options.withN8n && flows === null
			? [{ text: 'n8n is still being set up; this page says when it is ready.' }]
			: []),
		...(workerReady
			? [{ text: 'Retrain an agent from the command line', command: runCommandText(options.ports.gateway, secrets) }]
			: [{ text: 'The worker is still being set up.' }]),
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
