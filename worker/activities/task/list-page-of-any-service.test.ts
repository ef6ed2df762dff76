import { createClient, type Window } from '../../../api';
import { PagingServer, type Paging } from '../../../test/support/api/paging-server';
import { findAgents } from '../../../workflows/task/find-agents';
import { readAgentPage } from './activities';
import { nextOffset, readListPage } from './list-page';

let server: PagingServer;
beforeAll(async () => {
	server = await PagingServer.start();
});
afterAll(() => server.close());

const agents = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `agent-${count - index}` }));
const api = () => createClient({ baseUrl: server.url, apiKey: 'the-key' });

/** As a task finds all agents. */
const found = () =>
	findAgents({ readAgentPage: (offset) => readAgentPage(api(), offset, AbortSignal.timeout(10 * 60_000)) });

const PAGINGS: Array<[says: string, Paging]> = [
	['pages of 100', {}],
	['pages of 30', { most: 30 }],
	['pages of two', { most: 2 }],
	['pages of one item', { most: 1 }],
	['pages of one item, whose limit is said to be as asked', { most: 1, limit: 'as asked' }],
	['pages of 20, whose total counts the page', { most: 20, total: 'of the page' }],
];

it.each(PAGINGS)('finds every agent of a service with %s', async (_, paging) => {
	for (const count of [0, 1, 2, 5, 100, 130]) {
		server.hold(agents(count), paging);
		expect(await found()).toEqual(agents(count).map(({ id }) => id));
	}
});

it.each<[says: string, Paging]>([
	['ignores the offset', { most: 10, ignoresOffset: true }],
	[
		'ignores the offset, and says that it has the limit asked for',
		{ most: 10, ignoresOffset: true, limit: 'as asked' },
	],
	['ignores the offset, with pages of one item', { most: 1, ignoresOffset: true }],
	['gives nothing of what it counts', { most: 0 }],
	['ends before what it counts', { total: 500 }],
])('fails for good, and finds no part of them, where a service %s', async (_, paging) => {
	server.hold(agents(130), paging);
	await expect(found()).rejects.toMatchObject({ type: 'list_unreadable', nonRetryable: true });
	expect(server.offsets.length).toBeLessThan(300);
});

it('is one request for a list of up to 99, and one for each 90 of a longer one, then a look whether it moves', async () => {
	server.hold(agents(99), {});
	await found();
	expect(server.offsets).toEqual([0]);
	server.hold(agents(190), {});
	await found();
	expect(server.offsets).toEqual([0, 90, 180, 0]);
});

it.each([1, 2, 5, 10])('misses no agent in pages of %i, though five are deleted while they are read', async (most) => {
	for (const at of [2, 3, 4, 8]) {
		server.hold(agents(60), { most });
		server.before = (request) => {
			if (request === at) server.items.splice(0, 5);
		};
		expect(await found()).toEqual(expect.arrayContaining(agents(55).map(({ id }) => id)));
	}
});

it.each([1, 2, 3, 4, 5, 6, 7])('reads pages of one item whole, though one goes before request %i', async (at) => {
	for (const gone of [12, 11, 10, 9, 8]) {
		server.hold(agents(12), { most: 1 });
		server.before = (request) => {
			if (request === at) server.items = server.items.filter((one) => !('id' in one) || one.id !== `agent-${gone}`);
		};
		const read = (query: Window) => api().call('listAgents', { query });
		const ids = new Set<string>();
		for (let offset: number | null = 0; offset !== null;) {
			const page = await readListPage(read, { limit: 100, offset });
			for (const { id } of page.items) ids.add(id);
			offset = nextOffset(offset, page);
		}
		expect([...ids]).toEqual(expect.arrayContaining(agents(7).map(({ id }) => id)));
	}
});
