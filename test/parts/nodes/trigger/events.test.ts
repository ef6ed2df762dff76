import { z } from 'zod';
import { eventually } from '../../../support/time/eventually';
import { World } from '../matrix/world';
import { TriggerUnderTest, type Watching } from './trigger-under-test';

let world: World;
beforeAll(async () => {
	world = await World.start();
});
afterAll(() => world.close());

const withId = z.looseObject({ id: z.union([z.string(), z.number()]) });
const sourceSchema = z.looseObject({ status: z.string() });
const runSchema = z.looseObject({ run: z.looseObject({ id: z.string() }) });
const statusSchema = z.looseObject({ training: z.boolean(), canChat: z.boolean() });

async function watched(event: string, agent?: string, options: Watching['options'] = {}) {
	const name = agent ?? (await world.agent());
	const trigger = new TriggerUnderTest(world, { event, agent: name, options });
	expect(await trigger.activate()).toEqual([]);
	return { agent: name, trigger };
}

const addText = (agent: string, content: string) =>
	world.api('POST', `/agents/${agent}/sources`, { type: 'text', title: 'Shipping', content });

async function untilSettled(agent: string, id: string | number): Promise<void> {
	await eventually(
		async () => sourceSchema.parse(await world.api('GET', `/agents/${agent}/sources/${id}`)).status,
		(status) => ['indexed', 'failed'].includes(status),
		'a source is indexed by a job of its own',
	);
}

async function untilTraining(agent: string, isAsWanted: (status: z.infer<typeof statusSchema>) => boolean) {
	await eventually(
		async () => statusSchema.parse(await world.api('GET', `/agents/${agent}/training-status`)),
		isAsWanted,
		'training is a job of its own',
	);
}

async function train(agent: string): Promise<void> {
	await world.api('POST', `/agents/${agent}/retrain`);
	await untilTraining(agent, ({ training }) => !training);
}

describe('the events of lists', () => {
	const cases: Array<[event: string, add: (agent: string) => Promise<unknown>]> = [
		['newLead', (agent) => world.add(agent, 'leads', { name: 'Ada', email: 'ada@person.example' })],
		['newConversation', (agent) => world.api('POST', `/agents/${agent}/chat`, { message: 'Do you ship to Norway?' })],
		['newSource', (agent) => addText(agent, 'We ship to Norway.')],
		['newQaPair', (agent) => world.api('POST', `/agents/${agent}/qa-pairs`, { question: 'Ship?', answer: 'Yes.' })],
		[
			'newCodConfirmation',
			(agent) =>
				world.add(agent, 'cod-confirmations', {
					orderNumber: '1001',
					customerName: 'Ada',
					customerPhone: '+4712345678',
					amount: 4900,
					currency: 'EUR',
				}),
		],
	];

	it.each(cases)('%s: each new one, once', async (event, add) => {
		const agent = await world.agent();
		await add(agent);
		const { trigger } = await watched(event, agent);
		expect(await trigger.poll()).toEqual([]);
		await add(agent);
		await add(agent);
		const items = await trigger.poll();
		expect(new Set(items.map((item) => withId.parse(item).id)).size).toBe(2);
		expect(await trigger.poll()).toEqual([]);
	});
});

