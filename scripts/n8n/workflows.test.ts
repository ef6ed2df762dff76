import { withCredentials } from './workflows.mjs';

it('gives the nodes of a flow the credentials of their types, and leaves others alone', () => {
	const flow = {
		name: 'A flow',
		connections: {},
		nodes: [
			{ name: 'Ours', credentials: { agentKnowledgeApi: { id: 'old', name: 'Old' } } },
			{ name: 'Other', credentials: { slackApi: { id: 's', name: 'Slack' } } },
			{ name: 'None' },
		],
	};
	expect(withCredentials(flow, { agentKnowledgeApi: { id: 'new', name: 'New' } }).nodes).toEqual([
		{ name: 'Ours', credentials: { agentKnowledgeApi: { id: 'new', name: 'New' } } },
		{ name: 'Other', credentials: { slackApi: { id: 's', name: 'Slack' } } },
		{ name: 'None' },
	]);
});
