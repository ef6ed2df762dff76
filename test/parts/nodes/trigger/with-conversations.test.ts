import type { LeadConversation } from '../../../../api';
import { World } from '../matrix/world';
import { captureWithTalk } from './lead-with-talk';
import { TriggerUnderTest } from './trigger-under-test';

let world: World;
beforeAll(async () => {
	world = await World.start();
});
afterEach(() => world.node.admin.clearFaults());
afterAll(() => world.close());

const capture = (...lead: [agent: string, name: string, capturedMinutesAgo: number, saidMinutesAgo?: number]) =>
	captureWithTalk(world, ...lead);

async function watched(options = {}) {
	const agent = await world.agent();
	const trigger = new TriggerUnderTest(world, {
		event: 'newLead',
		agent,
		options: { conversation: 'text', settleMinutes: 0, ...options },
	});
	expect(await trigger.activate()).toEqual([]);
	return { agent, trigger };
}

interface Item {
	name?: unknown;
	conversation?: unknown;
}
const namesOf = (items: readonly Item[]) => items.map(({ name }) => name);
const conversationIn = (item: Item | undefined) => item?.conversation as LeadConversation | undefined;

it.each(['extract', 'text', 'json'])('gives each lead its conversation (%s), once', async (conversation) => {
	const { agent, trigger } = await watched({ conversation });
	await capture(agent, 'ada', 2);
	await capture(agent, 'bob', 1);
	const items = await trigger.poll();
	expect(namesOf(items)).toEqual(['ada', 'bob']);
	expect(conversationIn(items[0])).toMatchObject({
		missing: null,
		firstQuestion: 'Question of ada',
		lastAnswer: 'Answer to ada',
	});
	expect(conversationIn(items[0])?.text !== undefined).toBe(conversation !== 'extract');
	expect(conversationIn(items[0])?.messages !== undefined).toBe(conversation === 'json');
	expect(await trigger.poll()).toEqual([]);
});

it('lets a lead wait, gives later ones meanwhile, and gives it when the time is over', async () => {
	const { agent, trigger } = await watched({ settleMinutes: 10 });
	await capture(agent, 'new', 5);
	await capture(agent, 'old', 20);
	expect(namesOf(await trigger.poll())).toEqual(['old']);
	expect(await trigger.poll()).toEqual([]);
	await capture(agent, 'older', 30);
	expect(namesOf(await trigger.poll())).toEqual(['older']);
	// n8n is killed: what was returned comes once more, and the lead waits on.
	expect(namesOf(await trigger.killAndStart())).toEqual(['old', 'older']);
	expect(await trigger.poll()).toEqual([]);
	const shorter = { event: 'newLead', agent, options: { conversation: 'text', settleMinutes: 1 } };
	const later = new TriggerUnderTest(world, shorter, trigger.saved);
	expect(namesOf(await later.activate())).toEqual(['new']);
});

it('does the same with several agents', async () => {
	const [one, other] = [await world.agent(), await world.agent()];
	const options = { conversation: 'text', settleMinutes: 10 };
	const trigger = new TriggerUnderTest(world, { event: 'newLead', agent: [one, other], options });
	expect(await trigger.activate()).toEqual([]);
	await capture(one, 'ada', 20);
	await capture(one, 'new', 5);
	for (let index = 0; index < 25; index += 1) await capture(other, `p${index}`, 60 - index);
	const batches = await trigger.pollAll();
	const names = namesOf(batches.flat());
	expect([...names].sort()).toEqual(['ada', ...Array.from({ length: 25 }, (_none, index) => `p${index}`)].sort());
	expect(batches.flat().every((item) => conversationIn(item)?.missing === null)).toBe(true);
});

it('gives leads that wait without their conversation when the option is removed', async () => {
	const { agent, trigger } = await watched({ settleMinutes: 10 });
	await capture(agent, 'new', 5);
	await capture(agent, 'old', 20);
	expect(namesOf(await trigger.poll())).toEqual(['old']);
	const without = new TriggerUnderTest(world, { event: 'newLead', agent }, trigger.saved);
	const items = await without.killAndStart();
	expect(items.map((item) => [item['name'], conversationIn(item)?.missing])).toEqual([
		['old', null],
		['new', undefined],
	]);
});