describe('the events of changes', () => {
	it('codConfirmationChanged: each change once, with what was before', async () => {
		const agent = await world.agent();
		const id = await world.node.admin.askForConfirmation(agent, { orderNumber: '1001' });
		const { trigger } = await watched('codConfirmationChanged', agent);
		await world.node.admin.askForConfirmation(agent, { orderNumber: '1003' });
		expect(await trigger.poll()).toEqual([]);
		await world.node.admin.settleConfirmation(agent, id, 'confirmed');
		expect(await trigger.poll()).toMatchObject([
			{
				change: 'changed',
				changed: ['settledAt', 'status'],
				before: { status: 'pending', orderNumber: '1001' },
				after: { id, status: 'confirmed', settledAt: expect.any(String) as string },
			},
		]);
		await world.node.admin.settleConfirmation(agent, id, 'pending');
		expect(await trigger.poll()).toMatchObject([{ before: { status: 'confirmed' }, after: { status: 'pending' } }]);
		expect(await trigger.poll()).toEqual([]);
	});

	it('codConfirmationChanged: with new ones, each from the first sight on', async () => {
		const agent = await world.agent();
		await world.node.admin.askForConfirmation(agent, { orderNumber: '1003' });
		const { trigger } = await watched('codConfirmationChanged', agent, { includeNew: true });
		const id = await world.node.admin.askForConfirmation(agent, { orderNumber: '1002', status: 'confirmed' });
		expect(await trigger.poll()).toMatchObject([{ change: 'new', changed: [], before: null, after: { id } }]);
		expect(await trigger.poll()).toEqual([]);
	});

	it('conversationChanged: says continued, resolved, reopened and updated', async () => {
		const { agent, trigger } = await watched('conversationChanged');
		const id = await world.node.admin.beginConversation(agent);
		expect(await trigger.poll()).toEqual([]);
		const say = () => world.node.admin.addMessage(id, 'visitor', 'And to Sweden?');
		const set = (change: { state?: 'open' | 'resolved'; rating?: number }) =>
			world.node.admin.changeConversation(id, change);
		const words: string[] = [];
		for (const act of [say, () => set({ state: 'resolved' }), () => set({ state: 'open' }), () => set({ rating: 5 })]) {
			await act();
			const items = await trigger.poll();
			words.push(...items.map(({ change, changed }) => JSON.stringify([change, changed])));
		}
		expect(words).toEqual([
			'["continued",["lastMessageAt","messageCount"]]',
			'["resolved",["state"]]',
			'["reopened",["state"]]',
			'["updated",["rating"]]',
		]);
		await world.node.admin.addNote(id, 'Only for the team.');
		expect(await trigger.poll()).toEqual([]);
	});

	it('conversationChanged: begins anew with other ignored fields, and ignores them', async () => {
		const agent = await world.agent();
		const id = await world.node.admin.beginConversation(agent);
		const { trigger } = await watched('conversationChanged', agent);
		await world.node.admin.changeConversation(id, { rating: 4 });
		const changed = new TriggerUnderTest(
			world,
			{ event: 'conversationChanged', agent, options: { ignoredFields: ' rating , visitor ' } },
			trigger.saved,
		);
		expect(await changed.activate()).toEqual([]);
		await world.node.admin.changeConversation(id, { rating: 1 });
		expect(await changed.poll()).toEqual([]);
		await world.node.admin.changeConversation(id, { state: 'resolved' });
		expect(await changed.poll()).toMatchObject([{ change: 'resolved', changed: ['state'] }]);
	});

	it('repeats a change unchanged after a kill of n8n', async () => {
		const agent = await world.agent();
		const id = await world.node.admin.askForConfirmation(agent, { orderNumber: '1001' });
		const { trigger } = await watched('codConfirmationChanged', agent);
		await world.node.admin.settleConfirmation(agent, id, 'cancelled');
		const items = await trigger.poll();
		expect(items).toHaveLength(1);
		expect(await trigger.killAndStart()).toEqual(items);
		expect(await trigger.killAndStart()).toEqual([]);
	});
});

describe('Source Indexed or Failed', () => {
	it('reports a source when it is indexed, and again when its text was changed', async () => {
		const { agent, trigger } = await watched('sourceSettled');
		const { id } = withId.parse(await addText(agent, 'We ship to Norway.'));
		await untilSettled(agent, id);
		expect(await trigger.poll()).toMatchObject([{ id, status: 'indexed' }]);
		expect(await trigger.poll()).toEqual([]);
		await world.api('PATCH', `/agents/${agent}/sources/${id}`, { content: 'We ship to Norway and to Sweden.' });
		await untilSettled(agent, id);
		expect(await trigger.poll()).toMatchObject([{ id, status: 'indexed' }]);
		expect(await trigger.poll()).toEqual([]);
	});

	it('reports one that a poll saw being processed', async () => {
		await world.node.admin.setSettings({ clockFactor: 0.001 });
		const agent = await world.agent();
		const { id } = withId.parse(await addText(agent, 'We ship to Norway.'));
		const { trigger } = await watched('sourceSettled', agent);
		expect(await trigger.poll()).toEqual([]);
		await world.node.admin.setSettings({ clockFactor: 1000 });
		await untilSettled(agent, id);
		expect(await trigger.poll()).toMatchObject([{ id, status: 'indexed' }]);
	});

	it('reports one that failed, with the reason', async () => {
		const { agent, trigger } = await watched('sourceSettled');
		const source = { type: 'url', url: `${world.node.sandbox.siteUrl}/nowhere` };
		const { id } = withId.parse(await world.api('POST', `/agents/${agent}/sources`, source));
		await untilSettled(agent, id);
		const reason = expect.stringMatching(/.+/) as string;
		expect(await trigger.poll()).toMatchObject([{ status: 'failed', errorMessage: reason }]);
	});
});

