import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { openBlobs } from '../../../../worker/storage/blobs';
import { parseConfig } from '../../../../worker/config';
import { InMemoryHandOuts } from '../../../../worker/gateway/testing/in-memory-hand-outs';
import { inMemoryTasks } from '../../../../worker/gateway/testing/in-memory-tasks';
import { type TestGateway, testGateway } from '../../../../worker/gateway/testing/test-gateway';
import { capturedLead as lead } from '../../../support/task-nodes/captured-lead';
import { startService } from '../../../support/task-nodes/service';

const FLOW = 'flow:n8n.workflow.node';
const IDENTITY = { connection: 'main', agentId: 'agent_a', flow: FLOW };
const openedSchema = z.object({ id: z.string(), opening: z.int() }).loose();
const leasedSchema = z.object({
	lease: z.string().nullable(),
	leads: z.array(z.object({ attempt: z.int(), lead: z.object({ id: z.int() }).loose() })),
});

let folder = '';
let service: Awaited<ReturnType<typeof startService>>;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-flows-'));
	service = await startService();
});
afterAll(async () => {
	await service.close();
	await rm(folder, { recursive: true });
});

async function start() {
	const handOuts = new InMemoryHandOuts();
	const { blobs: config } = parseConfig(
		{ blobs: { directory: folder }, ...MINIMAL },
		{ source: 'the test', env: {}, gateway: false },
	);
	const blobs = openBlobs(config);
	const tasks = inMemoryTasks();
	const gateway = await testGateway({ handOuts, blobs, tasks, baseUrl: service.url });
	const post = async (url: string, payload: object = {}, key = 'a key') =>
		gateway.ask({ method: 'POST', url, payload, headers: { 'idempotency-key': key } });
	const open = async (more: object = {}) =>
		openedSchema.parse((await post('/v1/syncs', { ...SETTINGS, ...more })).body);
	return { gateway, handOuts, store: blobs.store, tasks, post, open };
}

const SETTINGS = { ...IDENTITY, label: 'New leads' };
const MINIMAL = {
	connections: { main: { baseUrl: 'http://127.0.0.1:1', apiKey: 'the-key' } },
	encryption: { keys: [{ id: 'first', secret: Buffer.alloc(32, 1).toString('base64') }], current: 'first' },
};

async function leasedBy(reply: Promise<Awaited<ReturnType<TestGateway['ask']>>>) {
	return leasedSchema.parse((await reply).body);
}

describe('the sync of a flow', () => {
	it('is started once, and opened again with other settings', async () => {
		const { open, post, handOuts, tasks, gateway } = await start();
		const first = await open({ from: 'now' });
		const second = await open({ label: 'Other name', maxAttempts: 5, countries: ['DE'], from: '2026-01-01' });
		expect(second).toMatchObject({ id: first.id, opening: first.opening + 1, status: 'running' });
		expect(handOuts.settingsOf(first.id)).toMatchObject({
			label: 'Other name',
			maxAttempts: 5,
			countries: ['DE'],
			closed: false,
		});
		expect((await tasks.list({})).items).toHaveLength(1);
		const { flow, connection, agentId } = IDENTITY;
		const found = await gateway.ask({ url: `/v1/syncs?connection=${connection}&agentId=${agentId}&flow=${flow}` });
		expect(found).toMatchObject({ status: 200, body: { id: first.id, status: 'running' } });
		const close = (opening: number) => post(`/v1/syncs/${first.id}/close`, { opening });
		expect(await close(first.opening)).toMatchObject({ body: { closed: false } });
		expect(await close(second.opening)).toMatchObject({ body: { closed: true } });
	});

	it('is not started again after a person cancelled it, unless the flow is published anew', async () => {
		const { open, post, tasks } = await start();
		const { id } = await open();
		await tasks.cancel(id);
		const refused = await post('/v1/syncs', { ...SETTINGS, restart: false });
		expect(refused).toMatchObject({ status: 409, body: { type: 'sync_ended', status: 409 } });
		expect(refused.text).toContain('Publish the flow again');
	});

	it.each([
		['flow', { flow: 'crm' }],
		['flow', { flow: 'flow:a b' }],
		['label', { label: ' ' }],
		['from', { from: 'yesterday' }],
		['intervalSeconds', { intervalSeconds: 1 }],
		['maxAttempts', { maxAttempts: 0 }],
		['agentId', { agentId: '' }],
		['countries', { countries: [] }],
		['emails.1', { emails: ['@shop.example', ' '] }],
		['formFields.0', { formFields: ['=high'] }],
		['formFields.1', { formFields: ['size=large=huge', 'budget= '] }],
	])('is refused for a wrong %s, before anything is done', async (path, more) => {
		const { post, tasks } = await start();
		const reply = await post('/v1/syncs', { ...SETTINGS, ...more });
		expect(reply).toMatchObject({ status: 400, body: { type: 'invalid_request', issues: [{ path }] } });
		expect((await tasks.list({})).items).toEqual([]);
	});

	it('is refused for an unknown connection', async () => {
		const { post } = await start();
		expect(await post('/v1/syncs', { ...SETTINGS, connection: 'other' })).toMatchObject({
			status: 404,
			body: { type: 'unknown_connection' },
		});
	});
});

