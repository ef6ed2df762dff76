import { Destinations } from '../../destinations';
import { destinationsSchema } from '../../destinations/kind-lookup';
import { Connections, type LookUps } from '../../connections';
import { taskEnded, type TaskActions, unknownAction } from '../../tasks';
import { inMemoryTasks } from '../testing/in-memory-tasks';
import { useTestGateway } from '../testing/test-gateway';

const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
/** Nobody listens at the port. */
const destinations = new Destinations(
	destinationsSchema.parse({
		hook: {
			type: 'webhook',
			url: 'http://127.0.0.1:9/secret-path',
			secret: SECRET,
			fields: ['email', 'fields.budget'],
		},
		database: { type: 'postgresql', url: 'postgresql://user:hidden@127.0.0.1:9/crm' },
	}),
);
const { serve, ask } = useTestGateway({ destinations });
const input = { connection: 'main', agentId: 'agent_support', destination: 'hook' };
const start = { method: 'POST', url: '/v1/tasks/lead-sync', headers: { 'idempotency-key': 'any' } };
const sync = { type: 'lead-sync', idempotencyKey: 'k', input } as const;

describe('destinations', () => {
	it('are listed without their secrets', async () => {
		const { body, text } = await ask({ url: '/v1/destinations' });
		expect(body).toEqual({
			items: [
				{
					name: 'hook',
					type: 'webhook',
					title: 'webhook',
					target: '127.0.0.1:9',
					origin: 'file',
					mapping: ['connection', 'id', 'email', 'fields.budget'].map((field) => ({ field, source: field })),
				},
				{
					name: 'database',
					type: 'postgresql',
					title: 'PostgreSQL',
					target: '127.0.0.1:9/crm public.leads',
					origin: 'file',
					mapping: expect.arrayContaining([{ field: 'lead_id', source: 'id' }]) as object[],
				},
			],
		});
		expect(text).not.toMatch(/hidden|secret-path|whsec/);
	});

	it.each([
		['hook', /^leads to 127\.0\.0\.1:9, which does not answer/],
		['database', /^leads to a database that cannot be prepared: the worker could not reach it/],
	])('%s is checked, and what is wrong is told by its setting', async (name, problem) => {
		const { status, body, text } = await ask({ method: 'POST', url: `/v1/destinations/${name}/check` });
		expect(status).toBe(424);
		expect(body).toMatchObject({
			type: 'destination_unfit',
			issues: [{ path: 'url', message: expect.stringMatching(problem) as string }],
		});
		expect(text).not.toMatch(/hidden|secret-path|whsec/);
	});

	it('shows leads as they would be written, and why nothing is known of the fields of one that does not answer', async () => {
		const lead = {
			id: 7,
			agentId: 'agent_support',
			conversationId: 'c7',
			name: 'Ada Example',
			email: 'ada@example.com',
			phone: null,
			city: 'Turin',
			country: 'Italy',
			countryCode: 'IT',
			fields: { budget: { from: 5 } },
			capturedAt: '2026-11-01T00:00:00Z',
		};
		const asked = vi.fn<LookUps['ask']>(() => Promise.resolve({ outcome: 'leads', leads: [lead] }));
		const connections = new Connections(
			{ main: { baseUrl: 'http://127.0.0.1:9', requestsPerMinute: 60 } },
			{ ask: asked },
		);
		const { ask } = serve({ connections });
		const payload = { connection: 'main', agentId: 'agent_support' };
		const preview = (name: string, given: object = payload) =>
			ask({ method: 'POST', url: `/v1/destinations/${name}/preview`, payload: given });
		expect((await preview('hook')).body).toMatchObject({
			problems: [],
			leads: [
				{
					leadId: 7,
					capturedAt: '2026-11-01T00:00:00Z',
					refusal: null,
					values: { connection: 'main', id: 7, email: 'ada@example.com', 'fields.budget': '{"from":5}' },
				},
			],
		});
		expect(asked.mock.calls).toEqual([['main', { read: 'newest-leads', agentId: 'agent_support', count: 3 }]]);
		expect((await preview('database')).body).toMatchObject({
			problems: [{ path: 'url', message: expect.stringContaining('columns cannot be read') as string }],
			leads: [{ values: { lead_id: 7, name: 'Ada Example', phone: null } }],
		});
		expect(await preview('other')).toMatchObject({ status: 404, body: { type: 'unknown_destination' } });
		expect(await preview('hook', { ...payload, connection: 'other' })).toMatchObject({
			status: 404,
			body: { issues: [{ path: 'connection' }] },
		});
		expect(await preview('hook', { connection: 'main' })).toMatchObject({
			status: 400,
			body: { issues: [{ path: 'agentId' }] },
		});
	});

	it.each([
		[{ destination: 'other' }, 404, 'destination', '"other" is unknown; known are: hook, database'],
		[{ intervalSeconds: 5 }, 400, 'intervalSeconds', 'must be at least 10'],
		[{ startDate: '2026-13-01' }, 400, 'startDate', 'must be a day (YYYY-MM-DD) or a time'],
		[{ startDate: '2999-01-01' }, 400, 'startDate', 'is in the future'],
		[{ connection: 'other' }, 404, 'connection', '"other" is unknown'],
	])('a sync with %j is refused before anything starts', async (wrong, status, path, message) => {
		const reply = await ask({ ...start, payload: { ...input, ...wrong } });
		expect(reply.status).toBe(status);
		expect(reply.body).toMatchObject({ issues: [{ path, message: expect.stringContaining(message) as string }] });
	});
});

