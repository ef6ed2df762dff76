import { now } from '../../../support/time/moments';
import { World } from '../matrix/world';
import { Leads } from './leads';
import { TriggerUnderTest } from './trigger-under-test';

let world: World;
beforeAll(async () => {
	world = await World.start();
});
afterAll(() => world.close());

/** An agent with so many leads, watched from then on. */
async function watched(leadsBefore = 0) {
	const agent = await world.agent();
	const leads = new Leads(world, agent);
	if (leadsBefore > 0) await leads.captureOld(leadsBefore);
	const trigger = new TriggerUnderTest(world, { event: 'newLead', agent });
	expect(await trigger.activate()).toEqual([]);
	return { agent, leads, trigger };
}

const idsOf = (items: object[]) => items.map((item) => Number(Reflect.get(item, 'id')));

describe('a poll', () => {
	it('says nothing of what was there before, and then what is new, oldest first and as the service gives it', async () => {
		const { leads, trigger } = await watched(5);
		expect(await trigger.poll()).toEqual([]);
		const first = await leads.capture();
		const second = await leads.capture();
		expect(await trigger.poll()).toEqual([first, second]);
		expect(await trigger.poll()).toEqual([]);
	});

	it('sees the first ones of an agent that had none', async () => {
		const { leads, trigger } = await watched();
		const lead = await leads.capture();
		expect(await trigger.poll()).toEqual([lead]);
	});

	it('gives out 100 at most, oldest first, and the rest in the next polls', async () => {
		const { leads, trigger } = await watched(250);
		const before = new Set(await leads.ids());
		await leads.generate(250);
		const batches = await trigger.pollAll();
		expect(batches.map(({ length }) => length)).toEqual([100, 100, 50]);
		const fresh = (await leads.ids()).filter((id) => !before.has(id));
		expect(batches.flatMap(idsOf)).toEqual(fresh.reverse());
	});

	it('needs a handful of requests a poll, also for a backlog of thousands', async () => {
		const { agent, leads, trigger } = await watched(200);
		await leads.generate(3_000);
		const path = `/agents/${agent}/leads`;
		const given = new Set<number>();
		for (let polls = 0; polls < 30; polls++) {
			const before = await world.node.count('GET', path);
			for (const id of idsOf(await trigger.poll())) given.add(id);
			expect((await world.node.count('GET', path)) - before).toBeLessThanOrEqual(5);
		}
		expect(given.size).toBe(3_000);
		expect(await trigger.poll()).toEqual([]);
	});

	it('loses and doubles nothing while leads come and go, known ones and new ones', async () => {
		const { leads, trigger } = await watched(300);
		const given: number[] = [];
		const captured: number[] = [];
		for (let round = 0; round < 6; round++) {
			const known = await leads.ids();
			await leads.delete(...known.slice(0, 3), ...known.slice(40, 140));
			for (let count = 0; count < 20; count++) captured.push((await leads.capture()).id);
			await leads.delete(...captured.splice(-3));
			given.push(...idsOf(await trigger.poll()));
		}
		expect(given).toEqual(captured);
	});

	it('takes nothing old for new when everything that it knew is deleted', async () => {
		const { leads, trigger } = await watched(700);
		const known = await leads.ids();
		await leads.delete(...known.slice(0, 600));
		expect(await trigger.poll()).toEqual([]);
		const lead = await leads.capture();
		expect(await trigger.poll()).toEqual([lead]);
	});

	it('sees leads that come late, among those that are known', async () => {
		const { leads, trigger } = await watched();
		await leads.generate(500, 30);
		await trigger.pollAll();
		await leads.generate(300, 15);
		expect((await trigger.pollAll()).flat()).toHaveLength(300);
	});

	it('sees a lead that comes late with an earlier time', async () => {
		const { leads, trigger } = await watched(20);
		const newest = await leads.capture();
		expect(await trigger.poll()).toEqual([newest]);
		const late = await leads.capture(new Date(Date.parse(newest.capturedAt) - 1_000));
		expect(await trigger.poll()).toEqual([late]);
	});

	it('loses none of many with the very same time', async () => {
		const { leads, trigger } = await watched(300);
		const time = now();
		for (let count = 0; count < 230; count++) await leads.capture(time);
		expect((await trigger.pollAll()).map(({ length }) => length)).toEqual([100, 100, 30]);
	});

	it('does nothing while the poll before is still running', async () => {
		const { agent, leads, trigger } = await watched();
		const lead = await leads.capture();
		await world.node.admin.addFault('GET', `/agents/${agent}/leads`, { kind: 'delay', delayMs: 500 });
		const [first, second] = await Promise.all([trigger.poll(), trigger.poll()]);
		expect([first, second]).toEqual([[lead], []]);
	});

	it('begins anew when another agent or event is chosen', async () => {
		const { leads, trigger } = await watched();
		await leads.capture();
		await trigger.poll();
		const other = await world.agent();
		await new Leads(world, other).generate(3);
		const changed = new TriggerUnderTest(world, { event: 'newLead', agent: other }, trigger.saved);
		expect(await changed.activate()).toEqual([]);
		expect(await changed.poll()).toEqual([]);
	});

	it('continues where it was when the workflow was unpublished for a while', async () => {
		const { leads, trigger } = await watched(3);
		const lead = await leads.capture();
		expect(await trigger.activate()).toEqual([lead]);
	});

	it('keeps its state small', async () => {
		const { leads, trigger } = await watched(200);
		await leads.generate(2_000);
		await trigger.pollAll();
		expect(trigger.saved.length).toBeLessThan(400_000);
	});
});
