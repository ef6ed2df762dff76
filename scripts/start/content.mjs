// @ts-check
import { local } from './options.mjs';
import { startPageAddress } from './page/serve-page.mjs';

/** The only user of a fresh n8n. */
export const OWNER_EMAIL = 'owner@agent-knowledge.example';

/**
 * The state of a start.
 * @typedef {object} Progress
 * @property {import('./options.mjs').Options} options
 * @property {import('./secrets.mjs').Secrets} secrets
 * @property {string} logFolder
 * @property {{ id: string, name: string }[] | null} flows those in n8n; null while n8n is not ready
 */

/**
 * All addresses, with the start page first.
 * @param {Progress} progress
 * @returns {import('./page/serve-page.mjs').PageContent['places']}
 */
export function places({ options: { ports, withN8n, temporalAddress }, secrets, logFolder }) {
	const ui = local(ports.temporalUi);
	return [
		{
			title: 'Start page',
			address: startPageAddress(local(ports.startPage), secrets.startPage),
			note: 'the first ten minutes, log-ins, health',
		},
		...(withN8n ? [{ title: 'n8n', address: local(ports.n8n), healthUrl: `${local(ports.n8n)}/healthz` }] : []),
		{
			title: 'Gateway, with its console',
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
			title: 'Console, and the credential Agent Knowledge Gateway API',
			fields: pairs(['URL', local(ports.gateway)], ['Token', secrets.gatewayToken]),
		},
	];
}

/**
 * What to do after the first steps, for each role.
 * @param {Progress} progress
 * @returns {import('./page/serve-page.mjs').PageContent['roles']}
 */
export function roles({ options: { ports, withN8n }, flows }) {
	const gateway = local(ports.gateway);
	const sandbox = local(ports.sandbox);
	const linkTo = (/** @type {{ id: string, name: string }} */ { id, name }) => ({
		text: name,
		address: `${local(ports.n8n)}/workflow/${id}`,
	});
	const shown = withN8n ? (flows ?? []) : [];
	const page = (/** @type {string} */ text, /** @type {string} */ file) => ({
		text,
		address: `/docs/${file.replace(/\.md$/, '')}`,
	});
	const visit = { text: 'Chat with an agent in the shop, and leave a lead', address: `${local(ports.site)}/ask-us` };
	return [
		{
			role: 'Builder',
			goal: 'You build flows in n8n.',
			groups: [
				...builderGroups(shown, linkTo),
				{ title: 'Be a visitor', links: [visit] },
				{ title: 'Look something up', links: [page('Every operation of the node', 'node-operations.md')] },
			],
			links: [],
		},
		{
			role: 'Operations',
			goal: 'You keep agents trained and tasks running.',
			links: [
				{ text: 'Tasks that run, wait or failed', address: gateway },
				{ text: 'Schedules, such as a nightly retrain', address: `${gateway}/schedules` },
				{ text: 'Messages when something fails', address: `${gateway}/notifications` },
				page('What to be alerted of', 'alerts.md'),
				page('Tasks and their commands', 'tasks.md'),
			],
		},
		{
			role: 'Sales',
			goal: 'You want every lead in your CRM, and mail that a person approved.',
			links: [
				visit,
				{ text: 'Leads that the agents captured', address: `${sandbox}/dashboard/leads` },
				...shown.filter(({ name }) => name.startsWith('Leads into ')).map(linkTo),
				{ text: 'Lead syncs', address: `${gateway}/syncs` },
				{ text: 'Leads as a file', address: `${gateway}/start?type=lead-export` },
				{ text: 'Write a mail that a person approves', address: `${gateway}/start?type=email-send-with-review` },
				{ text: 'Mail that was sent', address: `${sandbox}/dashboard/mail` },
			],
		},
		{
			role: 'Developer',
			goal: 'You call the API, or change this project.',
			links: [
				page("The gateway's API", 'reference/gateway.md'),
				{ text: 'Faults, clock and rate limit of the service', address: `${sandbox}/dashboard/faults` },
				page('The sandbox', 'sandbox.md'),
				page('The gateway and its tokens', 'gateway.md'),
			],
		},
	];
}

/** What a builder wants to do, and the names of the flows for it, as they begin. */
const WANTS = /** @type {const} */ ([
	['Keep agents trained', ['Retrain ', 'Nightly retrain']],
	['Teach an agent', ['Answer what ', 'Files from ', 'Pages of ']],
	['Get leads', ['New lead ', 'Leads into ', 'Bring all leads', 'Weekly export']],
	['Send mail that a person approves', ['Email to ', 'Approve emails']],
	['Use an agent in an AI flow', ['An AI Agent']],
]);

/**
 * The flows, grouped by what one wants to do. A flow that is in no group stands in the last one.
 * @param {readonly { id: string, name: string }[]} flows
 * @param {(flow: { id: string, name: string }) => { text: string, address: string }} linkTo
 */
function builderGroups(flows, linkTo) {
	const isOf = (/** @type {string} */ name) =>
		WANTS.findIndex(([, begins]) => begins.some((each) => name.startsWith(each)));
	return [...WANTS.map(([title]) => title), 'Try things out'].flatMap((title, place) => {
		const links = flows.filter(({ name }) => (isOf(name) === -1 ? WANTS.length : isOf(name)) === place).map(linkTo);
		return links.length === 0 ? [] : [{ title, links }];
	});
}

/**
 * @param {...[string, string]} fields
 * @returns {[string, string][]}
 */
function pairs(...fields) {
	return fields;
}
