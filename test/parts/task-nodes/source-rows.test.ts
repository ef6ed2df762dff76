import { run } from '../../support/task-nodes/engine';
import { type TestFlow, flowOf } from '../../support/task-nodes/flow';
import { useTaskGateway } from '../../support/task-nodes/gateway';

const addMany = {
	resource: 'source',
	operation: 'addMany',
	waitForEnd: false,
	connection: { __rl: true, mode: 'name', value: 'main' },
	agentId: { __rl: true, mode: 'id', value: 'agent_a' },
};
const page = { type: 'url', url: 'https://www.example.com/help' };
const hours = { type: 'text', title: 'Hours', content: 'Always.' };

const gateway = useTaskGateway();

const runWith = (parameters: TestFlow['parameters']) =>
	run(flowOf({ items: [{}], parameters: { ...addMany, ...parameters } }), gateway.credential);

it('adds the rows in their order, with the fields that each row shows', async () => {
	const source = [{ ...page, title: '', content: '' }, hours];
	expect((await runWith({ sources: { source } })).error).toBeUndefined();
	expect(gateway.inputs).toMatchObject([{ sources: [page, hours] }]);
});

it.each([JSON.stringify([page, hours]), `={{ ${JSON.stringify([page, hours])} }}`])(
	'takes %s instead',
	async (sourcesJson) => {
		expect((await runWith({ sourcesAs: 'json', sourcesJson })).error).toBeUndefined();
		expect(gateway.inputs).toMatchObject([{ sources: [page, hours] }]);
	},
);

it.each<[TestFlow['parameters'], string]>([
	[{ sources: { source: [page, { type: 'url', url: 'help' }] } }, 'Sources, row 2, URL: "help" must be an http:// or'],
	[{ sources: { source: [{ type: 'text', title: '', content: 'x' }] } }, 'Sources, row 1, Title'],
	[{ sources: {} }, 'Sources is empty; name at least one source'],
	[{ sourcesAs: 'json', sourcesJson: '[{ "type": "url", "url": "help" }]' }, 'Sources (JSON), row 1, url: "help" must'],
	[{ sourcesAs: 'json', sourcesJson: 'none' }, 'The field "Sources (JSON)" must be a list of objects'],
])('names the row and the field of %j', async (wrong, message) => {
	expect((await runWith(wrong)).error?.message).toContain(message);
	expect(gateway.inputs).toEqual([]);
});
