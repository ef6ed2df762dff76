import { randomBytes } from 'node:crypto';
import type { Client, Connection } from '@temporalio/client';
import pino from 'pino';
import { Registry } from 'prom-client';
import { TemporalScheduleService } from '../../../../worker/tasks/schedules';
import { TemporalTaskService } from '../../../../worker/tasks';
import { OverviewMetrics } from '../../../../worker/observability/overview-metrics';
import { readOverview } from '../../../../worker/observability/read-overview';
import { Keyring } from '../../../../worker/temporal';
import { startTemporal, type TemporalServer } from '../../../support/temporal/start-temporal';
import { eventually } from '../../../support/time/eventually';
import { UNHURRIED } from '../../../support/temporal/soon';
import { clientOf } from '../../../support/temporal/connect-patiently';

const keyOf = (id: string) => ({ keys: [{ id, secret: randomBytes(32).toString('base64') }], current: id });
const lost = new Keyring(keyOf('lost'));
const current = new Keyring(keyOf('current'));
const settleMs = 1_000;

let temporal: TemporalServer;
const clients: Array<Client & { connection: Connection }> = [];

beforeAll(async () => {
	temporal = await startTemporal();
});
afterAll(async () => {
	for (const { connection } of clients) await connection.close();
	await temporal.stop();
});

/** What one process does that has this key alone. */
async function withKey(keyring: Keyring) {
	const client = await clientOf(temporal, keyring);
	clients.push(client);
	const schedules = new TemporalScheduleService(client, { keyVersion: keyring.current, settleMs });
	return { client, schedules, tasks: new TemporalTaskService(client, { keyring, settleMs }) };
}

/** The figures as a gateway shows them, and what it logs meanwhile. */
async function figures(sources: Parameters<typeof readOverview>[0]) {
	const logged: string[] = [];
	const registry = new Registry();
	const log = pino({ level: 'warn' }, { write: (line: string) => logged.push(line) });
	new OverviewMetrics(registry, () => readOverview(sources, UNHURRIED), log);
	return { text: await registry.metrics(), logged };
}

const nightly = {
	id: 'nightly',
	type: 'retrain-and-wait' as const,
	cron: ['0 3 * * *'],
	timeZone: 'UTC',
	jitterSeconds: 0,
	input: { version: 1, connection: 'main', agentId: 'a', waitUntil: 'finished', ifActive: 'adopt' },
};

test('a schedule that no key opens turns no figure off: Temporal did answer', async () => {
	const before = await withKey(lost);
	await before.schedules.save(nightly);
	const { input } = nightly;
	await before.tasks.start({ type: 'retrain-and-wait', idempotencyKey: 'lost', input });
	const now = await withKey(current);

	// Temporal lists a task a moment after its start.
	await eventually(
		() => figures({ ...now, connections: ['main'] }),
		({ text, logged }) => {
			expect(text).toMatch(/agent_knowledge_tasks_open\{task="retrain-and-wait",stage="\w+"\} 1/);
			expect(text).toContain('agent_knowledge_temporal_up 1');
			expect(text).toContain('agent_knowledge_schedule_times_missed{task="retrain-and-wait"} 0');
			expect(text).toContain('agent_knowledge_queue_polled{queue="api:main"} 0');
			expect(logged).toEqual([]);
		},
		"Temporal's index lists a task a moment later",
	);
});

test('a schedule that is deleted between the list and its count hides nothing', async () => {
	const now = await withKey(current);
	const list = async () => [
		...(await now.schedules.list()),
		{ ...nightly, connection: 'main', id: 'gone', paused: false, note: null, next: [], clockWarnings: [], recent: [] },
	];
	const schedules = Object.assign(Object.create(now.schedules) as TemporalScheduleService, { list });
	const { text, logged } = await figures({ ...now, schedules, connections: [] });
	expect(text).toContain('agent_knowledge_temporal_up 1');
	expect(text).toContain('agent_knowledge_schedule_times_missed{task="retrain-and-wait"} 0');
	expect(logged).toEqual([]);
});

test('only the part that cannot be read is missing, and the log says once why', async () => {
	const now = await withKey(current);
	const list = () => Promise.reject(new Error('The list is broken.'));
	const schedules = Object.assign(Object.create(now.schedules) as TemporalScheduleService, { list });
	const { text, logged } = await figures({ ...now, schedules, connections: ['main'] });
	expect(text).toContain('agent_knowledge_temporal_up 1');
	expect(text).toContain('agent_knowledge_queue_polled{queue="api:main"} 0');
	expect(text).not.toContain('agent_knowledge_schedule_times_missed{');
	expect(text).toContain('agent_knowledge_figures_unread{part="missedTimes"} 1');
	expect(text).toContain('agent_knowledge_figures_unread{part="queues"} 0');
	expect(logged).toHaveLength(1);
	expect(logged[0]).toMatch(/The list is broken\..*"part":"missedTimes"/);
});
