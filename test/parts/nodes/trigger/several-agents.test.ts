import type { IDataObject } from 'n8n-workflow';
import { SCOPES } from '../../../../api';
import { World } from '../matrix/world';
import { Leads } from './leads';
import { TriggerUnderTest, type Watching } from './trigger-under-test';

const ALL = { all: true } as const;
const MINUTE = 60_000;

let world: World;
beforeAll(async () => {
	world = await World.start();
});
afterEach(async () => {
	vi.useRealTimers();
	await world.node.admin.clearFaults();
});
afterAll(() => world.close());

/** So many agents, and the published trigger that watches all of them. */
async function watched(count: number, { event = 'newLead', ...more }: Partial<Watching> = {}) {
	const agents = await world.each(count, () => world.agent());
	const leads = agents.map((agent) => new Leads(world, agent));
	const trigger = new TriggerUnderTest(world, { event, agent: agents, ...more });
	expect(await trigger.activate()).toEqual([]);
	return { agents, leads, trigger };
}

async function keyOf(agents: string[]): Promise<string> {
	return (await world.node.admin.createKey({ scopes: [...SCOPES], agentIds: agents })).key;
}

const capture = async (leads: readonly Leads[]) => await world.each(leads.length, async (at) => leads[at]?.capture());
const idsOf = (items: readonly IDataObject[]) => items.map(({ id }) => id);
const deleteAgent = (id: string) => world.admin('DELETE', `/agents/${encodeURIComponent(id)}`);

describe('of chosen agents', () => {
	it('gives out what is new as the service gives it, and nothing old', async () => {
		const { leads, trigger } = await watched(3);
		const captured = await capture(leads);
		expect(await trigger.poll()).toEqual(captured);
		expect(await trigger.poll()).toEqual([]);
		const one = await leads[1]?.capture();
		expect(await trigger.poll()).toEqual([one]);
	});

	it('says the agent of each conversation and confirmation', async () => {
		for (const event of ['newConversation', 'newCodConfirmation']) {
			const { agents, trigger } = await watched(2, { event });
			for (const [number, agent] of agents.entries()) {
				if (event === 'newConversation') await world.node.admin.beginConversation(agent);
				else await world.node.admin.askForConfirmation(agent, { orderNumber: `${number}` });
			}
			expect((await trigger.poll()).map(({ agentId }) => agentId)).toEqual(agents);
		}
	});

	it('lets a new lead of one pass the 250 of another', async () => {
		const { agents, leads, trigger } = await watched(2);
		await leads[0]?.generate(250);
		const one = await leads[1]?.capture();
		const first = await trigger.poll();
		expect(first).toHaveLength(100);
		expect(first.filter(({ agentId }) => agentId === agents[1])).toEqual([one]);
		const rest = (await trigger.pollAll()).flat();
		expect(new Set(idsOf([...first, ...rest])).size).toBe(251);
	});

	it('holds the filters for each of them', async () => {
		const { agents, trigger } = await watched(2, { filters: { excludeEmails: '@our-company.example' } });
		for (const agent of agents) {
			await world.add(agent, 'leads', { name: 'ada', email: 'ada@client.example' });
			await world.add(agent, 'leads', { name: 'bob', email: 'bob@our-company.example' });
		}
		expect((await trigger.poll()).map(({ name }) => name)).toEqual(['ada', 'ada']);
	});

	it('repeats the last batch after a kill, with the agents', async () => {
		const { leads, trigger } = await watched(2);
		const captured = await capture(leads);
		expect(await trigger.poll()).toEqual(captured);
		const one = await leads[0]?.capture();
		expect(await trigger.killAndStart()).toEqual([...captured, one]);
		expect(await trigger.poll()).toEqual([]);
	});

	it('looks at many in turn, in few requests a poll', async () => {
		const { leads, trigger } = await watched(30);
		await capture(leads);
		const ids = new Set<unknown>();
		for (const polls of [1, 2, 3]) {
			const before = await world.node.count('GET', '/agents/{id}/leads');
			for (const id of idsOf(await trigger.poll())) ids.add(id);
			expect((await world.node.count('GET', '/agents/{id}/leads')) - before, `poll ${polls}`).toBeLessThanOrEqual(25);
		}
		expect(ids.size).toBe(30);
	});

	it('keeps what the others know when a person adds and removes one', async () => {
		const { agents, leads, trigger } = await watched(2);
		const [kept = '', removed = ''] = agents;
		const added = await world.agent();
		await new Leads(world, added).captureOld(2);
		const one = await leads[0]?.capture();
		const changed = new TriggerUnderTest(world, { event: 'newLead', agent: [kept, added] }, trigger.saved);
		expect(await changed.activate()).toEqual([one]);
		const both = await capture([new Leads(world, kept), new Leads(world, added)]);
		await new Leads(world, removed).capture();
		expect(new Set(idsOf(await changed.poll()))).toEqual(new Set(both.map((lead) => lead?.id)));
	});
});

