import { itemsOf } from '../../support/nodes/agent-knowledge';
import { AGENT, NO_SETTLING } from './matrix/sample';
import { World } from './matrix/world';

// Three rows of a table, of which one is wrong: what is written, and what the error says of the others.

let world: World;
beforeAll(async () => {
	world = await World.start();
});
afterEach(() => world.node.admin.clearFaults());
afterAll(() => world.close());

const PAIR = { question: '={{ $json.question }}', answer: '={{ $json.answer }}', ...NO_SETTLING };
const rowsOf = (agent: string, ...answers: unknown[]) =>
	itemsOf(...answers.map((answer, index) => ({ agent, question: `Question ${index}?`, answer: answer as string })));
const create = async (items: ReturnType<typeof itemsOf>, onError?: 'continueRegularOutput') =>
	await world.node.run('qaPair', 'create', { ...AGENT, ...PAIR }, { items, ...(onError && { onError }) });

it('nothing is written if one of several items is wrong', async () => {
	const agent = await world.agent();
	const { error } = await create(rowsOf(agent, 'Yes.', 'No.', null));
	expect(error?.message).toBe('The field "Answer" must be text, but is empty');
	expect(error).toMatchObject({ context: { itemIndex: 2 } });
	expect(error?.description).toBe('Correct the field or its expression. Nothing was sent for any of the 3 items.');
	expect(await world.node.count('POST', `/agents/${agent}/qa-pairs`)).toBe(0);
});

it('only the wrong item fails where the builder lets the others continue', async () => {
	const agent = await world.agent();
	const { rows } = await create(rowsOf(agent, 'Yes.', '', 'No.'), 'continueRegularOutput');
	expect(rows).toMatchObject([
		{ question: 'Question 0?' },
		{ error: expect.any(String) as string },
		{ question: 'Question 2?' },
	]);
	expect(await world.node.count('POST', `/agents/${agent}/qa-pairs`)).toBe(2);
});

it('the error of a later item says how many before it are done', async () => {
	const agent = await world.agent();
	const { error } = await create(
		itemsOf(
			{ agent, question: 'A?', answer: 'A.' },
			{ agent, question: 'B?', answer: 'B.' },
			{ agent: 'agent_nowhere', question: 'C?', answer: 'C.' },
		),
	);
	expect(error?.message).toContain('agent "agent_nowhere"');
	expect(error?.description).toMatch(/2 of 3 items are done\.$/);
});

it.each([
	[
		'an ID that no address can carry',
		'source',
		'delete',
		{ sourceId: { __rl: true, mode: 'id', value: '={{ $json.id }}' } },
		{ id: '..' },
	],
	[
		'a text above the limit',
		'source',
		'addText',
		{ title: 'A', content: '={{ $json.text }}', ...NO_SETTLING },
		{ text: 'x'.repeat(1_100_000) },
	],
	[
		'nothing to update',
		'qaPair',
		'update',
		{ pairId: { __rl: true, mode: 'id', value: '1' }, updateFields: { answer: '={{ $json.text }}' } },
		{ text: '' },
	],
])('%s is known before anything is sent', async (_what, resource, operation, fields, wrong) => {
	const agent = await world.agent();
	const before = (await world.node.admin.requests()).length;
	const items = itemsOf({ agent, id: '1', text: 'Text' }, { agent, id: '1', text: 'Text', ...wrong });
	const { error } = await world.node.run(resource, operation, { ...AGENT, ...fields }, { items });
	expect(error).toMatchObject({ context: { itemIndex: 1 } });
	expect(error?.description).toContain('Nothing was sent for any of the 2 items.');
	expect(await world.node.admin.requests()).toHaveLength(before);
});

it.each([null, '', 'abc', '-1', -1, '0', 1.5])('the ID %j of a lead gets one sentence', async (leadId) => {
	const { error } = await world.node.run(
		'lead',
		'get',
		{ ...AGENT, leadId: '={{ $json.leadId }}' },
		{ items: itemsOf({ agent: 'agent_support', leadId }) },
	);
	expect(error?.message).toMatch(/^The field "Lead ID" must be a positive whole number, but is (empty|".+")$/);
});

it('what is not there is named by its ID', async () => {
	const { error } = await world.node.run(
		'lead',
		'get',
		{ ...AGENT, leadId: '4711' },
		{ items: itemsOf({ agent: 'agent_support' }) },
	);
	expect(error?.message).toBe('Not found: lead "4711" of agent "agent_support"');
});
