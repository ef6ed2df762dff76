import { randomBytes } from 'node:crypto';
import { eventually } from '../../../support/time/eventually';
import { temporalSettings } from '../../../../worker/config';
import { Keyring } from '../../../../worker/temporal';
import { TemporalSubscriptionService } from '../../../../worker/webhooks';
import { RUNNING_SUBSCRIPTIONS } from '../../../../worker/webhooks/subscription';
import { type Answer, idOf, type Question } from '../../../support/gateway/ask';
import { clientOf } from '../../../support/temporal/connect-patiently';
import { useSubscriptions } from './use-subscriptions';

/** May look; may begin things as n8n does; may decide as well. */
const viewer = { name: 'viewer', token: randomBytes(24).toString('hex'), roles: ['read'] };
const starter = { name: 'starter', token: randomBytes(24).toString('hex'), roles: ['read', 'start'] };
const decider = { name: 'decider', token: randomBytes(24).toString('hex'), roles: ['read', 'start', 'decide'] };

const use = useSubscriptions([viewer, starter, decider]);

test('a key makes one change: the same again changes nothing, and another is refused', async () => {
	const { path } = await use().subscribe('changed', ['task.failed']);
	const change = (body: object) => use().send({ method: 'PATCH', path, key: 'change', body });
	const first = await change({ description: 'one', enabled: false });
	await use().send({ method: 'PATCH', path, key: 'later', body: { description: 'two' } });
	expect((await change({ enabled: false, description: 'one' })).body).toEqual(first.body);
	expect(await change({ description: 'three' })).toMatchObject({
		status: 409,
		body: { type: 'idempotency_key_reused' },
	});
	expect(await use().send({ path })).toMatchObject({ body: { description: 'two', enabled: false } });
	await use().send({ method: 'DELETE', path });
});

test('the list shows a change at once, and none that was deleted, though the index of Temporal lags', async () => {
	const { id, path } = await use().subscribe('listed', ['task.failed']);
	const keyring = new Keyring(use().platform.config.encryption);
	const client = await clientOf(temporalSettings(use().platform.config), keyring);
	try {
		const service = new TemporalSubscriptionService(client, keyring);
		// One that was just made is listed as soon as the index has it.
		await eventually(async () => (await service.list()).length > 0, Boolean, 'The subscription in the list');
		const { namespace } = client.options;
		const asItWas = await client.workflowService.listWorkflowExecutions({ namespace, query: RUNNING_SUBSCRIPTIONS });
		expect(asItWas.executions).toHaveLength(1);
		vi.spyOn(client.workflowService, 'listWorkflowExecutions').mockImplementation(() => Promise.resolve(asItWas));
		expect(await service.list()).toMatchObject([{ id, enabled: true }]);
		await use().send({ method: 'PATCH', path, key: 'off', body: { enabled: false } });
		expect(await service.list()).toMatchObject([{ id, enabled: false }]);
		await use().send({ method: 'DELETE', path });
		expect(await service.list()).toEqual([]);
	} finally {
		await client.connection.close();
	}
});

