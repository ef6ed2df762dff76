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
