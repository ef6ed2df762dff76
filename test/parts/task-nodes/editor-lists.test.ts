import type { INodeParameters } from 'n8n-workflow';
import { methods } from '../../../task-nodes/nodes/AgentKnowledgeTask/methods';
import { editorOf } from '../../support/task-nodes/editor';
import { run } from '../../support/task-nodes/engine';
import { flowOf } from '../../support/task-nodes/flow';
import { useTaskGateway } from '../../support/task-nodes/gateway';

const gateway = useTaskGateway();
const ofSeveral = useTaskGateway({ connections: ['main', 'other'] });

const editor = (parameters: INodeParameters = {}) => editorOf(gateway.credential, parameters);

it('agents are those of the only connection when none is chosen', async () => {
	const agents = ['agent_a', 'agent_b', 'agent_c'].map((id) => ({ name: `${id.toUpperCase()} (${id})`, value: id }));
	expect(await methods.loadOptions.getAgents.call(editor())).toEqual(agents);
	const search = methods.listSearch.searchAgents;
	expect((await search.call(editor({ connection: 'main' }), 'agent_b')).results).toHaveLength(1);
});

it('agents of the filter of Get Many are those of its connection', async () => {
	const search = methods.listSearch.searchAgents;
	const found = async (parameters: INodeParameters = {}) =>
		await search.call(editorOf(ofSeveral.credential, parameters));
	await expect(found()).rejects.toThrow('"Connection" is empty');
	expect((await found({ filters: { connection: 'other' } })).results).toHaveLength(3);
});

it('agents beyond the first page are found by a search, and come page by page without one twice', async () => {
	gateway.agents.push(...Array.from({ length: 1_231 }, (_, index) => `agent_${index}`));
	const search = methods.listSearch.searchAgents;
	const found = await search.call(editor(), 'AGENT_1230');
	expect(found.results).toEqual([{ name: 'AGENT_1230 (agent_1230)', value: 'agent_1230' }]);

	const shown: unknown[] = [];
	const sizes: number[] = [];
	let token: string | undefined;
	do {
		const { results, paginationToken } = await search.call(editor(), undefined, token);
		shown.push(...results.map(({ value }) => value));
		sizes.push(results.length);
		token = typeof paginationToken === 'string' ? paginationToken : undefined;
	} while (token !== undefined);
	expect(sizes).toEqual([460, 460, 314]);
	expect(new Set(shown).size).toBe(1_234);
	expect(await methods.loadOptions.getAgents.call(editor())).toHaveLength(1_234);
});

it('mailboxes are those of the chosen agent, and none before one is chosen', async () => {
	const list = methods.loadOptions.getMailboxes;
	const defaultSender = { name: 'Default Sender', value: '' };
	expect(await list.call(editor({ agentId: 'agent_a' }))).toEqual([
		defaultSender,
		{ name: 'shop@shop.example', value: 'mailbox_1' },
	]);
	expect(await list.call(editor())).toEqual([defaultSender]);
});

it('buckets and destinations are those of the configuration', async () => {
	expect(await methods.loadOptions.getBuckets.call(editor())).toEqual([
		{ name: 'None: The Gateway Keeps the File', value: '' },
	]);
	expect((await methods.listSearch.searchDestinations.call(editor())).results).toEqual([]);
});

it('schedules show their task', async () => {
	const parameters = { resource: 'schedule', operation: 'retrainNightly', scheduleName: 'nightly' };
	expect((await run(flowOf({ items: [{}], parameters }), gateway.credential)).error).toBeUndefined();
	const { results } = await methods.listSearch.searchSchedules.call(editor());
	expect(results).toEqual([{ name: 'nightly (nightly-retrain)', value: 'nightly' }]);
});
