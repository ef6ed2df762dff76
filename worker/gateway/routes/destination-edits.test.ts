import { z } from 'zod';
import { now } from '../../../test/support/time/moments';
import type { TaskService } from '../../tasks';
import { Tokens } from '../plugins/tokens';
import { inMemoryTasks } from '../testing/in-memory-tasks';
import { type TestRequest, testGateway, useTestGateway } from '../testing/test-gateway';

const HOST = '127.0.0.1:9';
const URL_ = `http://${HOST}/secret-path`;
const secretSchema = z.looseObject({ version: z.number(), secret: z.string() });

const create = (payload: object, key = 'first'): TestRequest => ({
	method: 'POST',
	url: '/v1/destinations',
	headers: { 'idempotency-key': key },
	payload: { name: 'crm', url: URL_, ...payload },
});
const change = (payload: object, version = 1, name = 'crm'): TestRequest => ({
	method: 'PUT',
	url: `/v1/destinations/${name}`,
	headers: { 'idempotency-key': 'any', 'if-match': `"${version}"` },
	payload: { url: URL_, fields: null, ...payload },
});
const rotate = (key: string): TestRequest => ({
	method: 'POST',
	url: '/v1/destinations/crm/rotate-secret',
	headers: { 'idempotency-key': key },
});
const remove = (name = 'crm'): TestRequest => ({ method: 'DELETE', url: `/v1/destinations/${name}` });

const gateway = useTestGateway({ webhookHosts: [HOST] });

async function made(): Promise<string> {
	const { status, body } = await gateway.ask(create({}));
	expect(status).toBe(201);
	return secretSchema.parse(body).secret;
}

test('a webhook is created, listed at once, and shows its secret only then', async () => {
	const { status, body } = await gateway.ask(create({ fields: ['email', 'fields.budget'] }));
	expect([status, body]).toMatchObject([
		201,
		{
			name: 'crm',
			type: 'webhook',
			url: URL_,
			fields: ['email', 'fields.budget'],
			version: 1,
			previousSecretUntil: null,
			changedBy: 'tester',
			secret: expect.stringMatching(/^whsec_.{44}$/) as string,
		},
	]);
	const { secret } = secretSchema.parse(body);
	const list = await gateway.ask({ url: '/v1/destinations' });
	expect(list.body).toMatchObject({
		items: [
			{
				name: 'crm',
				type: 'webhook',
				target: HOST,
				origin: 'gateway',
				mapping: ['connection', 'id', 'email', 'fields.budget'].map((field) => ({ field, source: field })),
			},
		],
	});
	const one = await gateway.ask({ url: '/v1/destinations/crm' });
	expect(one.body).toMatchObject({ name: 'crm', url: URL_ });
	expect(one.text + list.text).not.toContain(secret);
	expect(list.text).not.toContain('secret-path');
});

test('a repeat of its creation returns the same secret, and another request is refused at the name', async () => {
	const secret = await made();
	expect((await gateway.ask(create({}))).body).toMatchObject({ version: 1, secret });
	for (const other of [create({}, 'other'), create({ url: `${URL_}/2` })])
		expect(await gateway.ask(other)).toMatchObject({
			status: 409,
			body: { type: 'destination_exists', issues: [{ path: 'name' }] },
		});
});

test('a name of the configuration file wins and can be neither taken nor changed', async () => {
	const hook = { type: 'webhook', url: URL_, secret: `whsec_${Buffer.alloc(32, 5).toString('base64')}` };
	const gateway = await testGateway({ webhookHosts: [HOST], inFile: { destinations: { file: hook } } });
	const inFile = { status: 409, body: { type: 'destination_in_file', issues: [{ path: 'name' }] } };
	for (const request of [create({ name: 'file' }), change({}, 1, 'file'), remove('file')])
		expect(await gateway.ask(request)).toMatchObject(inFile);
	expect((await gateway.ask({ url: '/v1/destinations' })).body).toMatchObject({
		items: [{ name: 'file', origin: 'file' }],
	});
});

test.each([
	[{ name: '' }, 'name', /is not a valid name/],
	[{ name: 'my crm' }, 'name', /is not a valid name/],
	[{ name: '../crm' }, 'name', /is not a valid name/],
	[{ url: '' }, 'url', /is empty/],
	[{ url: 'leads.example.com' }, 'url', /must be an http/],
	[{ url: 'https://user:password@leads.example.com' }, 'url', /user name or password/],
	[{ url: 'http://leads.example.com' }, 'url', /must be https/],
	[{ url: 'https://leads.example.com/x' }, 'url', /add leads\.example\.com:443 to events\.webhookHosts/],
	[{ url: 'http://10.0.0.1/x' }, 'url', /add 10\.0\.0\.1:80 to events\.webhookHosts/],
	[{ fields: [] }, 'fields', /is empty/],
	[{ fields: ['email', 'email'] }, 'fields', /names a field twice/],
	[{ fields: ['email', 'salary'] }, 'fields.1', /must be one of/],
	[{ secret: 'whsec_mine' }, 'secret', /is unknown/],
])('%j is refused at its field, and nothing is stored', async (wrong, path, message) => {
	const { status, body, text } = await gateway.ask(create(wrong));
	const issue: unknown = expect.objectContaining({ path, message: expect.stringMatching(message) as string });
	expect([status, body]).toMatchObject([400, { issues: expect.arrayContaining([issue]) as object[] }]);
	expect(text).not.toContain('password@');
	expect((await gateway.ask({ url: '/v1/destinations' })).body).toEqual({ items: [] });
});

