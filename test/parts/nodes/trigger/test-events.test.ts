import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { events } from '../../../../nodes/AgentKnowledgeTrigger/events';
import { triggerProperties } from '../../../../nodes/AgentKnowledgeTrigger/properties';
import { shapeOf } from '../../../support/shape-of';
import { eventually } from '../../../support/time/eventually';
import { World } from '../matrix/world';
import { captureWithTalk } from './lead-with-talk';
import { TriggerUnderTest, type Watching } from './trigger-under-test';

let world: World;
beforeAll(async () => {
	world = await World.start();
});
afterAll(() => world.close());

const statusSchema = z.looseObject({ training: z.boolean() });
const sourceSchema = z.looseObject({ id: z.number(), status: z.string() });

async function trained(agent: string): Promise<void> {
	await world.api('POST', `/agents/${agent}/retrain`);
	await eventually(
		async () => statusSchema.parse(await world.api('GET', `/agents/${agent}/training-status`)),
		({ training }) => !training,
		'training is a job of its own',
	);
}

const addText = (agent: string) =>
	world.api('POST', `/agents/${agent}/sources`, { type: 'text', title: 'Shipping', content: 'We ship to Norway.' });
const settle = (agent: string, id: string, status: 'confirmed' | 'cancelled') =>
	world.node.admin.settleConfirmation(agent, id, status);

/** How each event happens at an agent: what is there before, and what then starts the flow. */
interface Happening {
	before?: (agent: string) => Promise<unknown>;
	then: (agent: string, before: unknown) => Promise<unknown>;
}

const HAPPENINGS: Readonly<Record<string, Happening>> = {
	newLead: { then: (agent) => captureWithTalk(world, agent, world.name('ada'), 20) },
	newConversation: { then: (agent) => world.api('POST', `/agents/${agent}/chat`, { message: 'Do you ship?' }) },
	newSource: { then: addText },
	newQaPair: {
		then: (agent) => world.api('POST', `/agents/${agent}/qa-pairs`, { question: 'Ship?', answer: 'Yes.' }),
	},
	newCodConfirmation: { then: (agent) => world.node.admin.askForConfirmation(agent, { orderNumber: '1001' }) },
	conversationChanged: {
		async before(agent) {
			const id = await world.node.admin.beginConversation(agent);
			await world.node.admin.addMessage(id, 'visitor', 'Do you ship to Norway?');
			return id;
		},
		then: (_agent, id) => world.node.admin.addMessage(String(id), 'visitor', 'And to Sweden?'),
	},
	codConfirmationChanged: {
		async before(agent) {
			const id = await world.node.admin.askForConfirmation(agent, { orderNumber: '1001' });
			await settle(agent, id, 'confirmed');
			return id;
		},
		then: (agent, id) => settle(agent, String(id), 'cancelled'),
	},
	sourceSettled: {
		async then(agent) {
			const { id } = sourceSchema.parse(await addText(agent));
			await eventually(
				async () => sourceSchema.parse(await world.api('GET', `/agents/${agent}/sources/${id}`)).status,
				(status) => status === 'indexed',
				'a source is indexed by a job of its own',
			);
		},
	},
	trainingFinished: { then: trained },
	agentReady: { then: trained },
	newUnansweredQuestion: {
		then: (agent) => world.api('POST', `/agents/${agent}/chat`, { message: 'Who won the match of 1974?' }),
	},
};

const happeningOf = (event: string): Happening => {
	const found = HAPPENINGS[event];
	if (found === undefined) throw new Error(`Say how ${event} happens.`);
	return found;
};

/** What a published flow gets when it happens, and then what the editor's test shows. */
async function both(event: string, more: Partial<Watching> = {}, several = false) {
	const agent = await world.agent();
	const { before, then } = happeningOf(event);
	const made = await before?.(agent);
	const trigger = new TriggerUnderTest(world, { event, agent: several ? [agent] : agent, ...more });
	expect(await trigger.activate()).toEqual([]);
	await then(agent, made);
	const produced = await trigger.poll();
	expect(produced).not.toEqual([]);
	return { agent, trigger, produced, tested: await trigger.test() };
}

