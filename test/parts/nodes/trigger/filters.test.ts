import { World } from '../matrix/world';
import { TriggerUnderTest } from './trigger-under-test';

let world: World;
beforeAll(async () => {
	world = await World.start();
});
afterAll(() => world.close());

const filters = { excludeEmails: '@our-company.example', formField: { field: { name: 'company', value: '' } } };

/** @param from colleague: one whom the filters skip */
async function capture(
	agent: string,
	name: string,
	from: 'client' | 'our-company',
	company = 'Harbour',
): Promise<void> {
	await world.add(agent, 'leads', { name, email: `${name}@${from}.example`, fields: { company } });
}

async function watched() {
	const agent = await world.agent();
	const trigger = new TriggerUnderTest(world, { event: 'newLead', agent, filters });
	expect(await trigger.activate()).toEqual([]);
	return { agent, trigger };
}

const namesOf = (items: ReadonlyArray<{ name?: unknown }>) => items.map(({ name }) => name);

it('starts the flow with the leads that match, each once', async () => {
	const { agent, trigger } = await watched();
	await capture(agent, 'ada', 'client');
	await capture(agent, 'bob', 'our-company');
	await capture(agent, 'cy', 'client', '');
	await capture(agent, 'dora', 'client');
	expect(namesOf(await trigger.poll())).toEqual(['ada', 'dora']);
	expect(await trigger.poll()).toEqual([]);
	await capture(agent, 'eve', 'our-company');
	expect(await trigger.poll()).toEqual([]);
	await capture(agent, 'fay', 'client');
	expect(namesOf(await trigger.poll())).toEqual(['fay']);
});

it('misses none in a backlog, most of which the filters skip, also if n8n is killed', async () => {
	const { agent, trigger } = await watched();
	await world.each(260, (index) => capture(agent, `p${index}`, index % 4 === 0 ? 'client' : 'our-company'));
	const wanted = Array.from({ length: 65 }, (_none, index) => `p${index * 4}`);
	const first = await trigger.poll();
	const again = await trigger.killAndStart();
	const rest = (await trigger.pollAll()).flat();
	expect(new Set(namesOf([...first, ...again, ...rest]))).toEqual(new Set(wanted));
	expect([first, again, rest].flat().length).toBeLessThanOrEqual(wanted.length + first.length);
});

it('shows matching leads in the editor, or says that none of the newest matches', async () => {
	const { agent, trigger } = await watched();
	await capture(agent, 'bob', 'our-company');
	await expect(trigger.test()).rejects.toMatchObject({
		message: 'None of the newest 100 leads matches the filters',
	});
	await capture(agent, 'ada', 'client');
	await world.each(5, (index) => capture(agent, `c${index}`, 'our-company'));
	expect(namesOf(await trigger.test())).toEqual(['ada']);
});

describe('one lead of each person', () => {
	async function watchedOnce() {
		const agent = await world.agent();
		const trigger = new TriggerUnderTest(world, { event: 'newLead', agent, filters: { leadsPerPerson: 'one' } });
		expect(await trigger.activate()).toEqual([]);
		const add = (name: string, email: string, phone: string | null = null) =>
			world.add(agent, 'leads', { name, email, phone });
		return { trigger, add };
	}

	it('starts the flow once, by address or telephone number, in one poll and in later ones', async () => {
		const { trigger, add } = await watchedOnce();
		await add('first', 'ada@client.example', '+49 170 1234567');
		await add('same address', 'Ada@Client.example ');
		await add('same number', '', '0049 170 1234567');
		await add('nobody', '');
		expect(namesOf(await trigger.poll())).toEqual(['first', 'nobody']);
		await add('again', 'ADA@client.example');
		await add('another address', 'ben@client.example', '+49 170 1234567');
		await add('nobody else', '');
		expect(namesOf(await trigger.poll())).toEqual(['another address', 'nobody else']);
		await add('once more', 'ben@client.example');
		expect(await trigger.poll()).toEqual([]);
	});

	it('remembers persons after a kill, and repeats only what was under way', async () => {
		const { trigger, add } = await watchedOnce();
		await add('first', 'ada@client.example');
		expect(namesOf(await trigger.poll())).toEqual(['first']);
		const repeated = await trigger.killAndStart();
		expect(namesOf(repeated)).toEqual(['first']);
		await add('again', 'ada@client.example');
		expect((await trigger.pollAll()).flat()).toEqual([]);
	});
});