describe('of all agents', () => {
	it('includes an agent that comes later within ten minutes, with what it got in between', async () => {
		vi.useFakeTimers({ toFake: ['Date'] });
		const trigger = new TriggerUnderTest(world, { event: 'newLead', agent: ALL, apiKey: world.node.sandbox.seedKey });
		expect(await trigger.activate()).toEqual([]);
		vi.setSystemTime(Date.now() + MINUTE);
		const later = await world.agent();
		const leads = new Leads(world, later);
		await leads.captureOld(3);
		const captured = await capture([leads, leads]);
		const given: IDataObject[] = [];
		for (let minute = 2; minute <= 10; minute++) {
			vi.setSystemTime(Date.now() + MINUTE);
			given.push(...(await trigger.poll()));
		}
		expect(given).toEqual(captured);
		expect(trigger.reported).toEqual([]);
	});

	it('says nothing without an agent, and in the test what to do', async () => {
		const agent = await world.agent();
		const apiKey = await keyOf([agent]);
		await deleteAgent(agent);
		const trigger = new TriggerUnderTest(world, { event: 'newLead', agent: ALL, apiKey });
		expect(await trigger.activate()).toEqual([]);
		expect(await trigger.poll()).toEqual([]);
		await expect(trigger.test()).rejects.toMatchObject({ message: 'The API key can access no agent' });
	});

	it('names one that went once, and continues where it was when it comes back', async () => {
		vi.useFakeTimers({ toFake: ['Date'] });
		const agents = await world.each(2, () => world.agent());
		const [stays = '', goes = ''] = agents;
		const apiKey = await keyOf(agents);
		const trigger = new TriggerUnderTest(world, { event: 'newLead', agent: ALL, apiKey });
		await trigger.activate();
		await deleteAgent(goes);
		const lead = await new Leads(world, stays).capture();
		vi.setSystemTime(Date.now() + MINUTE);
		expect(await trigger.poll()).toEqual([lead]);
		vi.setSystemTime(Date.now() + 10 * MINUTE);
		expect(await trigger.poll()).toEqual([]);
		expect(trigger.reported.map(({ message }) => message)).toEqual([`The trigger cannot watch the agent: "${goes}"`]);
		await world.node.admin.createAgent({ id: goes, name: goes, website: `${world.node.sandbox.siteUrl}/` });
		const back = await new Leads(world, goes).capture();
		vi.setSystemTime(Date.now() + 10 * MINUTE);
		expect(await trigger.poll()).toEqual([back]);
	});

	it('is not published with a key that may not list agents, and names the scopes', async () => {
		const apiKey = await world.keyWithout('read:agents');
		const trigger = new TriggerUnderTest(world, { event: 'newLead', agent: ALL, apiKey });
		await expect(trigger.activate()).rejects.toMatchObject({
			description: expect.stringContaining('This operation needs read:agents, read:leads') as string,
		});
	});
});

describe('that fail', () => {
	it('one of them, is named once, and stops nobody', async () => {
		const { agents, leads, trigger } = await watched(3);
		const [, broken = ''] = agents;
		await world.node.admin.addFault('GET', `/agents/${broken}/leads`, { kind: 'status', status: 500 }, 8);
		const [first, second, third] = await capture(leads);
		expect(await trigger.poll()).toEqual([first, third]);
		expect(await trigger.poll()).toEqual([]);
		expect(trigger.reported).toMatchObject([{ message: `The trigger cannot watch the agent: "${broken}"` }]);
		expect(await trigger.poll()).toEqual([second]);
	});

	it('at the rate limit in the middle, keep what was found, and the others come with the next poll', async () => {
		const { agents, leads, trigger } = await watched(3);
		const captured = await capture(leads);
		const fault = { kind: 'status', status: 429, retryAfter: 45 } as const;
		await world.node.admin.addFault('GET', `/agents/${agents[1]}/leads`, fault);
		expect(await trigger.poll()).toEqual(captured.slice(0, 1));
		expect(await trigger.poll()).toEqual(captured.slice(1));
		expect(trigger.reported).toEqual([]);
	});

	it('all of them, fail the poll, which loses nothing', async () => {
		const { leads, trigger } = await watched(2);
		const captured = await capture(leads);
		await world.node.admin.addFault('GET', '/agents/{id}/leads', { kind: 'status', status: 429, retryAfter: 45 });
		await expect(trigger.poll()).rejects.toMatchObject({ httpCode: '429' });
		await world.node.admin.addFault('GET', '/agents/{id}/leads', { kind: 'status', status: 404 }, 2);
		await expect(trigger.poll()).rejects.toMatchObject({ httpCode: '404' });
		expect(trigger.reported).toEqual([]);
		expect(new Set(idsOf(await trigger.poll()))).toEqual(new Set(captured.map((lead) => lead?.id)));
	});

	it('all of many, keep the flow from being published, though a poll looks at part of them', async () => {
		const agents = await world.each(25, () => world.agent());
		await world.node.admin.addFault('GET', '/agents/{id}/leads', { kind: 'status', status: 403 }, 100);
		const trigger = new TriggerUnderTest(world, { event: 'newLead', agent: ALL, apiKey: await keyOf(agents) });
		await expect(trigger.activate()).rejects.toMatchObject({ httpCode: '403' });
		expect(trigger.reported).toEqual([]);
	});

	it('because they are not there, keep the flow from being published', async () => {
		const agent = [await world.agent(), 'agent_nowhere'];
		const trigger = new TriggerUnderTest(world, { event: 'newLead', agent });
		const message = expect.stringContaining('agent "agent_nowhere"') as string;
		await expect(trigger.activate()).rejects.toMatchObject({ httpCode: '404', message });
	});

	it.each([[[]], [['']], [Array.from({ length: 201 }, (_, number) => `agent_${number}`)]])(
		'because none or too many are chosen, keep it from being published',
		async (agent) => {
			const trigger = new TriggerUnderTest(world, { event: 'newLead', agent });
			await expect(trigger.activate()).rejects.toThrow('"Agent Names or IDs"');
		},
	);
});

it("gives the editor's test the newest three of all of them, or says how to make one", async () => {
	const { leads, trigger } = await watched(2);
	await expect(trigger.test()).rejects.toMatchObject({ message: 'None of the agents has a lead yet' });
	const times = [1, 2, 3, 4].map((minute) => new Date(Date.now() - (5 - minute) * MINUTE));
	const captured = await world.each(4, async (index) => leads[index % 2]?.capture(times[index]));
	expect(await trigger.test()).toEqual(captured.slice(1));
});
