import { World } from '../matrix/world';
import { Leads } from './leads';
import { TriggerUnderTest } from './trigger-under-test';

let world: World;
beforeAll(async () => {
	world = await World.start();
});
afterAll(() => world.close());

async function watched() {
	const agent = await world.agent();
	const leads = new Leads(world, agent);
	const trigger = new TriggerUnderTest(world, { event: 'newLead', agent });
	await trigger.activate();
	return { agent, leads, trigger };
}

describe('after a kill of n8n', () => {
	it('repeats the last batch at the first poll, before what is new', async () => {
		const { leads, trigger } = await watched();
		const first = await leads.capture();
		expect(await trigger.poll()).toEqual([first]);
		const second = await leads.capture();
		expect(await trigger.killAndStart()).toEqual([first, second]);
		expect(await trigger.poll()).toEqual([]);
	});

	it('repeats the last batches of the last minutes, whose executions may all have been cut off', async () => {
		const { leads, trigger } = await watched();
		const first = await leads.capture();
		await trigger.poll();
		const second = await leads.capture();
		await trigger.poll();
		expect(await trigger.killAndStart()).toEqual([first, second]);
	});

	it('repeats a batch once, however often n8n is killed, and then what is newer', async () => {
		const { leads, trigger } = await watched();
		const first = await leads.capture();
		await trigger.poll();
		const second = await leads.capture();
		expect(await trigger.killAndStart()).toEqual([first, second]);
		expect(await trigger.killAndStart()).toEqual([second]);
		expect(await trigger.killAndStart()).toEqual([]);
	});

	it('repeats it at the next poll when the service could not be asked', async () => {
		const { agent, leads, trigger } = await watched();
		const lead = await leads.capture();
		await trigger.poll();
		const fault = { kind: 'status', status: 500 } as const;
		await world.node.admin.addFault('GET', `/agents/${agent}/leads`, fault, 100);
		await expect(trigger.killAndStart()).rejects.toThrow();
		await world.node.admin.clearFaults();
		expect(await trigger.poll()).toEqual([lead]);
		expect(await trigger.killAndStart()).toEqual([]);
	});

	it('emits what arrived while n8n was down', async () => {
		const { leads, trigger } = await watched();
		const lead = await leads.capture();
		expect(await trigger.killAndStart()).toEqual([lead]);
	});

	it('misses nothing when the state was not saved in time', async () => {
		const { leads, trigger } = await watched();
		const before = trigger.saved;
		const lead = await leads.capture();
		expect(await trigger.poll()).toEqual([lead]);
		trigger.saved = before;
		expect(await trigger.killAndStart()).toEqual([lead]);
	});

	it('repeats the batch as it was given out, though it was deleted since', async () => {
		const { leads, trigger } = await watched();
		const lead = await leads.capture();
		await trigger.poll();
		await leads.delete(lead.id);
		expect(await trigger.killAndStart()).toEqual([lead]);
	});
});
