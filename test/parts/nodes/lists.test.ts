import { EditorLists } from '../../support/nodes/editor-lists';
import { byId } from '../../support/nodes/agent-knowledge';
import { World } from './matrix/world';

// What the editor offers under "From List" and in collections, asked for as n8n's server does.

let world: World;
beforeAll(async () => {
	world = await World.start();
});
afterEach(() => world.node.admin.clearFaults());
afterAll(() => world.close());

/** As in a node whose agent is chosen; which operation it is makes no difference. */
const of = (agent: string) => world.node.lists({ resource: 'lead', operation: 'getAll', agentId: byId(agent) });
const names = ({ results }: { results: Array<{ name: string }> }) => results.map(({ name }) => name);

describe('the list of agents', () => {
	it('comes in pages of a hundred, each agent once', async () => {
		await world.each(130, () => world.agent());
		const lists = world.node.lists();
		const first = await lists.search('searchAgents');
		const second = await lists.search('searchAgents', undefined, first.paginationToken);
		expect(first.results).toHaveLength(100);
		expect(second.paginationToken).toBeUndefined();
		const ids = [...first.results, ...second.results].map(({ value }) => value);
		expect(new Set(ids).size).toBe(ids.length);
		expect(ids).toEqual(expect.arrayContaining(['agent_support', 'agent_sales', 'agent-1', 'agent-130']));
	});

	it('is filtered by name and by id, whatever the case, also beyond its first page', async () => {
		const lists = world.node.lists();
		expect(names(await lists.search('searchAgents', 'AGENT-130'))).toEqual(['agent-130']);
		expect(names(await lists.search('searchAgents', 'agent_sup'))).toEqual(['Support']);
		const none = await lists.search('searchAgents', 'nobody');
		expect(none.results).toEqual([]);
		expect(none.paginationToken).toBeUndefined();
	});

	it('shows only what the key can access', async () => {
		const { key } = await world.node.admin.createKey({ scopes: ['read:agents'], agentIds: ['agent_sales'] });
		expect(names(await world.node.lists({}, { apiKey: key }).search('searchAgents'))).toEqual(['Sales']);
	});

	it('offers all at once where several may be chosen, and shows names with ids', async () => {
		const { loader, sandbox } = world.node;
		const data = { baseUrl: sandbox.apiUrl, apiKey: sandbox.seedKey };
		const credential = { type: 'agentKnowledgeApi', data };
		const lists = new EditorLists({ loader, node: 'agentKnowledgeTrigger', parameters: {}, credential });
		const options = await lists.options('getAgents');
		expect(options.length).toBeGreaterThan(130);
		expect(options).toEqual(
			expect.arrayContaining([
				{ name: 'Support (agent_support)', value: 'agent_support' },
				{ name: 'agent-130', value: 'agent-130' },
			]),
		);
	});

	it('says in the field what is wrong, and what to do', async () => {
		const { key } = await world.node.admin.createKey({ scopes: ['read:leads'] });
		await expect(world.node.lists({}, { apiKey: key }).search('searchAgents')).rejects.toMatchObject({
			description: expect.stringContaining('The API key lacks the scope read:agents.') as string,
		});
		const nowhere = world.node.lists({}, { baseUrl: 'http://127.0.0.1:9' });
		await expect(nowhere.search('searchAgents')).rejects.toThrow('No server responds at http://127.0.0.1:9');
	});
});

it('says soon that the rate limit is used up, for somebody waits for the list', async () => {
	await world.node.admin.addFault('GET', '/agents', { kind: 'status', status: 429, retryAfter: 300 });
	await expect(world.node.lists().search('searchAgents')).rejects.toMatchObject({
		description: expect.stringContaining('The service asked for a pause of 300 s') as string,
	});
});

describe('the lists that belong to an agent', () => {
	const METHODS = ['searchSources', 'searchTextSources', 'searchQaPairs', 'searchMailboxes'];

	it.each(METHODS)('%s is empty until an agent is chosen, and asks for nothing', async (method) => {
		const before = (await world.node.admin.requests()).length;
		expect(await of('').search(method)).toEqual({ results: [] });
		expect(await world.node.admin.requests()).toHaveLength(before);
	});

	it('shows sources with their status, and only texts where only texts can be changed', async () => {
		const agent = await world.agent();
		await world.api('POST', `/agents/${agent}/sources`, { type: 'text', title: 'Opening hours', content: 'Nine.' });
		const url = `${world.node.sandbox.siteUrl}/about`;
		await world.api('POST', `/agents/${agent}/sources`, { type: 'url', url });
		const all = names(await of(agent).search('searchSources'));
		expect(all).toEqual(
			expect.arrayContaining([expect.stringMatching(/^Opening hours \(\w+\)$/), expect.stringContaining(url)]),
		);
		const texts = names(await of(agent).search('searchTextSources'));
		expect(texts).toEqual([expect.stringMatching(/^Opening hours/)]);
		expect(names(await of(agent).search('searchSources', 'ABOUT'))).toEqual([expect.stringContaining(url)]);
	});

	it('shows Q&A pairs by their question, in pages', async () => {
		const agent = await world.agent();
		await world.each(105, (index) =>
			world.api('POST', `/agents/${agent}/qa-pairs`, { question: `Question ${index}?`, answer: 'Yes.' }),
		);
		const first = await of(agent).search('searchQaPairs');
		expect(names(first)[0]).toBe('Question 104?');
		const second = await of(agent).search('searchQaPairs', undefined, first.paginationToken);
		expect(names(second)).toEqual(['Question 4?', 'Question 3?', 'Question 2?', 'Question 1?', 'Question 0?']);
		expect(names(await of(agent).search('searchQaPairs', 'question 2?'))).toEqual(['Question 2?']);
	});

	it('shows mailboxes with their status, and the tools that they may be given', async () => {
		const { agent, mailboxId } = await world.activeMailbox();
		const { results } = await of(agent).search('searchMailboxes', 'SHOP.example');
		expect(results).toEqual([
			{ value: mailboxId, name: expect.stringMatching(/@shop\.example \(active\)$/) as string },
		]);
		expect(await of(agent).options('getMailboxes')).toEqual(results);
		const tools = await of(agent).options('getMailboxTools');
		expect(tools.length).toBeGreaterThan(0);
		for (const { name, value } of tools) expect([typeof name, typeof value]).toEqual(['string', 'string']);
		expect(await of('').options('getMailboxTools')).toEqual([]);
	});
});
