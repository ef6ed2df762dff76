import type { INodeParameters } from 'n8n-workflow';
import { AlteringProxy } from '../../support/nodes/altering-proxy';
import { type RunOptions, itemsOf } from '../../support/nodes/agent-knowledge';
import { AGENT, NO_SETTLING, fromItem } from './matrix/sample';
import { allSamples } from './matrix/samples';
import { World } from './matrix/world';

// Replies that are not the API's own, though the status is a good one, and refusals without words.

const PAGE = { type: 'text/html; charset=utf-8', body: '<!doctype html><title>Please wait</title>' };

let world: World;
let proxy: AlteringProxy;
beforeAll(async () => {
	world = await World.start();
	proxy = await AlteringProxy.start(world.node.sandbox.apiUrl);
});
afterEach(async () => {
	proxy.reset();
	await world.node.admin.clearFaults();
});
afterAll(async () => {
	await proxy.close();
	await world.close();
});

const run = (resource: string, operation: string, fields: INodeParameters, json: object, options: RunOptions = {}) =>
	world.node.run(
		resource,
		operation,
		{ ...AGENT, ...fields },
		{ items: itemsOf({ ...json }), baseUrl: proxy.url, ...options },
	);

describe('a page of HTML after a write', () => {
	const writes = [
		['source', 'addText'],
		['source', 'addUrl'],
		['source', 'upload'],
		['qaPair', 'create'],
		['agent', 'retrain'],
		['mailbox', 'create'],
	] as const;

	it.each(writes)('is a lost response of %s %s, which Retry On Fail does not double', async (resource, operation) => {
		const sample = allSamples
			.find((one) => one.resource === resource)
			?.samples.find((one) => one.operation === operation);
		if (sample === undefined) throw new Error('There is no such sample.');
		const { fields, items, effects } = await sample.prepare(world, 1);
		proxy.alter('POST', /./, PAGE);
		const { rows, error } = await world.node.run(resource, operation, fields, { items, tries: 3, baseUrl: proxy.url });
		expect(error).toBeUndefined();
		expect(rows).toMatchObject([{ audit: { answerLost: true, requests: 1 } }]);
		expect((await effects?.()) ?? 1).toBe(1);
	});

	it.each(['testSending', 'testForwarding'])('is a lost response of %s: no second email is sent', async (operation) => {
		const { agent, mailboxId } = await world.activeMailbox();
		const path = `/agents/${agent}/email`;
		const before = await world.node.count('POST', path);
		proxy.alter('POST', /./, PAGE, 9);
		const fields = { mailboxId: fromItem('mailbox') };
		const { error } = await run('mailbox', operation, fields, { agent, mailbox: mailboxId }, { tries: 3 });
		expect(error?.description).toContain('A real email may have been sent');
		expect(await world.node.count('POST', path)).toBe(before + 1);
	});
});

describe('a reply without what the API replies with', () => {
	const operations = [
		['agent', 'getAll', 'GET'],
		['lead', 'getAll', 'GET'],
		['mailbox', 'getAll', 'GET'],
		['analytics', 'getUnanswered', 'GET'],
		['knowledge', 'search', 'GET'],
		['emailConversation', 'get', 'GET'],
		['agent', 'chat', 'POST'],
	] as const;
	const bodies = ['null', '[]', '{}'];

	it.each(operations.flatMap(([...one]) => bodies.map((body) => [...one, body] as const)))(
		'%s %s gets a sentence (%s %s)',
		async (resource, operation, method, body) => {
			const { agent } = await world.activeMailbox();
			proxy.alter(method, /./, { status: 200, body }, 99);
			const fields = { query: 'a', message: 'a', sessionId: 'email:1', splitIntoItems: true };
			const { error } = await run(resource, operation, fields, { agent });
			expect(error?.message).toBe(`${proxy.url} returned status 200 without the content of an API response`);
			expect(error?.description).toMatch(/^(It lacks|The node expected a JSON object)/);
			expect(error?.description).toContain('Check "Base URL"');
		},
	);

	it.each(['null', '[]', '{}'])('is a lost response of Q&A Create, whose pair is found (%s)', async (body) => {
		const agent = await world.agent();
		proxy.alter('POST', /qa-pairs/, { body });
		const { rows } = await run('qaPair', 'create', { question: 'A?', answer: 'B.', ...NO_SETTLING }, { agent });
		expect(rows).toMatchObject([{ id: expect.any(Number) as number, question: 'A?', audit: { requests: 1 } }]);
	});
});

