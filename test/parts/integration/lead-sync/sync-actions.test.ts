import { type Receiver, startReceiver } from '../destinations/receiver';
import { SyncPlatform } from '../../../support/lead-sync/sync-platform';

let receiver: Receiver;
let syncs: SyncPlatform;

beforeAll(async () => {
	receiver = await startReceiver();
	syncs = await SyncPlatform.start({
		destinations: { hook: { type: 'webhook', url: receiver.url, secret: receiver.secret } },
	});
});
afterAll(async () => {
	await syncs.stop();
	await receiver.close();
});
afterEach(() => {
	vi.restoreAllMocks();
	receiver.answer = () => ({ status: 200 });
});

async function running(): Promise<string> {
	const { id } = await syncs.sync(await syncs.agentWith(1), 'hook');
	await syncs.untilSynced(id, 1);
	return id;
}

describe('a key that was used before', () => {
	const ask = (id: string, action: string, input: object = {}) =>
		syncs.actions.act({ id, action, idempotencyKey: 'ada@example.com', input });

	it('stands for one action: another one with it is done', async () => {
		const id = await running();
		const paused = await ask(id, 'pause');
		expect(await ask(id, 'resume')).toEqual({ message: 'The sync continues.' });
		await syncs.until(id, 'the stage syncing', ({ stage }) => stage === 'syncing');
		expect(await ask(id, 'pause')).toEqual(paused);
		await syncs.cancel(id);
	});

	it('is refused with another input, and stands in no id of the history', async () => {
		const id = await running();
		const first = await ask(id, 'sync-now', { from: '2026-01-01' });
		expect(await ask(id, 'sync-now', { from: '2026-01-01' })).toEqual(first);
		await expect(ask(id, 'sync-now', { from: '2026-02-01' })).rejects.toMatchObject({
			status: 409,
			type: 'idempotency_key_reused',
		});
		const { events } = await syncs.platform.client.workflow.getHandle(id).fetchHistory();
		expect(JSON.stringify(events)).toContain('sync-now/');
		expect(JSON.stringify(events)).not.toContain('ada@example.com');
		await syncs.cancel(id);
	});
});

it('continues after a sync that was cancelled at the moment of the start', async () => {
	const agent = await syncs.agentWith(2);
	receiver.answer = ({ data }) => ({ status: data.email === 'person2@example.com' ? 422 : 200 });
	const { id } = await syncs.sync(agent, 'hook');
	await syncs.until(id, 'one refused', ({ progress }) => progress?.itemsFailed === 1);
	const { workflow } = syncs.platform.client;
	const start = workflow.start.bind(workflow);
	vi.spyOn(workflow, 'start').mockImplementationOnce(async (...args) => {
		await syncs.cancel(id);
		return start(...args);
	});
	expect(await syncs.sync(agent, 'hook', { intervalSeconds: 3600 })).toMatchObject({ id, status: 'running' });
	expect(await syncs.actions.refusedLeads(id)).toHaveLength(1);
	await syncs.cancel(id);
	expect(receiver.deliveries.filter(({ data }) => data['agentId'] === agent)).toHaveLength(2);
});
