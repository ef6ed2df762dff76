import { createClient } from '../../../api';
import { type Paging, PagingServer } from '../../../test/support/api/paging-server';
import { answerLookUp } from './activities';
import { readAgentList } from '../../connections/agent-list';

let server: PagingServer;
beforeAll(async () => {
	server = await PagingServer.start();
});
afterAll(() => server.close());

const agents = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `agent-${count - index}` }));

/** Each page is a look-up, and each look-up one call. */
async function listed(count: number, paging: Paging) {
	server.hold(agents(count), paging);
	const api = createClient({ baseUrl: server.url, apiKey: 'the-key' });
	let asked = 0;
	const list = await readAgentList(0, {
		ask(offset) {
			asked += 1;
			return answerLookUp(api, { read: 'agents', offset }, AbortSignal.timeout(60_000));
		},
		mayAsk: () => true,
		unreadable: () => new Error('unreadable'),
	});
	expect(server.offsets).toHaveLength(asked);
	return { ...list, calls: asked };
}

it.each<[says: string, count: number, Paging, calls: number]>([
	['a short list', 99, {}, 1],
	['a list as long as a page', 100, {}, 2],
	['two pages', 130, {}, 2],
	['pages of 40', 99, { most: 40 }, 3],
	['pages of 40, whose limit is said to be as asked', 76, { most: 40, limit: 'as asked' }, 2],
	['pages of 100 that count themselves', 130, { total: 'of the page' }, 2],
])('finds all agents of %s', async (_says, count, paging, calls) => {
	const list = await listed(count, paging);
	expect(list).toMatchObject({ complete: true, nextOffset: null, calls });
	expect(list.agents.map(({ id }) => id)).toEqual(agents(count).map(({ id }) => id));
});

it('says that a list of pages of one agent may lack some, as they do not overlap', async () => {
	expect(await listed(3, { most: 1 })).toMatchObject({ complete: false, agents: { length: 3 } });
	expect(await listed(12, { most: 1 })).toMatchObject({ complete: false, nextOffset: 5, calls: 5 });
});

it('takes no part of a list for the whole one if the service ignores the offset', async () => {
	await expect(listed(130, { ignoresOffset: true })).rejects.toThrow('unreadable');
});