it.each([
	['qaPair', 'create', { question: ' Do you  ship? ', answer: 'Yes.\r\nSoon. ' }],
	['source', 'addText', { title: ' Opening  Hours ', content: 'We open at nine.' }],
])('%s %s finds what a service keeps in its own form after a lost response', async (resource, operation, fields) => {
	const agent = await world.agent();
	const own = (_key: string, value: unknown): unknown =>
		typeof value === 'string' ? value.normalize('NFC').trim().replaceAll('\r\n', '\n').replace(/ +/g, ' ') : value;
	proxy.alter(
		'GET',
		/qa-pairs|sources/,
		{ body: (original) => JSON.parse(JSON.stringify(original), own) as unknown },
		9,
	);
	proxy.alter('POST', /./, PAGE);
	const { rows } = await run(resource, operation, { ...fields, ...NO_SETTLING }, { agent });
	expect(rows).toMatchObject([{ audit: { answerLost: true, requests: 1 } }]);
	expect(await world.total(`/agents/${agent}/${resource === 'qaPair' ? 'qa-pairs' : 'sources?type=text'}`)).toBe(1);
});

it.each([
	[400, { type: 'bad', title: 'Bad request', status: 400 }],
	[409, { type: 'conflict', title: 'Conflict', status: 409, detail: null, issues: [] }],
	[422, { title: 'Unprocessable' }],
])('describes a refusal with %i that says no more than its title', async (status, envelope) => {
	proxy.alter('GET', /./, { status, body: JSON.stringify(envelope) });
	const { error } = await run('agent', 'get', {}, { agent: 'agent_support' });
	expect(error?.message).toBe(envelope.title);
	expect(error?.description).toContain(`The service gave no further reason (status ${status}`);
});

describe('a 503 on Q&A Create', () => {
	const envelope = { type: 'unavailable', title: 'Try later', status: 503 };
	const pair = { question: 'A?', answer: 'B.', ...NO_SETTLING };

	it('without the pair in the list is a lost response: it is sent again, once', async () => {
		const agent = await world.agent();
		proxy.alter('POST', /qa-pairs/, { status: 503, body: JSON.stringify(envelope), keptBack: true });
		const { rows, error } = await run('qaPair', 'create', pair, { agent });
		expect(error).toBeUndefined();
		expect(rows).toMatchObject([{ id: expect.any(Number) as number, audit: { requests: 2 } }]);
		expect(await world.total(`/agents/${agent}/qa-pairs`)).toBe(1);
	});

	it('twice without the pair is no success, and nothing is sent a third time', async () => {
		const agent = await world.agent();
		proxy.alter('POST', /qa-pairs/, { status: 503, body: JSON.stringify(envelope), keptBack: true }, 9);
		let posts = 0;
		const onRequest = ({ method }: { method?: string }) => {
			posts += method === 'POST' ? 1 : 0;
		};
		const { error } = await run('qaPair', 'create', pair, { agent }, { tries: 3, onRequest });
		expect(error?.message).toBe('Unknown outcome: the request may have taken effect');
		expect(posts).toBe(2);
	});
});