it('reads a bounded number in a poll, and misses none of a backlog', async () => {
	const { agent, trigger } = await watched();
	for (let index = 0; index < 70; index += 1) await capture(agent, `p${index}`, 90 - index);
	const batches = await trigger.pollAll();
	expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(20);
	expect(namesOf(batches.flat())).toEqual(Array.from({ length: 70 }, (_none, index) => `p${index}`));
	expect(batches.flat().map((item) => conversationIn(item)?.firstQuestion)).toContain('Question of p69');
});

it('gives leads whose conversation is gone or refused, and says so', async () => {
	const { agent, trigger } = await watched();
	await world.admin('DELETE', `/conversations/${await capture(agent, 'gone', 3)}`);
	const refused = await capture(agent, 'refused', 2);
	await world.node.admin.addFault('GET', `/conversations/${refused}`, { kind: 'status', status: 403 });
	await capture(agent, 'there', 1);
	const items = await trigger.poll();
	expect(items.map((item) => [item['name'], conversationIn(item)?.missing])).toEqual([
		['gone', 'deleted'],
		['refused', 'refused'],
		['there', null],
	]);
});

it('waits for its turn at the limit, and loses nothing', async () => {
	const { agent, trigger } = await watched();
	await capture(agent, 'ada', 3);
	const second = await capture(agent, 'bob', 2);
	await world.node.admin.addFault('GET', `/conversations/${second}`, { kind: 'status', status: 429, retryAfter: 45 });
	expect(namesOf(await trigger.poll())).toEqual(['ada']);
	await world.node.admin.clearFaults();
	expect(namesOf(await trigger.poll())).toEqual(['bob']);
});

it('is not published with a key that lacks the scope, which it names', async () => {
	const apiKey = await world.keyWithout('read:conversations');
	const agent = await world.agent();
	const options = { conversation: 'text' };
	const trigger = new TriggerUnderTest(world, { event: 'newLead', agent, apiKey, options });
	await expect(trigger.activate()).rejects.toMatchObject({
		message: expect.stringContaining('read:conversations') as string,
	});
	const plain = new TriggerUnderTest(world, { event: 'newLead', agent, apiKey });
	expect(await plain.activate()).toEqual([]);
});

it.each([
	[{}, false],
	[{ conversation: 'text' }, true],
])(
	'names the scope of conversations beside a missing one only if leads bring theirs (%j)',
	async (options, isNamed) => {
		const apiKey = await world.keyWithout('read:leads');
		const trigger = new TriggerUnderTest(world, { event: 'newLead', agent: await world.agent(), apiKey, options });
		const error = await trigger.activate().catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({ description: expect.stringContaining('lacks the scope read:leads') as string });
		expect(JSON.stringify(error).includes('read:conversations')).toBe(isNamed);
	},
);

it.each([
	[{ conversation: 'all' }, 'With Conversation'],
	[{ conversationSize: 7 }, 'Characters of Conversation'],
	[{ settleMinutes: 1.5 }, 'Wait for Conversation'],
])('refuses %j, and names the field', async (wrong, field) => {
	const options = { conversation: 'text', ...wrong };
	const trigger = new TriggerUnderTest(world, { event: 'newLead', agent: await world.agent(), options });
	await expect(trigger.activate()).rejects.toMatchObject({ message: expect.stringContaining(`"${field}"`) as string });
});

it('shows conversations in the editor, also of a talk that goes on, and fails if the service takes no more requests', async () => {
	const { agent, trigger } = await watched({ settleMinutes: 10 });
	await capture(agent, 'gone', 9);
	const failing = await capture(agent, 'failing', 8, 0);
	await capture(agent, 'ada', 7, 0);
	await world.node.admin.addFault('GET', `/conversations/${failing}`, { kind: 'status', status: 500 }, 100);
	const items = await trigger.test();
	expect(items.map((item) => [item['name'], conversationIn(item)?.missing, conversationIn(item)?.lastAnswer])).toEqual([
		['gone', null, 'Answer to gone'],
		['failing', 'failed', null],
		['ada', null, 'Answer to ada'],
	]);
	await world.node.admin.clearFaults();
	await world.node.admin.addFault('GET', `/conversations/${failing}`, { kind: 'status', status: 429, retryAfter: 45 });
	await expect(trigger.test()).rejects.toMatchObject({ httpCode: '429' });
});
