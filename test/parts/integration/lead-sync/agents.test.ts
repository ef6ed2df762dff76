import { isProblem } from '../../../../worker/problems/problem';
import { SyncPlatform } from '../../../support/lead-sync/sync-platform';
import { type Receiver, startReceiver } from '../destinations/receiver';

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

const deliveredOf = (agentId: string) => receiver.deliveries.filter(({ data }) => data['agentId'] === agentId);
const start = (agentIds: string[]) =>
	syncs.platform.tasks.start({
		type: 'lead-sync',
		idempotencyKey: 'agents',
		input: { version: 1, connection: 'sandbox', agentIds, destination: 'hook', intervalSeconds: 10 },
	});

it('brings each lead of five agents once, past a kill, an agent that goes, and a sync of its own that ended', async () => {
	const agents = await Promise.all([3, 2, 4, 1, 2].map((leads) => syncs.agentWith(leads)));
	const [first = '', second = '', third = '', fourth = '', fifth = ''] = agents;
	// One agent had a sync of its own, and another one still has.
	const ended = await syncs.sync(first, 'hook');
	await syncs.untilSynced(ended.id, 3);
	await syncs.cancel(ended.id);
	const own = await syncs.sync(fifth, 'hook');
	await syncs.untilSynced(own.id, 2);
	const { id } = await start(agents);
	await syncs.untilSynced(id, 7);
	const states = async () => (await syncs.actions.syncedAgents(id)).map(({ state }) => state);
	expect(await states()).toEqual(['up_to_date', 'up_to_date', 'up_to_date', 'up_to_date', 'other_sync']);
	expect(deliveredOf(first)).toHaveLength(3);

	// A sync of one of them alone is refused.
	const refused: unknown = await syncs.sync(second, 'hook').catch((error: unknown) => error);
	expect(isProblem(refused, 'agent_in_sync')).toBe(true);

	await syncs.platform.admin.addFault('GET', `/agents/${second}/leads`, { kind: 'status', status: 404 }, 1_000);
	await syncs.until(id, 'an agent that is gone', ({ progress }) => progress?.message.includes(second) === true);
	expect(await states()).toContain('gone');
	await syncs.capture(second, 'late@example.com');
	await syncs.capture(third, 'new@example.com');
	await syncs.untilSynced(id, 8);
	await syncs.platform.admin.clearFaults();
	await syncs.platform.restartWorkers();
	await syncs.act(id, 'sync-now');
	await syncs.untilSynced(id, 9);
	await syncs.capture(fourth, 'last@example.com');
	const { progress } = await syncs.untilSynced(id, 10);
	expect(progress).toMatchObject({ agents: 5, destination: 'hook' });

	const counts = agents.map((agent) => new Set(deliveredOf(agent).map(({ data }) => data.id)).size);
	expect(counts).toEqual([3, 3, 5, 2, 2]);
	expect(agents.map((agent) => deliveredOf(agent).length)).toEqual(counts);
	expect((await syncs.cancel(id)).result).toMatchObject({
		leadsSynced: 10,
		leadsRefused: 0,
		agents: [{}, {}, {}, {}, {}],
	});
	await syncs.cancel(own.id);

	// Syncs of one agent alone begin where that one ended, whether they are new or further behind.
	for (const agentId of [second, first]) {
		const before = deliveredOf(agentId).length;
		const alone = await syncs.sync(agentId, 'hook');
		await syncs.capture(agentId, 'alone@example.com');
		await syncs.untilSynced(alone.id, agentId === first ? before + 1 : 1);
		expect(deliveredOf(agentId)).toHaveLength(before + 1);
		await syncs.cancel(alone.id);
	}
}, 1_200_000);