describe.each(['disconnect', 'reconnect'] as const)('mailbox %s after a lost response', (operation) => {
	const other = operation === 'disconnect' ? 'reconnect' : 'disconnect';
	const prepare = async () => {
		const { agent, mailboxId } = await world.activeMailbox();
		await world.api('POST', `/agents/${agent}/email`, { action: other, mailboxId });
		const path = `/agents/${agent}/email`;
		return { json: { agent, mailbox: mailboxId }, path, before: await world.node.count('POST', path) };
	};
	const fields = { mailboxId: fromItem('mailbox'), ...NO_SETTLING };

	it('looks, and does not repeat what took effect', async () => {
		const { json, path, before } = await prepare();
		await world.node.admin.addFault('POST', path, { kind: 'lost-after' });
		const { rows } = await run('mailbox', operation, fields, json);
		expect(rows).toMatchObject([{ mailbox: { id: json.mailbox }, audit: { answerLost: true, requests: 1 } }]);
		expect(await world.node.count('POST', path)).toBe(before + 1);
	});

	it('repeats what did not, and says so', async () => {
		const { json, path, before } = await prepare();
		await world.node.admin.addFault('POST', path, { kind: 'lost-before' });
		const { rows } = await run('mailbox', operation, fields, json);
		expect(rows).toMatchObject([{ audit: { answerLost: true, requests: 2 } }]);
		expect(await world.node.count('POST', path)).toBe(before + 2);
	});
});

it.each(['reports/2026.txt', 'C:\\reports\\2026.txt', 'the "final" one.txt'])(
	'finds the uploaded file %s after a lost response, as the service stores its name',
	async (fileName) => {
		const agent = await world.agent();
		const path = `/agents/${agent}/sources/files`;
		await world.node.admin.addFault('POST', path, { kind: 'lost-after' });
		const data = { fileName, mimeType: 'text/plain', data: Buffer.from('We open at nine.').toString('base64') };
		const items = [{ json: { agent }, binary: { data } }];
		const { rows } = await run('source', 'upload', NO_SETTLING, {}, { items });
		expect(rows).toMatchObject([{ type: 'file', audit: { requests: 1 } }]);
		expect(await world.node.count('POST', path)).toBe(1);
	},
);

describe('a lost request, where older records of the same name share the time of the newest', () => {
	const AT = '2026-01-01T00:00:00.000Z';
	const atTheSameTime = (original: unknown) => {
		const { items, ...envelope } = original as { items: object[] };
		return { ...envelope, items: items.map((item) => ({ ...item, createdAt: AT })) };
	};

	it.each([
		['source', 'addText', { title: 'Same', content: 'We open at nine.' }, 'sources'],
		['qaPair', 'create', { question: 'Same?', answer: 'Yes.' }, 'qa-pairs'],
	] as const)('is not taken for done: %s %s', async (resource, operation, what, list) => {
		const agent = await world.agent();
		const path = `/agents/${agent}/${list}`;
		for (let index = 0; index < 2; index++) await run(resource, operation, { ...what }, { agent });
		const before = await world.total(path);
		proxy.alter('GET', new RegExp(list), { body: atTheSameTime }, 99);
		await world.node.admin.addFault('POST', path, { kind: 'lost-before' });
		const { rows } = await run(resource, operation, { ...what, ...NO_SETTLING }, { agent });
		expect(rows).toMatchObject([{ audit: { requests: 2 } }]);
		expect(await world.total(path)).toBe(before + 1);
	});
});

it('shows agents without a name by what else people know them by', async () => {
	const agents = [
		{ id: 'a1', title: 'Sales desk' },
		{ id: 'a2', status: 'ready', botName: 'Ada', website: 'https://shop.example' },
		{ id: 'a3', websiteUrl: 'https://help.example' },
		{ id: 'a4', status: 'ready' },
	];
	const envelope = { items: agents, total: 4, limit: 100, offset: 0 };
	proxy.alter('GET', /agents/, { body: JSON.stringify(envelope) });
	const { results } = await world.node.lists({}, { baseUrl: proxy.url }).search('searchAgents');
	expect(results.map(({ name }) => name)).toEqual(['Sales desk', 'Ada', 'https://help.example', 'a4']);
	expect(results.map(({ value }) => value)).toEqual(['a1', 'a2', 'a3', 'a4']);
});
