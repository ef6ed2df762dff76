// @ts-check
import { waitUntil } from '../../processes/wait-until.mjs';
import { listAt, textAt, valueAt } from '../../json.mjs';
import { activateFlow } from '../../n8n/workflows.mjs';
import { findSuccess, FLOWS } from './n8n-flows.mjs';

/** The agent of the example flow. */
const AGENT = 'agent_support';
const LEAD = {
	name: 'Robin Example',
	email: 'robin@visitor.example',
	city: 'Porto',
	fields: { interest: 'Your first lead' },
};
/** The other agent gets one too, for flows and syncs of several agents. */
const OTHER = { agent: 'agent_sales', lead: { ...LEAD, name: 'Kim Example', email: 'kim@visitor.example' } };
const FIRST_POLL_MS = 90_000;

/** @type {import('./first-steps.mjs').FirstStep} */
export const leadArrives = {
	id: 'lead-arrives',
	title: 'See a lead arrive',
	text: 'The button publishes the flow "New lead to CRM and chat message" and lets a visitor of each agent leave an address. The trigger asks once a minute and starts the flow with the lead of Support.',
	button: 'Publish the flow and capture a lead',
	needsN8n: true,
	async begin({ n8n, admin }, memory, save) {
		await n8n?.with(async (client) => {
			const isActive = valueAt(await client.request('GET', `/rest/workflows/${FLOWS.newLead}`), 'active') === true;
			if (isActive) return;
			const since = new Date().toISOString();
			await activateFlow(client, FLOWS.newLead);
			// What the trigger sees at its first poll is not new.
			await waitUntil('The first poll of the trigger', () => hasPolled(admin, since), { timeoutMs: FIRST_POLL_MS });
		});
		memory['since'] = new Date().toISOString();
		await save();
		await admin.request('POST', `/agents/${AGENT}/leads`, LEAD);
		await admin.request('POST', `/agents/${OTHER.agent}/leads`, OTHER.lead);
	},
	async look({ n8n, addresses }, { since }) {
		if (typeof since !== 'string') return { state: 'to-do' };
		const only = { mode: 'trigger', startedAfter: since };
		const id = await n8n?.with((client) => findSuccess(client, FLOWS.newLead, only));
		const leads = `${addresses.sandbox}/dashboard/leads?agent=`;
		const links = [
			{ text: 'See the lead at the sandbox', address: leads + AGENT },
			{ text: 'See the lead of Sales', address: leads + OTHER.agent },
		];
		if (!id) {
			return {
				state: 'running',
				detail: `${LEAD.name} left an address at Support, and ${OTHER.lead.name} one at Sales. The trigger asks within a minute.`,
				links,
			};
		}
		return {
			state: 'done',
			detail: `${LEAD.name} is in the CRM, and the team knows.`,
			links: [
				{ text: 'See the execution', address: `${addresses.n8n}/workflow/${FLOWS.newLead}/executions/${id}` },
				...links,
			],
		};
	},
};

/**
 * @param {import('./services.mjs').Json} admin
 * @param {string} since ISO 8601
 * @returns {Promise<true | null>}
 */
async function hasPolled(admin, since) {
	const query = new URLSearchParams({ method: 'GET', path: '/agents/{id}/leads', since });
	const polls = listAt(await admin.request('GET', `/requests?${query}`), 'items');
	return polls.some((request) => textAt(request, 'path').includes(AGENT)) ? true : null;
}
