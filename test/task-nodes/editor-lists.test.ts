import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { methods } from '../../task-nodes/nodes/AgentKnowledgeTask/methods';
import { run } from '../support/task-nodes/engine';
import { flowOf } from '../support/task-nodes/flow';
import { type TaskGateway, startTaskGateway } from '../support/task-nodes/gateway';

let gateway: TaskGateway;
beforeEach(async () => {
	gateway = await startTaskGateway();
});
afterEach(() => gateway.close());

/** As much of n8n's context of a list as the methods use. */
function editor(parameters: Record<string, string>): ILoadOptionsFunctions {
	const { gatewayUrl, token } = gateway.credential.data;
	const context = {
		getNode: () => ({ name: 'Task' }),
		getCurrentNodeParameter: (name: string) => parameters[name],
		getCredentials: () => Promise.resolve({ gatewayUrl, token }),
		helpers: {
			httpRequestWithAuthentication: async (_type: string, { url }: { url: string }) => {
				const reply = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
				return { statusCode: reply.status, headers: {}, body: (await reply.json()) as unknown };
			},
		},
	};
	return context as unknown as ILoadOptionsFunctions;
}

it('agents are those of the only connection when none is chosen', async () => {
	const agents = ['agent_a', 'agent_b', 'agent_c'].map((id) => ({ name: `${id.toUpperCase()} (${id})`, value: id }));
	expect(await methods.loadOptions.getAgents.call(editor({}))).toEqual(agents);
	expect((await methods.listSearch.searchAgents.call(editor({ connection: 'main' }), 'agent_b')).results).toHaveLength(
		1,
	);
});

it('mailboxes are those of the chosen agent, and none before one is chosen', async () => {
	const list = methods.loadOptions.getMailboxes;
	const defaultSender = { name: 'Default Sender', value: '' };
	expect(await list.call(editor({ agentId: 'agent_a' }))).toEqual([
		defaultSender,
		{ name: 'shop@shop.example', value: 'mailbox_1' },
	]);
	expect(await list.call(editor({}))).toEqual([defaultSender]);
});

it('buckets and destinations are those of the configuration', async () => {
	expect(await methods.loadOptions.getBuckets.call(editor({}))).toEqual([
		{ name: 'None: The Gateway Keeps the File', value: '' },
	]);
	expect((await methods.listSearch.searchDestinations.call(editor({}))).results).toEqual([]);
});

it('schedules show their task', async () => {
	const parameters = { resource: 'schedule', operation: 'retrainNightly', scheduleName: 'nightly' };
	expect((await run(flowOf({ items: [{}], parameters }), gateway.credential)).error).toBeUndefined();
	const { results } = await methods.listSearch.searchSchedules.call(editor({}));
	expect(results).toEqual([{ name: 'nightly (nightly-retrain)', value: 'nightly' }]);
});
