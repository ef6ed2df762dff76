import { once, EventEmitter } from 'node:events';
import { tokenSchema } from '../../config/gateway-schema';
import { proxySignInSchema } from '../../config/proxy-sign-in-schema';
import { Connections } from '../../connections';
import { inMemoryTasks } from '../testing/in-memory-tasks';
import { testGateway, useTestGateway } from '../testing/test-gateway';
import { ProxySignIn } from './proxy-sign-in';
import { mayAt, reachOf } from './reach';
import { Tokens } from './tokens';

const gateway = useTestGateway();
const account = { baseUrl: 'http://127.0.0.1:9', requestsPerMinute: 60 };
const acme = { ...account, labels: { client: 'acme' } };
const other = { ...account, labels: { client: 'other' } };
const connectionsOf = (config: Record<string, object>) =>
	new Connections({ ...config } as Record<string, typeof account>, {
		ask: () => Promise.reject(new Error('Nobody asks.')),
	});

describe('the reach of a caller', () => {
	const connections = connectionsOf({ acme, acme2: acme, other });
	const everywhere = { roles: ['read'] } as const;
	const bound = { roles: ['read', 'start'], connections: 'client=acme' } as const;

	test('is all without a selector, and what its selectors select together', () => {
		expect(reachOf([everywhere], 'read', connections)).toBeNull();
		expect(reachOf([bound], 'read', connections)?.connections).toEqual(new Set(['acme', 'acme2']));
		const two = [bound, { roles: ['read'], connections: 'client=other' } as const];
		expect(reachOf(two, 'read', connections)?.connections).toEqual(new Set(['acme', 'acme2', 'other']));
		expect(reachOf(two, 'start', connections)?.connections).toEqual(new Set(['acme', 'acme2']));
		expect(reachOf([{ roles: ['read'], connections: 'client=gone' }], 'read', connections)?.connections).toEqual(
			new Set(),
		);
	});

	test('is that of each role: who reads everywhere starts only where a grant says so', () => {
		const grants = [everywhere, bound];
		expect(reachOf(grants, 'read', connections)).toBeNull();
		expect(reachOf(grants, 'any', connections)).toBeNull();
		expect(reachOf(grants, 'start', connections)?.connections).toEqual(new Set(['acme', 'acme2']));
		expect(mayAt(grants, 'start', 'other', connections)).toBe(false);
		expect(mayAt(grants, 'start', 'acme', connections)).toBe(true);
		expect(mayAt(grants, 'start', null, connections)).toBe(false);
		expect(mayAt(grants, 'decide', 'acme', connections)).toBe(false);
	});

	test('uses what its grants name, and nothing else', () => {
		const none = { buckets: [], folders: [], knowledgeHosts: [], callbackHosts: [] };
		const uses = { ...none, destinations: ['crm'] };
		expect(reachOf([{ ...bound, uses }, bound], 'start', connections)).toMatchObject({
			destinations: new Set(['crm']),
			buckets: new Set(),
		});
	});
});

test('a connection that loses its label is out of reach at once, and one that gets it within', async () => {
	const token = 'a-token-of-acme-alone-0001';
	const connections = connectionsOf({ acme, other });
	const bound = tokenSchema.parse({ name: 'acme', token, roles: ['read'], connections: 'client=acme' });
	const { ask } = gateway.serve({ connections, tokens: new Tokens([bound]) });
	const names = async () => (await ask({ url: '/v1/connections', token })).body;
	expect(await names()).toMatchObject({ items: [{ name: 'acme' }] });
	connections.replace({ acme: account, other, added: acme });
	expect(await names()).toMatchObject({ items: [{ name: 'added' }] });
	expect((await ask({ url: '/v1/connections/acme/agents', token })).body).toMatchObject({
		type: 'unknown_connection',
		issues: [{ message: '"acme" is unknown; known are: added' }],
	});
	connections.replace({ other });
	expect(await names()).toEqual({ items: [] });
	expect((await ask({ url: '/v1/tasks', token })).status).toBe(200);
});

test('a task whose connection loses its label while a read waits for its end is not shown', async () => {
	const token = 'a-token-of-acme-alone-0001';
	const connections = connectionsOf({ acme, other });
	const inMemory = inMemoryTasks();
	const events = new EventEmitter();
	const waiting = once(events, 'waiting');
	const tasks: typeof inMemory = {
		...inMemory,
		waitFor(...asked) {
			events.emit('waiting');
			return inMemory.waitFor(...asked);
		},
	};
	const input = { connection: 'acme', agentId: 'agent_a' };
	const { id } = await tasks.start({ type: 'retrain-and-wait', idempotencyKey: 'one', input });
	const bound = tokenSchema.parse({ name: 'acme', token, roles: ['read'], connections: 'client=acme' });
	const { ask } = gateway.serve({ connections, tasks, tokens: new Tokens([bound]) });
	const url = `/v1/tasks/${encodeURIComponent(id)}?wait=20`;
	const reading = ask({ url, token });
	await waiting;
	connections.replace({ acme: account, other: acme });
	tasks.end(id);
	expect(await reading).toMatchObject({ status: 404, body: { type: 'task_not_found' } });
});

test('a person has the roles of a group for its connections alone', async () => {
	const signIn = proxySignInSchema.parse({
		proxies: ['127.0.0.1'],
		users: { grace: ['read'] },
		bound: [{ groups: ['acme'], roles: ['read', 'start'], connections: 'client=acme' }],
	});
	const { ask } = await testGateway({
		connections: connectionsOf({ acme, other }),
		inFile: { gateway: { publicUrl: 'https://tasks.example.com', proxySignIn: signIn } },
		people: new ProxySignIn(signIn),
	});
	const whoami = async (name: string, group: string) =>
		(await ask({ url: '/v1/whoami', token: null, headers: { 'remote-user': name, 'remote-groups': group } })).body;
	expect(await whoami('ada', 'acme')).toMatchObject({ roles: ['read', 'start'], connections: ['acme'] });
	expect(await whoami('grace', 'acme')).toMatchObject({ roles: ['read', 'start'], connections: null });
});

describe('a grant that cannot be bound', () => {
	const token = { name: 'acme', token: 'a-token-of-acme-alone-0001' };
	test.each([
		[{ roles: ['read', 'erase'], connections: 'client=acme' }, 'roles', 'has erase, which reaches every connection'],
		[{ roles: ['decode'], connections: 'client=acme' }, 'roles', 'has decode, which reaches every connection'],
		[{ uses: { destinations: ['crm'] } }, 'uses', 'needs connections beside it'],
		[{ connections: 'client=' }, 'connections', 'is not a selector'],
	])('%o is refused in words', (grant, path, message) => {
		const issues = tokenSchema.safeParse({ ...token, ...grant }).error?.issues ?? [];
		expect(issues).toMatchObject([{ path: [path], message: expect.stringContaining(message) as string }]);
		const bound = [{ users: ['ada'], roles: ['read'], ...grant }];
		expect(proxySignInSchema.safeParse({ proxies: ['127.0.0.1'], bound }).success).toBe(false);
	});
});
