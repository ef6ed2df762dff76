import { z } from 'zod';
import { Connections, type LookUps } from '../../connections';
import { Buckets } from '../../storage/buckets';
import { Tokens } from '../plugins/tokens';
import { connectionListSchema } from '../schemas';
import { useTestGateway } from '../testing/test-gateway';

const { serve } = useTestGateway();

const mailboxes = [{ id: 'mailbox_1', address: 'shop@shop.example', isDefault: true }];
const config = { main: { baseUrl: 'http://127.0.0.1:9', requestsPerMinute: 60 } };

function connectionsThat(ask: LookUps['ask']): Connections {
	return new Connections(config, { ask });
}

test('the mailboxes of an agent are listed, and read once', async () => {
	const ask = vi.fn<LookUps['ask']>(() => Promise.resolve({ outcome: 'mailboxes', mailboxes }));
	const { ask: request } = serve({ connections: connectionsThat(ask) });
	const url = '/v1/connections/main/agents/agent_a/mailboxes';
	expect((await request({ url })).body).toEqual({ items: mailboxes });
	expect((await request({ url })).body).toEqual({ items: mailboxes });
	expect(ask).toHaveBeenCalledTimes(1);
});

test('the mailboxes of an unknown agent are refused with its name', async () => {
	const refusal = { status: 404, title: 'Not found', detail: null, retryAfterMs: null };
	const ask = () => Promise.resolve({ outcome: 'refused' as const, refusal });
	const { ask: request } = serve({ connections: connectionsThat(ask) });
	const { status, body } = await request({ url: '/v1/connections/main/agents/nobody/mailboxes' });
	expect(status).toBe(404);
	expect(body).toMatchObject({ type: 'unknown_agent' });
});

test('the buckets are listed by name alone', async () => {
	const bucket = {
		endpoint: 'http://127.0.0.1:9',
		bucket: 'reports',
		region: 'auto',
		prefix: '',
		pathStyle: true,
		accessKeyId: 'the-id',
		secretAccessKey: 'the-secret',
	};
	const buckets = new Buckets({ reports: bucket });
	const { ask } = serve({ buckets });
	const { body, text } = await ask({ url: '/v1/buckets' });
	expect(body).toEqual({ items: [{ name: 'reports' }] });
	expect(text).not.toContain('the-secret');
});

test('the calls of each connection are listed with its limit', async () => {
	const calls = Array.from({ length: 60 }, (_, minute) => minute);
	const main = { connection: 'main', requestsPerMinute: 60, calls, limited: calls };
	const since = '2026-11-23T09:31:00.000Z';
	const usage = { read: () => Promise.resolve({ since, connections: [main], unreadable: 1 }) };
	const { ask } = serve({ usage });
	expect((await ask({ url: '/v1/connections/usage' })).body).toEqual({ since, items: [main], unreadable: 1 });
});

test('connections are listed with their limit, and without their key', async () => {
	const { ask } = serve({ connections: connectionsThat(() => Promise.reject(new Error('Nobody asks.'))) });
	const { body, text } = await ask({ url: '/v1/connections' });
	expect(body).toEqual({ items: [{ name: 'main', ...config.main, labels: {}, timeZone: 'UTC', locale: 'en' }] });
	expect(text).not.toContain('apiKey');
});

test('connections are listed by their labels', async () => {
	const labelled = (client: string, region: string) => ({ ...config.main, labels: { client, region } });
	const settings = { acme: labelled('acme', 'eu'), acmeUs: labelled('acme', 'us'), other: labelled('other', 'eu') };
	const connections = new Connections(settings, { ask: () => Promise.reject(new Error('Nobody asks.')) });
	const { ask } = serve({ connections });
	const selected = async (selector: string) => {
		const { body } = await ask({ url: `/v1/connections?selector=${encodeURIComponent(selector)}` });
		return connectionListSchema.parse(body).items.map(({ name }) => name);
	};
	expect(await selected('client=acme')).toEqual(['acme', 'acmeUs']);
	expect(await selected('region=eu,client!=acme')).toEqual(['other']);
	expect(await selected('client=gone')).toEqual([]);
	connections.replace({ ...settings, acmeUs: config.main, added: labelled('acme', 'eu') });
	expect(await selected('client=acme')).toEqual(['acme', 'added']);
	const refused = await ask({ url: '/v1/connections?selector=client%3D' });
	expect(refused.status).toBe(400);
	expect(refused.text).toContain('is no label or value');
});