describe('what a sync is asked', () => {
	const action = (id: string, name: string) => ({
		method: 'POST',
		url: `/v1/tasks/${encodeURIComponent(id)}/actions/${name}`,
		headers: { 'idempotency-key': 'once' },
	});

	async function gatewayWith(act: TaskActions['act']) {
		const tasks = inMemoryTasks();
		const { id } = await tasks.start(sync);
		const actions = {
			act,
			refusedLeads: () => Promise.resolve([{ leadId: 7, reason: 'No.', at: '2026-11-01T00:00:00Z' }]),
			syncedAgents: () => Promise.resolve([]),
		};
		return { id, ...serve({ tasks, actions }) };
	}

	it('goes to it with the key of its caller', async () => {
		const act = vi.fn(() => Promise.resolve({ message: 'It does.' }));
		const { ask, id } = await gatewayWith(act);
		expect(await ask({ ...action(id, 'sync-now'), payload: { from: '2026-01-01' } })).toMatchObject({
			status: 200,
			body: { message: 'It does.' },
		});
		expect(await ask(action(id, 'pause'))).toMatchObject({ status: 200 });
		expect(act.mock.calls).toEqual([
			[{ id, action: 'sync-now', idempotencyKey: 'once', input: { from: '2026-01-01' } }],
			[{ id, action: 'pause', idempotencyKey: 'once', input: {} }],
		]);
		expect((await ask({ url: `/v1/tasks/${encodeURIComponent(id)}/refused` })).body).toMatchObject({
			items: [{ leadId: 7 }],
		});
	});

	it('is checked: its fields, its key, its name, and that the task runs', async () => {
		const act = vi.fn<TaskActions['act']>(({ id, action: name }) =>
			Promise.reject(name === 'pause' ? taskEnded(id) : unknownAction(name, 'lead-sync', ['pause'])),
		);
		const { ask, id } = await gatewayWith(act);
		expect(await ask({ ...action(id, 'sync-now'), payload: { since: 1 } })).toMatchObject({
			status: 400,
			body: {
				issues: [
					{ path: 'since', message: expect.stringMatching(/^is unknown to this gateway .*; remove it$/) as string },
				],
			},
		});
		expect(await ask({ ...action(id, 'pause'), headers: {} })).toMatchObject({ status: 400 });
		expect(act).not.toHaveBeenCalled();
		expect(await ask(action(id, 'pause'))).toMatchObject({ status: 409, body: { type: 'task_ended' } });
		expect(await ask(action(id, 'bake'))).toMatchObject({ status: 404, body: { type: 'unknown_action' } });
		expect(await ask(action('lead-sync/none', 'pause'))).toMatchObject({
			status: 404,
			body: { type: 'task_not_found' },
		});
	});
});
