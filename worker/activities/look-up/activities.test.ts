import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { MockActivityEnvironment } from '@temporalio/testing';
import { z } from 'zod';
import { createClient, type Lead } from '../../../api';
import type { LookUpQuestion } from '../../../workflows/look-up/activities';
import { ServiceClients } from '../../connections';
import { lookUpActivities } from './activities';

const lead = (id: number): Lead => ({
	id,
	agentId: 'agent_a',
	conversationId: `c${id}`,
	name: 'Ada',
	email: `lead${id}@example.com`,
	phone: null,
	city: '',
	country: '',
	countryCode: '',
	fields: {},
	capturedAt: '2026-11-01T00:00:00Z',
});

let server: Server;
let status: number;
let asked: string[];

beforeEach(async () => {
	status = 200;
	asked = [];
	server = createServer(({ url = '' }, response) => {
		asked.push(url);
		const items = url.includes('/leads') ? [lead(3), lead(2), lead(1)] : [{ id: 'agent_a', name: 'A' }];
		const body = status === 200 ? { items, total: items.length, limit: 100, offset: 0 } : refusal();
		response.writeHead(status, { 'content-type': 'application/json', 'x-ratelimit-limit': '42' });
		response.end(JSON.stringify(body));
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
});
afterEach(() => {
	server.close();
});

const refusal = () => ({ type: 'insufficient_scope', title: 'No', status, detail: null, issues: [] });

/** @param erased ids of the leads of erased persons */
async function answer(question: LookUpQuestion, erased: readonly number[] = []) {
	const { port } = z.object({ port: z.number() }).parse(server.address());
	const api = createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'the-key' });
	const without = (leads: readonly Lead[]) => Promise.resolve(leads.filter(({ id }) => !erased.includes(id)));
	const activities = lookUpActivities(api, { without });
	return new MockActivityEnvironment().run((given: LookUpQuestion) => activities.answerLookUp(given), question);
}

test('a preview reads the newest leads with one call, and without those of erased persons', async () => {
	const question = { read: 'newest-leads', agentId: 'agent_a', count: 3 } as const;
	expect(await answer(question, [2])).toEqual({ outcome: 'leads', leads: [lead(3), lead(1)] });
	expect(asked).toEqual(['/api/v1/agents/agent_a/leads?limit=3']);
});

test('an account shows its agents and its limit, and the limit also to a key that may not list agents', async () => {
	const account = { agents: { ids: ['agent_a'], total: 1 }, limit: 42 };
	expect(await answer({ read: 'account' })).toEqual({ outcome: 'account', account });
	status = 403;
	expect(await answer({ read: 'account' })).toEqual({ outcome: 'account', account: { agents: null, limit: 42 } });
	status = 401;
	expect(await answer({ read: 'account' })).toMatchObject({ outcome: 'refused', refusal: { status: 401 } });
});

test('a worker without the connection says so, so that the gateway does not blame the service', async () => {
	const clients = new ServiceClients(() => createClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'the-key' }), {});
	const activities = lookUpActivities(clients.of('main'), { without: () => Promise.resolve([]) });
	const question = { read: 'account' } as const;
	const read = (given: LookUpQuestion) => activities.answerLookUp(given);
	expect(await new MockActivityEnvironment().run(read, question)).toMatchObject({
		outcome: 'refused',
		refusal: { type: 'connection_removed', status: null },
	});
});