describe('a check of a connection', () => {
	const check = { method: 'POST', url: '/v1/connections/main/check' };
	const refusal = (status: number | null) => ({
		outcome: 'refused' as const,
		refusal: { status, title: 'No', detail: null, retryAfterMs: null },
	});

	it('says which scope the key lacks, that its limit differs, and which agents it can access', async () => {
		const ask = vi.fn<LookUps['ask']>((_connection, question) => {
			if (question.read === 'account')
				return Promise.resolve({ outcome: 'account', account: { agents: { ids: ['agent_a'], total: 1 }, limit: 30 } });
			return Promise.resolve(question.read === 'leads' ? refusal(403) : { outcome: 'readable' });
		});
		const { ask: request } = serve({ connections: connectionsThat(ask) });
		const { status, body } = await request(check);
		expect([status, body]).toMatchObject([
			200,
			{
				ok: false,
				checks: [
					{ name: 'connection main', status: 'ok', detail: expect.stringContaining('1 agents: agent_a') as string },
					{ name: 'connection main limit', status: 'fail', todo: 'Set connections.main.requestsPerMinute to 30.' },
					{ name: 'connection main read:agents', status: 'ok' },
					{ name: 'connection main read:sources', status: 'ok' },
					{ name: 'connection main read:leads', status: 'warn' },
					{ name: 'connection main read:email', status: 'ok' },
					{ name: 'connection main read:conversations', status: 'ok' },
				],
			},
		]);
		expect(ask).toHaveBeenCalledTimes(5);
	});

	it.each([
		[60, 'ok', ''],
		[90, 'warn', 'Set requestsPerMinute of each to 45'],
		[30, 'fail', 'Set requestsPerMinute of each to 15'],
	])('compares the sum of connections that share a key with its limit of %i', async (limit, finding, todo) => {
		const share = { baseUrl: 'http://127.0.0.1:9', apiKey: 'the-key', requestsPerMinute: 30 };
		const answers = { ask: () => Promise.resolve({ outcome: 'account' as const, account: { agents: null, limit } }) };
		const connections = new Connections({ main: share, b: share, c: { ...share, apiKey: 'another-key' } }, answers);
		const { ask: request } = serve({ connections });
		const { body, text } = await request(check);
		const { checks } = z
			.object({
				checks: z.array(
					z.object({ name: z.string(), status: z.string(), detail: z.string(), todo: z.string().nullable() }),
				),
			})
			.parse(body);
		const found = checks.find(({ name }) => name === 'connection main limit');
		expect(found?.status).toBe(finding);
		expect(found?.detail).toContain('main and b share this key. Together they are set to 60 calls');
		expect(found?.todo ?? '').toMatch(new RegExp(`^${todo}`));
		expect(text).not.toContain('the-key');
	});

	it.each([
		[401, 'fail', /refuses its key/],
		[429, 'warn', /no calls left this minute/],
		[500, 'fail', /answers with 500/],
		[null, 'fail', /does not answer/],
	])('ends after the first call if the service answers %s', async (status, finding, words) => {
		const ask = vi.fn<LookUps['ask']>(() => Promise.resolve(refusal(status)));
		const { ask: request } = serve({ connections: connectionsThat(ask) });
		const { body } = await request(check);
		expect(body).toMatchObject({
			ok: finding === 'warn',
			checks: [{ status: finding, detail: expect.stringMatching(words) as string }],
		});
		expect(ask).toHaveBeenCalledTimes(1);
	});

	it.each([
		[
			'connection_removed',
			/^A worker's configuration does not have this connection\.$/,
			/same connections.*within some seconds/,
		],
		[
			'connection_busy',
			/^The worker did not send the call: 5 calls .* wait for a response of the service\.$/,
			/responds slowly/,
		],
	])('does not blame the address of the service for %s', async (type, detail, todo) => {
		const title = '5 calls of the connection "main" wait for a response of the service';
		const refused = { type, status: null, title, detail: 'The task waits.', retryAfterMs: null };
		const { ask: request } = serve({
			connections: connectionsThat(() => Promise.resolve({ outcome: 'refused', refusal: refused })),
		});
		const { body, text } = await request(check);
		expect(body).toMatchObject({
			checks: [{ detail: expect.stringMatching(detail) as string, todo: expect.stringMatching(todo) as string }],
		});
		expect(text).not.toMatch(/baseUrl|network/);
	});

	it('needs the role start, and a connection that exists', async () => {
		const ask = vi.fn<LookUps['ask']>(() => Promise.resolve(refusal(401)));
		const token = 'r'.repeat(24);
		const tokens = new Tokens([{ name: 'reader', token, roles: ['read'] }]);
		const readers = serve({ connections: connectionsThat(ask), tokens });
		expect((await readers.ask({ ...check, token })).status).toBe(403);
		const { ask: request } = serve({ connections: connectionsThat(ask) });
		expect(await request({ ...check, url: '/v1/connections/other/check' })).toMatchObject({
			status: 404,
			body: { type: 'unknown_connection' },
		});
		expect(ask).not.toHaveBeenCalled();
	});
});