describe('what a token may see and do', () => {
	const url = () => `http://${use().receiver.host}/hooks/path-secret?key=query-secret`;
	const as = ({ token }: { token: string }, question: Question) => use().send({ ...question, token });
	const create = (by: { token: string }, key: string, events: string[]) =>
		as(by, { method: 'POST', path: '/v1/subscriptions', key, body: { url: url(), events } });
	const pathOf = (made: Answer) => `/v1/subscriptions/${encodeURIComponent(idOf(made))}`;

	test('the address is whole for those who may change it; others see the host alone', async () => {
		const made = await create(starter, 'seen', ['task.completed']);
		const path = pathOf(made);
		const listed = async () => (await use().send({ path: '/v1/subscriptions' })).text.includes(idOf(made));
		await eventually(listed, Boolean, 'The subscription in the list');
		for (const each of [path, '/v1/subscriptions']) {
			const { text } = await as(viewer, { path: each });
			expect(text).toContain(`"http://${use().receiver.host}/…"`);
			expect(text).not.toContain('secret');
			expect((await as(starter, { path: each })).text).toContain(JSON.stringify(url()));
		}
		await use().send({ method: 'DELETE', path });
	});

	test('links to reviews go only where somebody with the role decide sends them', async () => {
		const refused = {
			status: 403,
			body: {
				type: 'role_missing',
				issues: [{ path: 'events', message: expect.stringContaining('decide') as string }],
			},
		};
		expect(await create(starter, 'reviews', ['task.failed', 'review.requested'])).toMatchObject(refused);
		const path = pathOf(await create(decider, 'reviews', ['task.failed', 'review.requested']));
		const own = pathOf(await create(starter, 'own', ['task.failed']));
		const change = (to: string, body: object): Question => ({
			method: 'PATCH',
			path: to,
			key: JSON.stringify(body),
			body,
		});
		expect(await as(starter, change(own, { events: ['review.requested'] }))).toMatchObject(refused);
		expect(await as(starter, change(path, { url: use().receiver.url }))).toMatchObject(refused);
		expect(await as(starter, change(path, { events: ['task.failed'] }))).toMatchObject(refused);
		expect(await as(starter, { method: 'POST', path: `${path}/rotate-secret`, key: 'rotate' })).toMatchObject(refused);
		expect((await as(starter, { path })).text).not.toContain('secret');
		expect(await as(decider, { path })).toMatchObject({
			status: 200,
			body: { url: url(), events: ['task.failed', 'review.requested'] },
		});
		expect(await as(decider, change(path, { url: use().receiver.url }))).toMatchObject({ status: 200 });
		// A deletion stops the links, as `enabled: false` does.
		expect(await as(starter, change(path, { enabled: false }))).toMatchObject(refused);
		expect(await as(starter, { method: 'DELETE', path })).toMatchObject(refused);
		expect((await as(decider, { method: 'DELETE', path })).status).toBe(204);
		expect((await as(starter, { method: 'DELETE', path: own })).status).toBe(204);
	});
});

describe('what is refused before anything is kept', () => {
	const refused = (body: object, key = 'refused'): Promise<Answer> =>
		use().send({ method: 'POST', path: '/v1/subscriptions', key, body: { events: ['task.failed'], ...body } });

	test.each([
		['a host that is not listed', 'http://127.0.0.1:1/'],
		['a private address on a port that is open to all', 'https://10.0.0.1/'],
		['a link-local address', 'https://169.254.169.254/latest'],
		['an IPv4 address within IPv6', 'https://[::ffff:127.0.0.1]/'],
		['plain http to a public host', 'http://example.com:443/'],
		['a user and password', `http://user:secret@example.com/`],
	])('%s', async (_what, url) => {
		const answer = await refused({ url });
		expect(answer).toMatchObject({ status: 400, body: { issues: [{ path: 'url' }] } });
		expect(answer.text).not.toContain('secret');
	});

	test('a connection that there is not, an unknown event, no key', async () => {
		expect(await refused({ url: use().receiver.url, connection: 'nobody' })).toMatchObject({
			status: 404,
			body: { issues: [{ path: 'connection' }] },
		});
		expect(await refused({ url: use().receiver.url, events: ['task.started'] })).toMatchObject({
			status: 400,
			body: { issues: [{ path: 'events.0' }] },
		});
		expect(await use().send({ method: 'POST', path: '/v1/subscriptions', body: {} })).toMatchObject({ status: 400 });
		expect((await use().send({ path: '/v1/subscriptions' })).body).toMatchObject({ items: [] });
	});

	test('the same key with other settings; another subscription than there is', async () => {
		const { path } = await use().subscribe('one key', ['task.failed']);
		await use().subscribe('one key', ['task.failed']);
		expect(await refused({ url: use().receiver.url, events: ['task.completed'] }, 'one key')).toMatchObject({
			status: 409,
			body: { type: 'idempotency_key_reused' },
		});
		expect((await use().send({ method: 'DELETE', path })).status).toBe(204);
		expect(await use().send({ path })).toMatchObject({ status: 404, body: { type: 'subscription_not_found' } });
	});
});