test('of two people who edit the same version the second one is refused, with who was first', async () => {
	await made();
	expect((await gateway.ask(change({ fields: ['email'] }))).body).toMatchObject({ version: 2, fields: ['email'] });
	const second = await gateway.ask(change({ fields: ['name'] }));
	expect(second).toMatchObject({ status: 412, body: { type: 'destination_changed' } });
	expect(second.text).toContain('\\"tester\\" changed the destination \\"crm\\"');
	expect((await gateway.ask({ url: '/v1/destinations/crm' })).body).toMatchObject({ version: 2, fields: ['email'] });
	// The response of the first one was lost.
	expect((await gateway.ask(change({ fields: ['email'] }))).body).toMatchObject({ version: 2 });
	expect((await gateway.ask(change({ fields: ['name'] }, 2))).body).toMatchObject({ version: 3, fields: ['name'] });
});

test.each([
	[{}, /is missing; send the version/],
	[{ 'if-match': '3' }, /in quotation marks/],
	[{ 'if-match': '*' }, /in quotation marks/],
])('a change with the headers %j is refused', async (headers, message) => {
	await made();
	const request = { ...change({ fields: ['name'] }), headers: { 'idempotency-key': 'any', ...headers } };
	expect(await gateway.ask(request)).toMatchObject({
		status: 400,
		body: { issues: [{ path: 'If-Match', message: expect.stringMatching(message) as string }] },
	});
});

test('a new secret leaves the previous one valid for a day, and a repeat returns it again', async () => {
	const first = await made();
	const rotated = secretSchema.parse((await gateway.ask(rotate('new'))).body);
	expect(rotated.version).toBe(2);
	expect(rotated.secret).not.toBe(first);
	expect(Date.parse(String(rotated['previousSecretUntil'])) - now().getTime()).toBeGreaterThan(23 * 3_600_000);
	expect(secretSchema.parse((await gateway.ask(rotate('new'))).body)).toEqual(rotated);
	expect((await gateway.ask(create({}))).status).toBe(409);
});

test('a destination is deleted unless a running sync uses it', async () => {
	const tasks = inMemoryTasks();
	const withDestination: TaskService = {
		...tasks,
		details: async (id) => ({ ...(await tasks.details(id)), input: { connection: 'main', destination: 'crm' } }),
	};
	gateway.serve({ tasks: withDestination });
	await made();
	const input = { connection: 'main', agentId: 'agent_a', destination: 'crm' };
	const { id } = await tasks.start({ type: 'lead-sync', idempotencyKey: 'k', input });
	const refused = await gateway.ask(remove());
	expect(refused).toMatchObject({ status: 409, body: { type: 'destination_in_use' } });
	expect(refused.text).toContain(id);
	gateway.serve();
	await made();
	expect((await gateway.ask(remove())).status).toBe(204);
	expect(await gateway.ask(remove())).toMatchObject({ status: 404, body: { type: 'unknown_destination' } });
	expect((await gateway.ask({ url: '/v1/destinations' })).body).toEqual({ items: [] });
	expect((await gateway.ask(change({}))).status).toBe(404);
	expect((await gateway.ask(create({}, 'again'))).body).toMatchObject({ version: 3 });
});

test('a token that may only read sees no complete address, and changes nothing', async () => {
	const token = 'r'.repeat(24);
	const starter = 's'.repeat(24);
	const tokens = new Tokens([
		{ name: 'reader', token, roles: ['read'] },
		{ name: 'starter', token: starter, roles: ['start'] },
	]);
	gateway.serve({ tokens });
	expect((await gateway.ask({ ...create({}), token: starter })).status).toBe(201);
	const one = await gateway.ask({ url: '/v1/destinations/crm', token });
	expect(one.body).toMatchObject({ url: `http://${HOST}/…`, changedBy: 'starter' });
	for (const request of [create({ name: 'other' }), change({}), rotate('r'), remove()])
		expect(await gateway.ask({ ...request, token })).toMatchObject({ status: 403, body: { type: 'role_missing' } });
});

test('a sync may name it as soon as it is there, and a check says that its receiver does not answer', async () => {
	await made();
	const check = await gateway.ask({ method: 'POST', url: '/v1/destinations/crm/check' });
	expect(check).toMatchObject({ status: 424, body: { type: 'destination_unfit', issues: [{ path: 'url' }] } });
	const payload = { type: 'lead-sync', input: { connection: 'main', agentId: 'agent_a', destination: 'other' } };
	const unknown = await gateway.ask({ method: 'POST', url: '/v1/tasks/check', payload });
	expect(unknown).toMatchObject({
		status: 404,
		body: { issues: [{ path: 'destination', message: '"other" is unknown; known are: crm' }] },
	});
});