/** The shapes of test events that no event in production has. */
function otherShapes(tested: readonly IDataObject[], produced: readonly IDataObject[]): unknown[] {
	const shapes = new Set(produced.map((item) => JSON.stringify(shapeOf(item))));
	return tested.map(shapeOf).filter((shape) => !shapes.has(JSON.stringify(shape)));
}

describe('the test event has the shape of an event in production', () => {
	it('for every event there is', () => {
		expect(Object.keys(HAPPENINGS).toSorted()).toEqual(events.map(({ value }) => value).toSorted());
	});

	it.each(Object.keys(HAPPENINGS))('%s', async (event) => {
		const { produced, tested } = await both(event);
		expect([tested.length > 0, otherShapes(tested, produced)]).toEqual([true, []]);
	});

	it.each(events.filter(({ nothing }) => nothing.messageOfSeveral !== undefined).map(({ value }) => value))(
		'%s of several agents',
		async (event) => {
			const { produced, tested } = await both(event, {}, true);
			expect([tested.length > 0, otherShapes(tested, produced)]).toEqual([true, []]);
		},
	);
});

type Values = Record<string, unknown>;

/** For each option: what is chosen, beside which others. */
const OPTIONS: Readonly<Record<string, ReadonlyArray<{ event: string; filters?: Values; options?: Values }>>> = {
	conversation: ['none', 'extract', 'text', 'json'].map((conversation) => ({
		event: 'newLead',
		options: { conversation },
	})),
	conversationSize: [{ event: 'newLead', options: { conversation: 'json', conversationSize: 100 } }],
	settleMinutes: [{ event: 'newLead', options: { conversation: 'text', settleMinutes: 15 } }],
	country: [{ event: 'newLead', filters: { country: '' } }],
	emails: [{ event: 'newLead', filters: { emails: '@client.example' } }],
	excludeEmails: [{ event: 'newLead', filters: { excludeEmails: '@our-company.example' } }],
	formField: [{ event: 'newLead', filters: { formField: {} } }],
	leadsPerPerson: [{ event: 'newLead', filters: { leadsPerPerson: 'one' } }],
	ignoredFields: [
		{ event: 'conversationChanged', options: { ignoredFields: 'state' } },
		{ event: 'codConfirmationChanged', options: { ignoredFields: 'settledAt' } },
	],
	includeNew: ['conversationChanged', 'codConfirmationChanged'].map((event) => ({
		event,
		options: { includeNew: true },
	})),
};

const namesOf = ({ name, options = [] }: INodeProperties): string[] =>
	name === 'options' || name === 'filters' ? options.map((option) => option.name) : [];
const offered = [...new Set(triggerProperties().flatMap(namesOf))];

describe('and so it has with each option', () => {
	it('that the node offers', () => {
		expect(Object.keys(OPTIONS).toSorted()).toEqual(offered.toSorted());
	});

	it.each(Object.entries(OPTIONS).flatMap(([name, cases]) => cases.map((each) => [name, each] as const)))(
		'%s: %j',
		async (_name, { event, ...more }) => {
			const { agent, trigger, produced, tested } = await both(event, more as Partial<Watching>);
			expect([tested.length > 0, otherShapes(tested, produced)]).toEqual([true, []]);
			// A lead of this minute, whose talk goes on: a published flow would wait for its end.
			if (event !== 'newLead') return;
			await captureWithTalk(world, agent, world.name('new'), 0, 0);
			expect(otherShapes(await trigger.test(), produced)).toEqual([]);
		},
	);

	it('leadsPerPerson: shows a person once, also if several agents have the leads', async () => {
		const [one, other] = [await world.agent(), await world.agent()];
		for (const agent of [one, one, other]) await captureWithTalk(world, agent, 'twice', 20);
		const filters = { leadsPerPerson: 'one' };
		for (const agent of [one, [one, other]])
			expect(await new TriggerUnderTest(world, { event: 'newLead', agent, filters }).test()).toHaveLength(1);
	});

	it('includeNew: shows a new record beside a change', async () => {
		const agent = await world.agent();
		for (let each = 0; each < 2; each += 1) await world.node.admin.beginConversation(agent);
		const test = new TriggerUnderTest(world, { event: 'conversationChanged', agent, options: { includeNew: true } });
		expect(await test.test()).toMatchObject([
			{ change: 'continued', changed: expect.arrayContaining(['messageCount']) as string[] },
			{ change: 'new', changed: [], before: null },
		]);
	});
});
