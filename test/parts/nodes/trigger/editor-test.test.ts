import { events } from '../../../../nodes/AgentKnowledgeTrigger/events';
import { World } from '../matrix/world';
import { Leads } from './leads';
import { TriggerUnderTest } from './trigger-under-test';

let world: World;
beforeAll(async () => {
	world = await World.start();
});
afterAll(() => world.close());

describe("the editor's test", () => {
	it('gives the newest three there are, and leaves what an active workflow knows alone', async () => {
		const agent = await world.agent();
		const leads = new Leads(world, agent);
		await leads.captureOld(5);
		const trigger = new TriggerUnderTest(world, { event: 'newLead', agent });
		await trigger.activate();
		const captured = [await leads.capture(), await leads.capture(), await leads.capture(), await leads.capture()];
		expect(await trigger.test()).toEqual(captured.slice(1));
		expect(await trigger.poll()).toEqual(captured);
	});

	it.each(events.filter(({ value }) => !['newSource', 'sourceSettled'].includes(value)))(
		'$name: says how to make one where there is none',
		async ({ value, nothing }) => {
			const trigger = new TriggerUnderTest(world, { event: value, agent: await world.agent() });
			await expect(trigger.test()).rejects.toMatchObject({
				message: nothing.message,
				description: nothing.whatToDo,
			});
		},
	);
});
