import { createClient } from './create-client';
import { rejectionOf } from './testing/rejection';
import { API_KEY, sendJson, type Answer, useService } from './testing/service';

const AGENT = { params: { id: 'agent_support' } };
const STATUS = { agentStatus: 'training', training: true, canChat: false };

const start = useService();

describe('a call that succeeds', () => {
	it('sends method, path, query, key and JSON as the table says', async () => {
		const { client, received } = await start((response) =>
			sendJson(response, 201, { id: 7, agentId: 'a', type: 'url', name: 'n', status: 'processing' }),
		);
		const added = await client.call('addSource', {
			params: { id: 'a/b' },
			body: { type: 'url', url: 'https://example.org/' },
		});
		expect(added.id).toBe(7);
		expect(received[0]).toMatchObject({
			method: 'POST',
			url: '/api/v1/agents/a%2Fb/sources',
			body: '{"type":"url","url":"https://example.org/"}',
		});
		expect(received[0]?.headers).toMatchObject({
			authorization: `Bearer ${API_KEY}`,
			'content-type': 'application/json',
		});
	});

	it('writes the query and leaves out what is undefined', async () => {
		const { client, received } = await start((response) =>
			sendJson(response, 200, { items: [], total: 0, limit: 5, offset: 0 }),
		);
		await client.call('listLeads', { ...AGENT, query: { email: 'a&b@c', limit: 5, startDate: undefined } });
		expect(received[0]?.url).toBe('/api/v1/agents/agent_support/leads?limit=5&email=a%26b%40c');
	});

	it('accepts an empty body, and any other 2xx, where the reply is not shown', async () => {
		const { client } = await start((response) => response.writeHead(204).end());
		await expect(client.call('retrain', AGENT)).resolves.toBeUndefined();
	});

	it('lets fields through that the specification does not show', async () => {
		const { client } = await start((response) => sendJson(response, 200, { ...STATUS, run: null, extra: [1] }));
		await expect(client.call('getTrainingStatus', AGENT)).resolves.toMatchObject({ extra: [1], run: null });
	});

	it('takes a base URL that ends with a slash or with /api/v1', async () => {
		const { baseUrl, received } = await start((response) => sendJson(response, 200, {}));
		for (const end of ['/', '/api/v1', '/api/v1/'])
			await createClient({ baseUrl: baseUrl + end, apiKey: 'k' }).call('getUsage');
		expect(received.map(({ url }) => url)).toEqual(Array(3).fill('/api/v1/usage'));
	});
});

describe('input that the table does not take', () => {
	const nothingSent: Answer = () => {
		throw new Error('nothing should be sent');
	};

	it('is refused before anything is sent, each field by its path', async () => {
		const { client, received } = await start(nothingSent);
		const error = await rejectionOf(
			client.call('queueEmailReply', { ...AGENT, body: { sessionId: 'x', content: '', idempotencyKey: 'k' } }),
		);
		expect(error).toMatchObject({ type: 'invalid_input', status: null, outcome: 'refused' });
		expect(error.issues.map(({ path }) => path)).toEqual(['body.sessionId', 'body.content']);
		expect(error.message).toContain('queueEmailReply');
		expect(error.message).toContain('body.sessionId: must have the form email:<conversation id>');
		expect(received).toHaveLength(0);
	});

	it('cannot leave its place in the path', async () => {
		const { client } = await start(nothingSent);
		const error = await rejectionOf(client.call('getAgent', { params: { id: '..' } }));
		expect(error).toMatchObject({ type: 'invalid_input', outcome: 'refused' });
	});
});

describe('createClient', () => {
	it.each([
		[{ baseUrl: 'localhost:4010', apiKey: 'k' }, 'baseUrl must be an http or https address'],
		[{ baseUrl: 'https://me:pw@host', apiKey: 'k' }, 'baseUrl must contain no user and no password'],
		[{ baseUrl: 'https://host?x=1', apiKey: 'k' }, 'baseUrl must have no query'],
		[{ baseUrl: 'https://host', apiKey: 'secret with\nbreak' }, 'apiKey must be the key alone'],
	])('says what is wrong with %j', (options, message) => {
		expect(() => createClient(options)).toThrow(message);
		expect(() => createClient(options)).not.toThrow('secret');
	});
});