describe('training', () => {
	it('is finished once a run, and the agent is ready to chat once', async () => {
		const { agent, trigger } = await watched('trainingFinished');
		const ready = (await watched('agentReady', agent)).trigger;
		expect([await trigger.poll(), await ready.poll()]).toEqual([[], []]);
		await train(agent);
		expect(await trigger.poll()).toMatchObject([{ training: false, run: { error: null } }]);
		expect(await ready.poll()).toMatchObject([{ canChat: true }]);
		expect([await trigger.poll(), await ready.poll()]).toEqual([[], []]);
		await train(agent);
		expect(await trigger.poll()).toMatchObject([{ training: false }]);
		expect(await ready.poll()).toEqual([]);
	});

	it('is not finished while it is active, though the agent is ready to chat before that', async () => {
		const agent = 'agent_slow';
		await world.node.admin.createAgent({
			id: agent,
			name: agent,
			website: world.node.sandbox.siteUrl,
			pageSeconds: 200,
		});
		const { trigger } = await watched('trainingFinished', agent);
		const ready = (await watched('agentReady', agent)).trigger;
		await world.api('POST', `/agents/${agent}/retrain`);
		await untilTraining(agent, ({ canChat }) => canChat);
		expect(await ready.poll()).toMatchObject([{ training: true, canChat: true }]);
		expect(await trigger.poll()).toEqual([]);
		await world.node.admin.setSettings({ clockFactor: 100_000 });
		await untilTraining(agent, ({ training }) => !training);
		await world.node.admin.setSettings({ clockFactor: 1000 });
		expect(await trigger.poll()).toMatchObject([{ training: false }]);
	});

	describe('where the service shows no run once it has ended', () => {
		const slowAgent = async () => {
			const id = world.name('slow');
			const website = world.node.sandbox.siteUrl;
			await world.node.admin.createAgent({ id, name: id, website, pageSeconds: 200 });
			return id;
		};
		afterEach(() => world.node.admin.setSettings({ endedRun: 'kept', noRun: 'null', clockFactor: 1000 }));

		it.each(['null', 'missing', 'empty'] as const)(
			'is finished when a run that was seen shows no more (%s)',
			async (noRun) => {
				await world.node.admin.setSettings({ endedRun: 'absent', noRun });
				const { agent, trigger } = await watched('trainingFinished', await slowAgent());
				for (const round of [1, 2]) {
					await world.node.admin.setSettings({ clockFactor: 1000 });
					await world.api('POST', `/agents/${agent}/retrain`);
					expect(await trigger.poll()).toEqual([]);
					const { run } = runSchema.parse(await world.api('GET', `/agents/${agent}/training-status`));
					await world.node.admin.setSettings({ clockFactor: 100_000 });
					await untilTraining(agent, ({ training }) => !training);
					expect([round, await trigger.poll()]).toMatchObject([
						round,
						[{ training: false, canChat: true, runId: run.id, endSeen: false }],
					]);
					expect(await trigger.poll()).toEqual([]);
				}
			},
		);

		it('is finished when the flow was published while the run was active', async () => {
			const agent = await slowAgent();
			await world.api('POST', `/agents/${agent}/retrain`);
			await world.node.admin.setSettings({ endedRun: 'absent' });
			const { trigger } = await watched('trainingFinished', agent);
			await world.node.admin.setSettings({ clockFactor: 100_000 });
			await untilTraining(agent, ({ training }) => !training);
			expect(await trigger.poll()).toMatchObject([{ training: false, endSeen: false }]);
			expect(await trigger.poll()).toEqual([]);
		});

		it('has an item for the editor, once the agent can chat', async () => {
			await world.node.admin.setSettings({ endedRun: 'absent' });
			const { agent, trigger } = await watched('trainingFinished');
			await expect(trigger.test()).rejects.toThrow('No training run of the agent has ended yet');
			await train(agent);
			expect(await trigger.test()).toMatchObject([{ training: false, canChat: true, endSeen: false }]);
		});
	});

	it('reports a run when another one is shown in its place', async () => {
		const agent = world.name('replaced');
		const website = world.node.sandbox.siteUrl;
		await world.node.admin.createAgent({ id: agent, name: agent, website, pageSeconds: 200 });
		const { trigger } = await watched('trainingFinished', agent);
		await world.api('POST', `/agents/${agent}/retrain`);
		expect(await trigger.poll()).toEqual([]);
		const { run: first } = runSchema.parse(await world.api('GET', `/agents/${agent}/training-status`));
		await world.node.admin.setSettings({ clockFactor: 100_000 });
		await untilTraining(agent, ({ training }) => !training);
		await world.node.admin.setSettings({ clockFactor: 0.01 });
		await world.api('POST', `/agents/${agent}/retrain`);
		expect(await trigger.poll()).toMatchObject([{ runId: first.id, endSeen: false }]);
		await world.node.admin.setSettings({ clockFactor: 100_000 });
		await untilTraining(agent, ({ training }) => !training);
		await world.node.admin.setSettings({ clockFactor: 1000 });
		expect(await trigger.poll()).toMatchObject([{ training: false, run: { error: null } }]);
		expect(await trigger.poll()).toEqual([]);
	});

	it.each(['null', 'missing', 'empty'] as const)('says nothing where a run that never was is "%s"', async (noRun) => {
		await world.admin('PATCH', '/settings', { noRun });
		const { trigger } = await watched('trainingFinished');
		expect(await trigger.poll()).toEqual([]);
	});
});

describe('New Unanswered Question', () => {
	it('reports each question once, though questions have no id', async () => {
		const { agent, trigger } = await watched('newUnansweredQuestion');
		const ask = (message: string) => world.api('POST', `/agents/${agent}/chat`, { message });
		await ask('Do you repair umbrellas?');
		await ask('Who won in 1954?');
		expect(await trigger.poll()).toMatchObject([
			{ content: 'Do you repair umbrellas?' },
			{ content: 'Who won in 1954?' },
		]);
		await ask('Do you repair umbrellas?');
		expect(await trigger.poll()).toMatchObject([{ content: 'Do you repair umbrellas?' }]);
		expect(await trigger.poll()).toEqual([]);
	});
});
