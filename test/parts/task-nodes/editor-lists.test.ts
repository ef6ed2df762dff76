import { methods } from '../../../task-nodes/nodes/AgentKnowledgeTask/methods';
import { editorOf } from '../../support/task-nodes/editor';
import { run } from '../../support/task-nodes/engine';
import { flowOf } from '../../support/task-nodes/flow';
import { type TaskGateway, startTaskGateway } from '../../support/task-nodes/gateway';

let gateway: TaskGateway;
beforeEach(async () => {
	gateway = await startTaskGateway();
});
afterEach(() => gateway.close());

const editor = (parameters: Parameters<typeof editorOf>[1] = {}) => editorOf(gateway.credential, parameters);

it('agents are those of the only connection when none is chosen', async () => {
	const agents = ['agent_a', 'agent_b', 'agent_c'].map((id) => ({ name: `${id.toUpperCase()} (${id})`, value: id }));
	expect(await methods.loadOptions.getAgents.call(await editor())).toEqual(agents);
	const search = methods.listSearch.searchAgents;
	expect((await search.call(await editor({ connection: 'main' }), 'agent_b')).results).toHaveLength(1);
});

it('agents of the filter of Get Many are those of its connection', async () => {
	await gateway.close();
	gateway = await startTaskGateway({ connections: ['main', 'other'] });
	const search = methods.listSearch.searchAgents;
	await expect(search.call(await editor())).rejects.toThrow('"Connection" is empty');
	expect((await search.call(await editor({ filters: { connection: 'other' } }))).results).toHaveLength(3);
});

it('agents beyond the first page are found by a search, and come page by page without one twice', async () => {
	gateway.agents.push(...Array.from({ length: 1_231 }, (_, index) => `agent_${index}`));
	const search = methods.listSearch.searchAgents;
	const found = await search.call(await editor(), 'AGENT_1230');
	expect(found.results).toEqual([{ name: 'AGENT_1230 (agent_1230)', value: 'agent_1230' }]);

	const shown: unknown[] = [];
	const sizes: number[] = [];
	let token: string | undefined;
	do {
		const { results, paginationToken } = await search.call(await editor(), undefined, token);
		shown.push(...results.map(({ value }) => value));
		sizes.push(results.length);
		token = typeof paginationToken === 'string' ? paginationToken : undefined;
	} while (token !== undefined);
	expect(sizes).toEqual([460, 460, 314]);
	expect(new Set(shown).size).toBe(1_234);
	expect(await methods.loadOptions.getAgents.call(await editor())).toHaveLength(1_234);
});

it('mailboxes are those of the chosen agent, and none before one is chosen', async () => {
	const list = methods.loadOptions.getMailboxes;
	const defaultSender = { name: 'Default Sender', value: '' };
	expect(await list.call(await editor({ agentId: 'agent_a' }))).toEqual([
		defaultSender,
		{ name: 'shop@shop.example', value: 'mailbox_1' },
	]);
	expect(await list.call(await editor())).toEqual([defaultSender]);
});

it('buckets and destinations are those of the configuration', async () => {
	expect(await methods.loadOptions.getBuckets.call(await editor())).toEqual([
		{ name: 'None: The Gateway Keeps the File', value: '' },
	]);
	expect((await methods.listSearch.searchDestinations.call(await editor())).results).toEqual([]);
});

it('schedules show their task', async () => {
	const parameters = { resource: 'schedule', operation: 'retrainNightly', scheduleName: 'nightly' };
	expect((await run(flowOf({ items: [{}], parameters }), gateway.credential)).error).toBeUndefined();
	const { results } = await methods.listSearch.searchSchedules.call(await editor());
	expect(results).toEqual([{ name: 'nightly (nightly-retrain)', value: 'nightly' }]);
});
