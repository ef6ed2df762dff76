import { NodeApiError } from 'n8n-workflow';
import { World } from '../matrix/world';
import { Leads } from './leads';
import { TriggerUnderTest } from './trigger-under-test';

let world: World;
beforeAll(async () => {
	world = await World.start();
});
afterEach(async () => {
	await world.node.admin.clearFaults();
	await world.node.admin.changeAccount({ plan: 'business' });
});
afterAll(() => world.close());

async function failureOf(run: Promise<unknown>): Promise<NodeApiError> {
	const error: unknown = await run.then(
		() => null,
		(thrown: unknown) => thrown,
	);
	if (error instanceof NodeApiError) return error;
	throw new Error('It did not fail as it should.', { cause: error });
}

describe('a workflow is not activated', () => {
	it('with a wrong key', async () => {
		const trigger = new TriggerUnderTest(world, { event: 'newLead', agent: await world.agent(), apiKey: 'ak_wrong' });
		const error = await failureOf(trigger.activate());
		expect(error).toMatchObject({ httpCode: '401', failure: { cause: 'credential-invalid' } });
		expect(error.description).toContain('Create a new key');
	});

	it('with a key that lacks the scope, which it names', async () => {
		const apiKey = await world.keyWithout('read:leads');
		const trigger = new TriggerUnderTest(world, { event: 'newLead', agent: await world.agent(), apiKey });
		const error = await failureOf(trigger.activate());
		expect(error).toMatchObject({ httpCode: '403', failure: { cause: 'configuration-invalid' } });
		expect(error.message).toContain('read:leads');
		expect(error.description).toContain('lacks the scope read:leads');
	});

	it('on a plan without the feature, and it names the plan that has it', async () => {
		await world.node.admin.changeAccount({ plan: 'free' });
		const trigger = new TriggerUnderTest(world, { event: 'newUnansweredQuestion', agent: await world.agent() });
		const error = await failureOf(trigger.activate());
		expect(error.httpCode).toBe('403');
		expect(error.message).toMatch(/plan Pro/i);
	});

	it('for an agent that is not there', async () => {
		const trigger = new TriggerUnderTest(world, { event: 'newLead', agent: 'agent_nowhere' });
		const error = await failureOf(trigger.activate());
		expect(error.httpCode).toBe('404');
		expect(error.description).toContain('"From List" shows the agents the key can access');
	});

	it('where nothing answers', async () => {
		const agent = await world.agent();
		const trigger = new TriggerUnderTest(world, { event: 'newLead', agent, baseUrl: 'http://127.0.0.1:9' });
		expect((await failureOf(trigger.activate())).description).toContain('Base URL');
	});
});

describe('at the rate limit', () => {
	it('a poll fails as rate-limited at once when the wait is long, and loses nothing', async () => {
		const agent = await world.agent();
		const leads = new Leads(world, agent);
		const trigger = new TriggerUnderTest(world, { event: 'newLead', agent });
		await trigger.activate();
		const lead = await leads.capture();
		const path = `/agents/${agent}/leads`;
		await world.node.admin.addFault('GET', path, { kind: 'status', status: 429, retryAfter: 45 });
		const error = await failureOf(trigger.poll());
		expect(error).toMatchObject({
			httpCode: '429',
			failure: { cause: 'rate-limited', retryAfterMs: 45_000 },
		});
		expect(error.description).toContain('Nothing is lost: the next poll starts at the same place.');
		expect(await trigger.poll()).toEqual([lead]);
	});

	it('a poll waits where that is short', async () => {
		const agent = await world.agent();
		const trigger = new TriggerUnderTest(world, { event: 'newLead', agent });
		await trigger.activate();
		const lead = await new Leads(world, agent).capture();
		await world.node.admin.addFault('GET', `/agents/${agent}/leads`, { kind: 'status', status: 429, retryAfter: 1 });
		expect(await trigger.poll()).toEqual([lead]);
	});
});

it('a poll whose later page fails gives out nothing, and the next one all of it', async () => {
	const agent = await world.agent();
	const leads = new Leads(world, agent);
	await leads.captureOld(120);
	const trigger = new TriggerUnderTest(world, { event: 'newLead', agent });
	await trigger.activate();
	await leads.generate(150);
	const path = `/agents/${agent}/leads`;
	await world.node.admin.addFault('GET', path, { kind: 'delay', delayMs: 1 });
	await world.node.admin.addFault('GET', path, { kind: 'status', status: 400 });
	expect(await failureOf(trigger.poll())).toMatchObject({ httpCode: '400' });
	expect((await trigger.pollAll()).flat()).toHaveLength(150);
});

it.each([400, 403, 404])(
	'a poll for changes whose later page gets %i reports none, and the next one all',
	async (status) => {
		const agent = await world.agent();
		const early = await world.node.admin.beginConversation(agent);
		await world.node.admin.generate(agent, { kind: 'conversations', count: 120 });
		const trigger = new TriggerUnderTest(world, { event: 'conversationChanged', agent });
		await trigger.activate();
		await world.node.admin.changeConversation(early, { state: 'resolved' });
		const path = `/agents/${agent}/conversations`;
		await world.node.admin.addFault('GET', path, { kind: 'delay', delayMs: 1 });
		await world.node.admin.addFault('GET', path, { kind: 'status', status });
		expect(await failureOf(trigger.poll())).toMatchObject({ httpCode: String(status) });
		expect(await trigger.poll()).toMatchObject([{ change: 'resolved', after: { id: early } }]);
		expect(await trigger.poll()).toEqual([]);
	},
);
