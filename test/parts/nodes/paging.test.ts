import { AgentKnowledgeUnderTest } from '../../support/nodes/agent-knowledge';
import { type Paging, PagingServer } from '../../support/api/paging-server';
import { AGENT } from './matrix/sample';

// Lists of services that page them in another way than the sandbox does.

let node: AgentKnowledgeUnderTest;
let server: PagingServer;
beforeAll(async () => {
	server = await PagingServer.start();
	node = await AgentKnowledgeUnderTest.start();
});
afterAll(async () => {
	await node.close();
	await server.close();
});

const items = [{ json: { agent: 'a' } }];

async function returnAll() {
	const fields = { ...AGENT, returnAll: true };
	const { rows, error } = await node.run('source', 'getAll', fields, { items, baseUrl: server.url });
	return { ids: rows.map(({ id }) => id), error };
}

async function questions() {
	const fields = { ...AGENT, period: '30d' };
	const { rows, error } = await node.run('analytics', 'getUnanswered', fields, { items, baseUrl: server.url });
	return { texts: rows.map(({ content }) => content), error };
}

const sourcesOf = (count: number) => Array.from({ length: count }, (_, index) => ({ id: count - index }));
const questionsOf = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ content: `Why ${index}?`, createdAt: '2026-11-20' }));

const PAGINGS: Array<[says: string, Paging]> = [
	['pages of 100', {}],
	['pages of 30', { most: 30 }],
	['pages of 10, whose limit is said to be as asked', { most: 10, limit: 'as asked' }],
	['pages of two', { most: 2 }],
	['pages of one item', { most: 1 }],
	['pages of one item, whose limit is said to be as asked', { most: 1, limit: 'as asked' }],
	['pages of one item without a total', { most: 1, total: 'none', limit: 'none' }],
	['pages of 20, whose total counts the page', { most: 20, total: 'of the page' }],
];

describe.each(PAGINGS)('a service with %s', (_, paging) => {
	it.each([0, 1, 2, 5, 13, 130])('gives all of %i sources and questions', async (count) => {
		server.hold(sourcesOf(count), paging);
		const sources = await returnAll();
		expect(sources.error).toBeUndefined();
		expect(sources.ids).toEqual(sourcesOf(count).map(({ id }) => id));

		server.hold(questionsOf(count), paging);
		const asked = await questions();
		expect(asked.error).toBeUndefined();
		expect(asked.texts).toEqual(questionsOf(count).map(({ content }) => content));
	});
});

it('gives each of equal questions', async () => {
	const same = Array.from({ length: 25 }, () => ({ content: 'Why?', createdAt: '2026-11-20' }));
	server.hold(same, { most: 10 });
	expect((await questions()).texts).toHaveLength(25);
});

it('asks for questions without pages where the service refuses them', async () => {
	server.hold(questionsOf(130), { refusesPages: true });
	expect((await questions()).texts).toHaveLength(130);
	expect(server.offsets).toEqual([null]);
});

it('takes what a service gives that ignores the offset, if that is all', async () => {
	server.hold(sourcesOf(7), { ignoresOffset: true, limit: 'none' });
	expect((await returnAll()).ids).toHaveLength(7);
	server.hold(questionsOf(7), { ignoresOffset: true });
	expect((await questions()).texts).toHaveLength(7);
	expect(server.offsets.length).toBeLessThan(4);
});

it.each<[says: string, Paging]>([
	['ignores the offset', { ignoresOffset: true, most: 10 }],
	['ignores the offset, with pages of one item', { ignoresOffset: true, most: 1 }],
	['goes no deeper than 50', { lastOffset: 50, most: 10 }],
	['gives nothing of what it counts', { most: 0 }],
])('fails, and gives no short list, where a service %s', async (_, paging) => {
	server.hold(sourcesOf(130), paging);
	const { ids, error } = await returnAll();
	expect(ids).toEqual([]);
	expect(error?.message).toContain('The list cannot be read whole. The service counts 130 items');
	expect(server.offsets.length).toBeLessThan(30);
});

it('waits for the rate limit in the middle of a list', async () => {
	server.hold(sourcesOf(130), { most: 30 });
	server.limited = [3];
	expect((await returnAll()).ids).toHaveLength(130);
});

describe.each([1, 2, 10])('a list that changes while it is read in pages of %i', (most) => {
	const change = async (at: number, to: (sources: object[]) => object[]) => {
		server.hold(sourcesOf(30), { most });
		server.before = (request) => {
			if (request === at) server.items = to(server.items);
		};
		return await returnAll();
	};

	it.each([2, 3, 4, 7])('is read whole though one goes before request %i', async (at) => {
		for (const gone of [30, 29, 28, 27]) {
			const { ids, error } = await change(at, (sources) => sources.filter((one) => 'id' in one && one.id !== gone));
			expect(error).toBeUndefined();
			expect(new Set(ids).size).toBe(ids.length);
			expect(ids).toEqual(expect.arrayContaining(sourcesOf(26).map(({ id }) => id)));
		}
	});

	it.each([2, 3, 4, 7])('doubles nothing though one comes before request %i', async (at) => {
		const { ids, error } = await change(at, (sources) => [{ id: 31 }, ...sources]);
		expect(error).toBeUndefined();
		expect(ids.filter((id) => id !== 31)).toEqual(sourcesOf(30).map(({ id }) => id));
	});
});

describe('the list of agents in the editor', () => {
	const agents = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `agent-${count - index}` }));
	const scroll = async (filter?: string) => {
		const lists = node.lists({}, { baseUrl: server.url });
		const found: unknown[] = [];
		let token: unknown;
		for (let sections = 0; sections < 60; sections++) {
			const { results, paginationToken } = await lists.search('searchAgents', filter, token);
			found.push(...results.map(({ value }) => value));
			token = paginationToken;
			if (token === undefined) return found;
		}
		throw new Error('The list does not end.');
	};

	it.each(PAGINGS)('shows all, and finds any, of a service with %s', async (_, paging) => {
		for (const count of [0, 1, 5, 130]) {
			server.hold(agents(count), paging);
			expect(await scroll()).toEqual(agents(count).map(({ id }) => id));
		}
		expect(await scroll('agent-2')).toEqual(expect.arrayContaining(['agent-2', 'agent-29']));
	});

	it('says that it cannot be read whole, where the service ignores the offset', async () => {
		server.hold(agents(130), { most: 10, ignoresOffset: true });
		await expect(scroll()).rejects.toThrow('The list cannot be read whole.');
		server.hold(agents(10), { ignoresOffset: true, limit: 'none' });
		expect(await scroll()).toHaveLength(10);
	});
});