describe('the leads of a flow', () => {
	it('are taken, renewed, settled and peeked at', async () => {
		const { open, post, handOuts, store, gateway } = await start();
		const { id } = await open();
		await handOuts.addLeads(id, store, [lead(1), lead(2), lead(3)]);
		const url = `/v1/syncs/${id}/leads`;
		expect((await gateway.ask({ url: `${url}/peek` })).body).toMatchObject({ lead: lead(1) });
		const taken = await leasedBy(post(`${url}/take`, { max: 2 }, 'first'));
		expect(taken.leads).toMatchObject([
			{ attempt: 1, lead: lead(1) },
			{ attempt: 1, lead: lead(2) },
		]);
		expect(await leasedBy(post(`${url}/take`, { max: 2 }, 'first'))).toEqual(taken);
		expect(await post(`${url}/renew`, { lease: taken.lease, leaseSeconds: 60 })).toMatchObject({ body: { leads: 2 } });
		const results = [
			{ leadId: 1, outcome: 'done' },
			{ leadId: 2, outcome: 'refused', reason: 'CRM: no email' },
		];
		const settle = () => post(`${url}/settle`, { lease: taken.lease, results });
		expect(await settle()).toMatchObject({ status: 200, body: { settled: 2, ignored: 0 } });
		expect(await settle()).toMatchObject({ status: 200, body: { settled: 0, ignored: 2 } });
		expect(handOuts.stateOf(id)).toMatchObject({ refused: [{ leadId: 2, reason: 'CRM: no email' }] });
	});

	it('are waited for, and the response comes soon after one is there', async () => {
		const { open, post, handOuts, store } = await start();
		const { id } = await open();
		const none = await leasedBy(post(`/v1/syncs/${id}/leads/take`, {}, 'none'));
		expect(none).toEqual({ lease: null, leads: [] });
		const waiting = leasedBy(post(`/v1/syncs/${id}/leads/take?wait=25`, {}, 'waiting'));
		await handOuts.addLeads(id, store, [lead(1)]);
		expect((await waiting).leads).toMatchObject([{ lead: { id: 1 } }]);
	});

	it('are read again when their contents have expired', async () => {
		const { open, post, handOuts, store } = await start();
		const { id } = await open();
		await handOuts.addLeads(id, store, [lead(1)]);
		for await (const { key } of store.list('hand-outs/')) await store.remove(key);
		expect(await leasedBy(post(`/v1/syncs/${id}/leads/take`))).toEqual({ lease: null, leads: [] });
		expect((await handOuts.view(id, null)).next).toBeNull();
	});

	it('are no longer handed out by a sync that has ended', async () => {
		const { open, post, handOuts } = await start();
		const { id } = await open();
		handOuts.end(id);
		expect(await post(`/v1/syncs/${id}/leads/take`)).toMatchObject({ status: 409, body: { type: 'task_ended' } });
	});

	it.each([
		['take', { max: 101 }, 'max'],
		['take', { leaseSeconds: 5 }, 'leaseSeconds'],
		['take', { more: 1 }, 'more'],
		['take?wait=26', {}, 'wait'],
		['settle', { lease: 'lease-1', results: [] }, 'results'],
		['settle', { lease: 'lease-1', results: [{ leadId: 1, outcome: 'missing' }] }, 'results.0.outcome'],
		['renew', { lease: '' }, 'lease'],
	])('are refused to a wrong %s', async (route, payload, path) => {
		const { post } = await start();
		expect(await post(`/v1/syncs/lead-sync~x/leads/${route}`, payload)).toMatchObject({
			status: 400,
			body: { issues: expect.arrayContaining([expect.objectContaining({ path })]) as unknown },
		});
	});

	it('need the role start, and are only read with the role read', async () => {
		const { gateway } = await start();
		const unknown = await gateway.ask({ url: '/v1/syncs/lead-sync~x/leads/peek' });
		expect(unknown).toMatchObject({ status: 404, body: { type: 'task_not_found' } });
		expect(await gateway.ask({ url: '/v1/syncs/x/leads/peek', token: null })).toMatchObject({ status: 401 });
	});
});
