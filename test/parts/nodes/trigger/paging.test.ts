import { PagingServer, type Paging } from '../../../support/api/paging-server';
import { World } from '../matrix/world';
import { TriggerUnderTest } from './trigger-under-test';

// What the trigger sees of services that page their lists in another way than the sandbox does.

let world: World;
let server: PagingServer;
beforeAll(async () => {
	world = await World.start();
	server = await PagingServer.start();
});
afterAll(async () => {
	await server.close();
	await world.close();
});

/** Without a time, so that only their order tells which are new. */
const source = (id: number) => ({ id, status: 'indexed', type: 'url' });
const question = (id: number) => ({ content: `Why ${id}?`, createdAt: '2026-11-20' });

const PAGINGS: Array<[says: string, Paging]> = [
	['one item', { most: 1 }],
	['two items', { most: 2 }],
	['ten items', { most: 10 }],
	['all, as it refuses limit and offset,', { refusesPages: true }],
];

it.each(PAGINGS.filter(([, { refusesPages }]) => refusesPages === undefined))(
	'gives out each new source once, where a page has %s',
	async (_, paging) => {
		server.hold([5, 4, 3, 2, 1].map(source), paging);
		const trigger = new TriggerUnderTest(world, { event: 'newSource', agent: 'a', baseUrl: server.url });
		expect(await trigger.activate()).toEqual([]);
		server.items.unshift(...[12, 11, 10, 9, 8, 7, 6].map(source));
		expect((await trigger.pollAll()).flat().map(({ id }) => id)).toEqual([6, 7, 8, 9, 10, 11, 12]);
		server.items.splice(0, 3);
		expect(await trigger.pollAll()).toEqual([]);
	},
);

it.each(PAGINGS)('gives out each new question of 25 once, where a page has %s', async (_, paging) => {
	const numbers = Array.from({ length: 20 }, (__, index) => 20 - index);
	server.hold(numbers.map(question), paging);
	const trigger = new TriggerUnderTest(world, { event: 'newUnansweredQuestion', agent: 'a', baseUrl: server.url });
	expect(await trigger.activate()).toEqual([]);
	// The order of questions is not stated: these came to the end.
	server.items.push(...[21, 22, 23, 24, 25].map(question));
	const asked = (await trigger.pollAll()).flat().map(({ content }) => content);
	expect(asked.toSorted()).toEqual([21, 22, 23, 24, 25].map((id) => `Why ${id}?`));
});

it('sees a source far down the list settle, where a page has one item', async () => {
	const sources = Array.from({ length: 12 }, (_, index) => source(12 - index));
	server.hold(
		sources.map((one) => ({ ...one, status: one.id === 1 ? 'processing' : 'indexed' })),
		{ most: 1 },
	);
	const trigger = new TriggerUnderTest(world, { event: 'sourceSettled', agent: 'a', baseUrl: server.url });
	expect(await trigger.activate()).toEqual([]);
	server.items = sources;
	expect((await trigger.pollAll()).flat().map(({ id }) => id)).toEqual([1]);
});

/** Not of its order: a change shows in its place. */
const conversation = (id: number, state: string) => ({ id: `c${id}`, state });

it.each(PAGINGS.filter(([, { refusesPages }]) => refusesPages === undefined))(
	'gives out each changed conversation of 25 once, where a page has %s',
	async (_, paging) => {
		const numbers = Array.from({ length: 25 }, (__, index) => 25 - index);
		server.hold(
			numbers.map((id) => conversation(id, 'open')),
			paging,
		);
		const trigger = new TriggerUnderTest(world, { event: 'conversationChanged', agent: 'a', baseUrl: server.url });
		expect(await trigger.activate()).toEqual([]);
		server.items = numbers.map((id) => conversation(id, id % 3 === 0 ? 'resolved' : 'open'));
		const given = (await trigger.pollAll()).flat();
		expect(given.map(({ change }) => change)).toEqual(Array.from({ length: 8 }, () => 'resolved'));
		expect(given.map(({ after }) => after)).toEqual(
			[3, 6, 9, 12, 15, 18, 21, 24].map((id) => conversation(id, 'resolved')),
		);
	},
);
