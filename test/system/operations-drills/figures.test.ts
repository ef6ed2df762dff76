import { eventually } from '../../support/time/eventually';
import { type Receiver, startReceiver } from '../../parts/integration/destinations/receiver';
import { ask, linkOf, retrain } from '../../support/gateway/ask';
import { Reviews } from '../../support/gateway/reviews';
import { reviewsOn } from '../../support/gateway/reviews-on';
import { figure, readMetrics, type Sample } from '../../support/site/read-metrics';
import { Site } from '../../support/site/start-site';

/** Next to no page of a run is read. */
const STANDING_STILL = 0.001;

let site: Site;
let receiver: Receiver;

beforeAll(async () => {
	receiver = await startReceiver();
	site = await Site.start(
		{
			destinations: { hook: { type: 'webhook', url: receiver.url, secret: receiver.secret } },
			telemetry: { workerAddress: '127.0.0.1:0' },
		},
		{ apart: true },
	);
});

afterAll(async () => {
	await site.stop();
	await receiver.close();
});

const untilShown = (url: string, what: string, isSo: (samples: readonly Sample[]) => boolean) =>
	eventually(() => readMetrics(url), isSo, what);

test('the worker shows what it began, ended, asked and waited for; the gateway what it was asked', async () => {
	const reviews = new Reviews(site);
	const { id: agentId } = await site.admin.createAgent({ name: 'Counted', website: site.sandbox.siteUrl });
	const start = async (key: string, ifActive: string) =>
		linkOf(await ask(site, retrain(key, { agentId, ifActive, waitUntil: 'finished' })));
	await site.admin.setSettings({ clockFactor: STANDING_STILL });
	await site.admin.addFault('POST', '/agents/{id}/retrain', { kind: 'lost-after' });
	const goesOn = await start('goes on', 'adopt');
	await eventually(
		async () => (await ask(site, { path: goesOn })).text,
		(seen) => seen.includes('"training"'),
		'the run',
	);
	expect(await reviews.ended(await start('refused', 'fail'))).toMatchObject({ status: 'failed' });
	const dropped = await start('dropped', 'wait');
	await ask(site, { method: 'POST', path: `${dropped}/cancel` });
	expect(await reviews.ended(dropped)).toMatchObject({ status: 'cancelled' });
	await site.admin.setSettings({ clockFactor: 1_000 });
	expect(await reviews.ended(goesOn)).toMatchObject({ status: 'completed' });

	const task = { task: 'retrain-and-wait', connection: 'main' };
	const ended = (samples: readonly Sample[], outcome: string) =>
		figure(samples, 'agent_knowledge_tasks_ended_total', { ...task, outcome });
	const worker = await untilShown(site.workerUrl, 'all ends', (samples) => ended(samples, 'completed') === 1);
	expect(figure(worker, 'agent_knowledge_tasks_started_total', task)).toBe(3);
	expect([ended(worker, 'failed'), ended(worker, 'cancelled')]).toEqual([1, 1]);

	const ofService = await site.admin.requests({ method: 'POST', path: `/agents/${agentId}/retrain` });
	const retrains = { connection: 'main', operation: 'retrain' };
	expect(ofService).toHaveLength(1);
	expect(figure(worker, 'agent_knowledge_api_answers_total', { ...retrains, status: 'none' })).toBe(1);
	expect(figure(worker, 'agent_knowledge_api_request_duration_seconds_count', retrains)).toBe(1);
	expect(figure(worker, 'agent_knowledge_api_request_duration_seconds_sum', retrains)).toBeGreaterThan(0);

	const queue = 'api:main';
	const waits = figure(worker, 'agent_knowledge_queue_wait_seconds_count', { queue });
	expect(waits).toBe(figure(worker, 'agent_knowledge_activities_total', { queue }));
	expect(figure(worker, 'agent_knowledge_queue_wait_seconds_bucket', { queue, le: '+Inf' })).toBe(waits);
	expect(figure(worker, 'agent_knowledge_activities_total', { activity: 'requestTraining' })).toBe(1);

	const gateway = await readMetrics(site.operationsUrl);
	expect(figure(gateway, 'agent_knowledge_tasks_accepted_total', { type: 'retrain-and-wait' })).toBe(3);
	expect(figure(gateway, 'agent_knowledge_http_requests_total', { method: 'POST', status: '202' })).toBe(4);
	expect(figure(gateway, 'agent_knowledge_tasks_started_total')).toBe(0);
});

test('the gateway shows how all tasks stand: open ones, the oldest review, the lag of a sync, who is polled', async () => {
	const { reviews } = await reviewsOn(site);
	const asked = [await reviews.asking('one'), await reviews.asking('two')];
	const { id: agentId } = await site.admin.createAgent({ name: 'Synced', website: site.sandbox.siteUrl });
	await site.admin.captureLead(agentId, { name: 'Ada', email: 'ada@client.example' });
	const input = { version: 1, connection: 'main', agentId, destination: 'hook', intervalSeconds: 10 };
	const sync = linkOf(await ask(site, { method: 'POST', path: '/v1/tasks/lead-sync', key: 'figures', body: input }));
	await eventually(() => receiver.deliveries.length === 1, Boolean, 'the lead');

	const reviewing = { task: 'email-send-with-review', stage: 'reviewing' };
	const stand = await untilShown(
		site.operationsUrl,
		'two open reviews and a sync',
		(samples) =>
			figure(samples, 'agent_knowledge_tasks_open', reviewing) === 2 &&
			figure(samples, 'agent_knowledge_tasks_open', { task: 'lead-sync' }) === 1,
	);
	expect(figure(stand, 'agent_knowledge_tasks_waiting_for_person', reviewing)).toBe(2);
	expect(figure(stand, 'agent_knowledge_oldest_review_seconds')).toBeGreaterThan(0);
	expect(figure(stand, 'agent_knowledge_temporal_up')).toBe(1);
	expect(figure(stand, 'agent_knowledge_tasks_failing')).toBe(0);
	for (const queue of ['agent-knowledge', 'agent-knowledge:deliveries', 'agent-knowledge:assemblies', 'api'])
		expect(figure(stand, 'agent_knowledge_queue_polled', { queue })).toBe(1);
	const of = { connection: 'main', destination: 'hook' };
	expect(stand).toContainEqual({
		name: 'agent_knowledge_sync_lag_seconds',
		labels: { task: 'lead-sync', ...of },
		value: expect.any(Number) as number,
	});
	expect(figure(stand, 'agent_knowledge_sync_refused_leads', of)).toBe(0);
	const written = { ...of, outcome: 'written' };
	expect(figure(await readMetrics(site.workerUrl), 'agent_knowledge_sync_leads_total', written)).toBe(1);

	await ask(site, { method: 'POST', path: `${sync}/cancel` });
	for (const { link, question } of asked)
		expect(await reviews.decide(link, 'no', { action: 'reject', hash: question.hash })).toMatchObject({
			status: 200,
		});
	const over = await untilShown(
		site.operationsUrl,
		'that nothing is open',
		(samples) =>
			figure(samples, 'agent_knowledge_temporal_up') === 1 && figure(samples, 'agent_knowledge_tasks_open') === 0,
	);
	expect(figure(over, 'agent_knowledge_oldest_review_seconds')).toBe(0);
});
