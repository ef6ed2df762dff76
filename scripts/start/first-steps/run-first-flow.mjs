// @ts-check
import { findSuccess, FLOWS } from './n8n-flows.mjs';

/** @type {import('./first-steps.mjs').FirstStep} */
export const runFirstFlow = {
	id: 'run-first-flow',
	title: 'Run your first flow',
	text: 'Open the flow in n8n, log in with this e-mail and password, and click "Execute workflow". The agent reads its website again, and the flow continues when the agent knows it, after about a minute.',
	button: 'Open the flow',
	needsN8n: true,
	opens: ({ addresses }) => `${addresses.n8n}/workflow/${FLOWS.retrain}`,
	async look({ n8n, addresses }) {
		const id = await n8n?.with((client) => findSuccess(client, FLOWS.retrain));
		if (!id) return { state: 'to-do' };
		return {
			state: 'done',
			detail:
				'The agent was retrained, and the flow told what was learned. One page failed on purpose: the shop links to /spring-catalogue, which does not exist.',
			links: [
				{ text: 'See the execution', address: `${addresses.n8n}/workflow/${FLOWS.retrain}/executions/${id}` },
				{ text: 'See the page that failed', address: `${addresses.sandbox}/dashboard/agents/agent_support` },
			],
		};
	},
};
