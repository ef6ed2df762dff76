import pino from 'pino';
import { Registry } from 'prom-client';
import { now } from '../../../support/time/moments';
import { TemporalOverview, Troubles } from '../../../../worker/tasks/overview';
import { OverviewMetrics } from '../../../../worker/observability/overview-metrics';
import { readOverview } from '../../../../worker/observability/read-overview';
import { syncOverdueSeconds } from '../../../../worker/tasks';
import { TemporalScheduleService } from '../../../../worker/tasks/schedules';
import { ConversationPlatform } from '../../../support/conversation-sync/conversation-platform';
import { query } from '../../../support/postgresql/start-cluster';
import { useCluster } from '../../../support/postgresql/use-cluster';
import { eventually } from '../../../support/time/eventually';
import { UNHURRIED } from '../../../support/temporal/soon';

const INTERVAL_SECONDS = 10;

const cluster = useCluster();
let syncs: ConversationPlatform;
let url: string;

beforeAll(async () => {
	url = await cluster().database('blocked');
	syncs = await ConversationPlatform.start(url);
});
afterAll(() => syncs.stop());

const rename = (from: string, to: string) =>
	query(url, `ALTER TABLE agent_knowledge_conversations RENAME COLUMN ${from} TO ${to}`);

/** What the gateway shows of syncs. */
async function shown(): Promise<{ blocked: string[]; metrics: string }> {
	const { client, tasks } = syncs.platform;
	const schedules = new TemporalScheduleService(client, { keyVersion: 'first', settleMs: 1_000 });
	const { blockedSyncs } = await new TemporalOverview(client, new Troubles({ client, tasks, schedules })).read(now());
	const registry = new Registry();
	const read = () => readOverview({ client, tasks, schedules, connections: ['sandbox'] }, UNHURRIED);
	expect(new OverviewMetrics(registry, read, pino({ level: 'silent' }))).toBeDefined();
	return { blocked: blockedSyncs.items.map(({ id }) => id), metrics: await registry.metrics() };
}

it('a sync of conversations says what blocks it, on the overview and in the metrics, until it continues', async () => {
	const agent = await syncs.newAgent();
	await syncs.talk(agent, 'Hello');
	const { id } = await syncs.sync({ agentIds: [agent], intervalSeconds: INTERVAL_SECONDS });
	await syncs.firstRound(id);
	const labels = '{task="conversation-sync",connection="sandbox",destination="database"}';
	// Temporal's index shows a moment later what a task says.
	await eventually(
		async () => (await shown()).metrics,
		(seen) => expect(seen).toContain(`agent_knowledge_sync_lag_seconds${labels}`),
		"Temporal's index shows a moment later what a task says",
	);
	const before = await shown();
	expect(before.blocked).toEqual([]);
	expect(before.metrics).not.toContain('agent_knowledge_sync_refused_leads{');

	await rename('conversation_id', 'renamed');
	// The round has given up, and the next one comes.
	const blocked = await syncs.until(id, 'what blocks it', ({ progress }) => progress?.problem?.type === 'sync_blocked');
	expect(blocked.progress).toMatchObject({ problem: { title: 'The destination blocks the sync' }, agents: 1 });
	await eventually(
		async () => (await shown()).blocked,
		(seen) => expect(seen).toEqual([id]),
		"Temporal's index shows a moment later what a task says",
	);
	// However often it tries, it is late since the round that was missed.
	const late = await syncs.until(
		id,
		'a lag',
		(task) => (syncOverdueSeconds(task, now().getTime()) ?? 0) > INTERVAL_SECONDS,
	);
	expect(late.progress?.upToDateAt).toBeDefined();

	await rename('renamed', 'conversation_id');
	const again = await syncs.round(id);
	expect(again.progress?.problem).toBeUndefined();
	await eventually(
		async () => (await shown()).blocked,
		(seen) => expect(seen).toEqual([]),
		"Temporal's index shows a moment later what a task says",
	);
	await syncs.cancel(id);
});
