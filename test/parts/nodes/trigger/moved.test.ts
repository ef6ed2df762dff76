import { z } from 'zod';
import type { SourcePackageLoader } from '../../../support/nodes/source-package-loader';
import { eventually } from '../../../support/time/eventually';
import { World } from '../matrix/world';
import { Leads } from './leads';
import { MovedTrigger, startProcess } from './moved-trigger';

const withId = z.looseObject({ id: z.union([z.string(), z.number()]) });
const sourceSchema = z.looseObject({ status: z.string() });
const statusSchema = z.looseObject({ training: z.boolean() });

let world: World;
let processes: [SourcePackageLoader, SourcePackageLoader];
beforeAll(async () => {
	world = await World.start();
	processes = [await startProcess(), await startProcess()];
});
afterAll(() => world.close());

const processOf = (turn: number) => (turn % 2 === 0 ? processes[0] : processes[1]);

async function train(agent: string): Promise<void> {
	await world.api('POST', `/agents/${agent}/retrain`);
	await eventually(
		async () => statusSchema.parse(await world.api('GET', `/agents/${agent}/training-status`)),
		({ training }) => !training,
		'training is a job of its own',
	);
}

async function addIndexed(agent: string): Promise<void> {
	const source = { type: 'text', title: 'Shipping', content: 'We ship to Norway.' };
	const { id } = withId.parse(await world.api('POST', `/agents/${agent}/sources`, source));
	const read = async () => sourceSchema.parse(await world.api('GET', `/agents/${agent}/sources/${id}`)).status;
	await eventually(read, (status) => status === 'indexed', 'a source is indexed by a job of its own');
}

/** What is there before the first poll. */
interface There {
	conversation: string;
	confirmation: string;
}

async function prepare(agent: string): Promise<There> {
	const conversation = await world.node.admin.beginConversation(agent);
	return { conversation, confirmation: await world.node.admin.askForConfirmation(agent, { orderNumber: '1' }) };
}

/** What makes each event happen once, and how often in a row it can. */
type Happen = (agent: string, turn: number, there: There) => Promise<unknown>;
const HAPPENINGS: Array<[event: string, times: number, happen: Happen]> = [
	['newLead', 20, (agent) => world.add(agent, 'leads', { name: 'Ada', email: 'ada@person.example' })],
	['newConversation', 6, (agent) => world.api('POST', `/agents/${agent}/chat`, { message: 'Do you ship to Norway?' })],
	['newSource', 6, addIndexed],
	[
		'newQaPair',
		6,
		(agent, turn) => world.api('POST', `/agents/${agent}/qa-pairs`, { question: `${turn}?`, answer: 'Yes.' }),
	],
	[
		'newCodConfirmation',
		6,
		(agent, turn) =>
			world.add(agent, 'cod-confirmations', {
				orderNumber: String(1_000 + turn),
				customerName: 'Ada',
				customerPhone: '+4712345678',
				amount: 4900,
				currency: 'EUR',
			}),
	],
	['sourceSettled', 6, addIndexed],
	['trainingFinished', 4, train],
	['agentReady', 1, train],
	[
		'conversationChanged',
		6,
		(_, __, { conversation }) => world.node.admin.addMessage(conversation, 'visitor', 'Hello?'),
	],
	[
		'codConfirmationChanged',
		6,
		(agent, turn, { confirmation }) =>
			world.node.admin.settleConfirmation(agent, confirmation, turn % 2 === 0 ? 'cancelled' : 'confirmed'),
	],
	[
		'newUnansweredQuestion',
		6,
		(agent, turn) => world.api('POST', `/agents/${agent}/chat`, { message: `Do you repair ${turn} umbrellas?` }),
	],
];

describe.each([
	{ durableCursors: true, most: 1 },
	{ durableCursors: false, most: 2 },
])('polls of two processes in turn (durable cursors: $durableCursors)', ({ durableCursors, most }) => {
	it.each(HAPPENINGS)(`%s: each of %i at the next poll, and ${most} times at most`, async (event, times, happen) => {
		const agent = await world.agent();
		const there = await prepare(agent);
		const trigger = new MovedTrigger(world, { event, agent }, durableCursors);
		expect(await trigger.publish(processes[0])).toEqual([]);
		const seen = new Map<string, number>();
		for (let turn = 1; turn <= times + 4; turn++) {
			if (turn <= times) await happen(agent, turn, there);
			const before = seen.size;
			for (const item of await trigger.poll(processOf(turn))) {
				const text = JSON.stringify(item);
				seen.set(text, (seen.get(text) ?? 0) + 1);
			}
			expect(seen.size).toBe(Math.min(before + 1, times));
		}
		expect([...seen.values()].filter((count) => count > most)).toEqual([]);
	});

	it('gives out what came between the publishing and the first poll on schedule, and nothing older', async () => {
		const agent = await world.agent();
		const leads = new Leads(world, agent);
		await leads.captureOld(3);
		const trigger = new MovedTrigger(world, { event: 'newLead', agent }, durableCursors);
		await trigger.publish(processes[0]);
		const lead = await leads.capture();
		expect(await trigger.poll(processes[1])).toEqual([lead]);
		expect(await trigger.poll(processes[1])).toEqual([]);
	});

	it('begins anew with another agent, though n8n does not poll at once', async () => {
		const [agent, other] = [await world.agent(), await world.agent()];
		const trigger = new MovedTrigger(world, { event: 'newLead', agent }, durableCursors);
		await trigger.publish(processes[0]);
		const first = await new Leads(world, agent).capture();
		expect(await trigger.poll(processes[0])).toEqual([first]);
		const leads = new Leads(world, other);
		await leads.captureOld(3);
		trigger.change({ event: 'newLead', agent: other });
		expect(await trigger.poll(processes[0])).toEqual([]);
		const second = await leads.capture();
		expect(await trigger.poll(processes[0])).toEqual([second]);
		trigger.change({ event: 'newLead', agent });
		await new Leads(world, agent).capture();
		expect(await trigger.poll(processes[0])).toEqual([]);
	});

	it('gives out nothing twice where two polls of a process begin with the same state', async () => {
		const agent = await world.agent();
		const trigger = new MovedTrigger(world, { event: 'newLead', agent }, durableCursors);
		await trigger.publish(processes[0]);
		const lead = await new Leads(world, agent).capture();
		await world.node.admin.addFault('GET', `/agents/${agent}/leads`, { kind: 'delay', delayMs: 300 });
		const both = await Promise.all([trigger.poll(processes[0]), trigger.poll(processes[0], { save: false })]);
		expect(both).toEqual([[lead], []]);
		// n8n has begun to save what this one gives out, and begins the next.
		const second = await new Leads(world, agent).capture();
		expect(await trigger.poll(processes[0], { save: false })).toEqual([second]);
		expect(await trigger.poll(processes[0])).toEqual([]);
	});
});

it('with durable cursors, what n8n could not save is given out again by another process', async () => {
	const agent = await world.agent();
	const trigger = new MovedTrigger(world, { event: 'newLead', agent }, true);
	await trigger.publish(processes[0]);
	const lead = await new Leads(world, agent).capture();
	expect(await trigger.poll(processes[0], { save: false })).toEqual([lead]);
	expect(await trigger.poll(processes[1])).toEqual([lead]);
	expect(await trigger.poll(processes[0])).toEqual([]);
});
