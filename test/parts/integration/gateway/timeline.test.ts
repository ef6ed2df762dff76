import { z } from 'zod';
import { ago } from '../../../support/time/moments';
import { timelineSchema } from '../../../../worker/tasks/timeline';
import { ask, askEnded, idOf, linkOf, retrain, untilSubscribed } from '../../../support/gateway/ask';
import type { Reviews } from '../../../support/gateway/reviews';
import { reviewsOn } from '../../../support/gateway/reviews-on';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';
import { WebhookReceiver } from '../../../support/gateway/webhook-receiver';
import { eventually } from '../../../support/time/eventually';

const PRIVATE = ['ada@client.example', 'Your order', 'It is on its way.', 'Only between us'];
const listSchema = z.object({ items: z.array(z.looseObject({ id: z.string(), agentId: z.string().nullable() })) });
const someSchema = z.object({ count: z.number(), items: z.array(z.looseObject({ id: z.string() })) });
const overviewSchema = z.looseObject({ waiting: someSchema, running: someSchema, failed: someSchema });

let platform: GatewayPlatform;
let receiver: WebhookReceiver;
let reviews: Reviews;

beforeAll(async () => {
	receiver = await WebhookReceiver.start();
	platform = await startPlatform({ clockFactor: 1_000, webhookHosts: [receiver.host] });
	({ reviews } = await reviewsOn(platform));
});

afterAll(async () => {
	await platform.close();
	await receiver.close();
});

afterEach(() => platform.admin.clearFaults());

async function timelineOf(link: string) {
	const { status, body, text } = await ask(platform, { path: `${link}/timeline` });
	expect(status).toBe(200);
	return { ...timelineSchema.parse(body), text };
}

async function listed(query: string) {
	return listSchema.parse((await ask(platform, { path: `/v1/tasks?${query}` })).body).items;
}

/** What Temporal lists shows a moment later. */
async function untilListed(query: string, count: number) {
	await eventually(
		() => listed(query),
		(seen) => expect(seen).toHaveLength(count),
		"Temporal's index lists a task a moment later",
	);
	return listed(query);
}

test('an email with a retry and a decision is told in order, without what it says and to whom', async () => {
	const { link, question } = await reviews.asking('told');
	const waiting = await timelineOf(link);
	// No subscription wants it.
	expect(waiting.entries.filter(({ kind }) => kind === 'event')).toEqual([]);
	expect(waiting.entries.find(({ waitsForPerson }) => waitsForPerson)).toMatchObject({
		kind: 'stage',
		name: 'reviewing',
		status: 'running',
		endedAt: null,
	});
	await platform.admin.addFault(
		'POST',
		'/agents/{id}/email/replies',
		{ kind: 'status', status: 429, retryAfter: 1 },
		2,
	);
	await reviews.decide(link, 'yes', { action: 'approve', hash: question.hash, by: 'Lead', note: 'Only between us' });
	await reviews.ended(link);

	const { entries, apiCalls, cut, text } = await timelineOf(link);
	expect(cut).toBe(false);
	const stages = entries.filter(({ kind }) => kind === 'stage').map(({ name }) => name);
	expect(stages).toEqual(expect.arrayContaining(['drafting', 'reviewing', 'sending', 'following', 'completed']));
	const decision = entries.find(({ kind }) => kind === 'decision');
	expect(decision).toMatchObject({ name: 'approve', title: 'Approved the email', by: 'Lead' });
	const queued = entries.filter(({ name }) => name === 'queueReply');
	expect(queued).toMatchObject([{ kind: 'call', status: 'done', attempts: 3 }]);
	expect(queued[0]?.reason).toMatch(/\(429\)$/);
	const names = entries.map(({ name }) => name);
	expect(names.indexOf('approve')).toBeLessThan(names.indexOf('queueReply'));
	expect(entries.find(({ kind }) => kind === 'end')).toMatchObject({ status: 'done' });
	expect(apiCalls).toBeGreaterThanOrEqual(4);
	for (const secret of [...PRIVATE, ...platform.secrets]) expect(text).not.toContain(secret);
});

test('a running task shows its step with the reason of the last failure and the next attempt', async () => {
	// The gateway remembers that the agent exists, so that the faults do not prevent the start.
	await askEnded(platform, linkOf(await ask(platform, retrain('known'))));
	await platform.admin.addFault('GET', '/agents/{id}/training-status', { kind: 'status', status: 503 }, 1_000);
	const started = await ask(platform, retrain('blocked'));
	const link = linkOf(started);
	await eventually(
		async () => (await timelineOf(link)).entries.find(({ status, kind }) => kind === 'call' && status === 'running'),
		(step) => {
			expect(step?.reason).toMatch(/\(503\)$/);
			expect(step?.attempts).toBeGreaterThan(0);
			expect(step?.nextAt).not.toBeNull();
		},
		"Temporal's index shows a moment later what a task says",
	);
	await platform.admin.clearFaults();
	await askEnded(platform, link);
	const { entries } = await timelineOf(link);
	expect(entries.find(({ reason }) => reason !== null)).toMatchObject({ status: 'done', nextAt: null });
});

test('repeated requests have the status codes that they got, looks and writes alike', async () => {
	// The gateway remembers that the agent exists, so the faults meet the task.
	await askEnded(platform, linkOf(await ask(platform, retrain('known again'))));
	const status = (code: number) => ({ kind: 'status', status: code }) as const;
	await platform.admin.addFault('GET', '/agents/{id}/training-status', status(503));
	await platform.admin.addFault('GET', '/agents/{id}/training-status', status(502));
	await platform.admin.addFault('POST', '/agents/{id}/retrain', { ...status(429), retryAfter: 1 });
	const link = linkOf(await ask(platform, retrain('repeated')));
	await askEnded(platform, link);
	const { entries } = await timelineOf(link);
	expect(entries.find(({ name }) => name === 'readTraining')).toMatchObject({ attempts: 3, statuses: [502, 503] });
	const writes = entries.filter(({ name }) => name === 'requestTraining');
	expect(writes.map(({ statuses }) => statuses)).toEqual([[429], []]);
	expect(writes[0]).toMatchObject({ status: 'done', reason: expect.stringMatching(/\(429\)$/) as string });
});

test('messages to subscribers stand in the timeline with their outcome', async () => {
	const body = { url: receiver.url, events: ['task.completed'] };
	const subscription = await ask(platform, { method: 'POST', path: '/v1/subscriptions', key: 'told', body });
	expect(subscription.status).toBe(201);
	// Who subscribes is read from Temporal's index, which has a new one a moment later.
	await untilSubscribed(platform, idOf(subscription));
	const link = linkOf(await ask(platform, retrain('subscribed')));
	await askEnded(platform, link);
	await eventually(
		async () => (await timelineOf(link)).entries.find(({ kind }) => kind === 'delivery'),
		(delivery) => {
			expect(delivery).toMatchObject({ name: 'task.completed', status: 'done' });
			expect(delivery?.title).toContain(idOf(subscription));
		},
		'a delivery is a workflow of its own',
	);
});

test('a task and the tasks that it has started name each other', async () => {
	const agentIds = ['agent_support', 'agent_sales'];
	const started = await ask(platform, {
		method: 'POST',
		path: '/v1/tasks/nightly-retrain',
		key: 'family',
		body: { version: 1, connection: 'main', agentIds },
	});
	const parent = idOf(started);
	await askEnded(platform, linkOf(started));
	const children = await untilListed(`parent=${encodeURIComponent(parent)}`, 2);
	expect(children.map(({ agentId }) => agentId).sort()).toEqual([...agentIds].sort());
	const [child] = children;
	const details = await ask(platform, { path: `/v1/tasks/${encodeURIComponent(child?.id ?? '')}/details` });
	expect(details.body).toMatchObject({ parentId: parent, startsTasks: false });
	expect((await ask(platform, { path: `${linkOf(started)}/details` })).body).toMatchObject({
		parentId: null,
		startsTasks: true,
	});
	const { entries } = await timelineOf(linkOf(started));
	const ids = entries.filter(({ kind }) => kind === 'child').map(({ taskId }) => taskId);
	expect(ids.sort()).toEqual(children.map(({ id }) => id).sort());
	const own = await timelineOf(`/v1/tasks/${encodeURIComponent(child?.id ?? '')}`);
	expect(own.entries[0]).toMatchObject({ kind: 'start', taskId: parent });
});

test('the timeline of a parent says why a child failed', async () => {
	await platform.admin.addFault('POST', '/agents/agent_sales/retrain', { kind: 'status', status: 403 });
	const started = await ask(platform, {
		method: 'POST',
		path: '/v1/tasks/nightly-retrain',
		key: 'failing child',
		body: { version: 1, connection: 'main', agentIds: ['agent_sales'] },
	});
	await askEnded(platform, linkOf(started));
	const child = (await timelineOf(linkOf(started))).entries.find(({ kind }) => kind === 'child');
	expect(child).toMatchObject({ name: 'retrain-and-wait', status: 'failed' });
	expect(child?.reason).toMatch(/\(403\)$/);
});

test('tasks are found by the beginning of their agent, of their id, and of the part after the type', async () => {
	const { id: agentId } = await platform.admin.createAgent({ name: 'findme', website: platform.sandbox.siteUrl });
	const id = idOf(await ask(platform, retrain('search', { agentId })));
	await untilListed(`search=${encodeURIComponent(agentId)}`, 1);
	const own = id.slice(id.indexOf('~') + 1);
	for (const text of [agentId.slice(0, -1), id, id.slice(0, -3), own, own.slice(0, 10)])
		expect((await listed(`search=${encodeURIComponent(text)}`)).map((task) => task.id)).toContain(id);
	expect(await listed('search=agent_that_is_nowhere')).toEqual([]);
	expect(await listed(`search=${encodeURIComponent(agentId)}&type=lead-sync`)).toEqual([]);
});

test('the overview counts what waits, what runs and what failed, without child tasks', async () => {
	const since = ago(1_000).toISOString();
	const { link } = await reviews.asking('overview');
	const failed = await ask(platform, retrain('overview', { agentId: 'agent_support', timeoutSeconds: 1 }));
	await platform.admin.setSettings({ clockFactor: 0.01 });
	const nightly = await ask(platform, {
		method: 'POST',
		path: '/v1/tasks/nightly-retrain',
		key: 'overview',
		body: { version: 1, connection: 'main', agentIds: ['agent_sales'] },
	});
	await eventually(
		() => ask(platform, { path: `/v1/overview?since=${since}` }),
		({ body }) => {
			const { waiting, running } = overviewSchema.parse(body);
			expect(waiting.items.map(({ id }) => `/v1/tasks/${encodeURIComponent(id)}`)).toContain(link);
			expect(running.items.map(({ id }) => id)).toContain(idOf(nightly));
			expect(running.items.some(({ id }) => id.startsWith(`${idOf(nightly)}~`))).toBe(false);
		},
		"Temporal's index shows a moment later what a task says",
		{ everyMs: 500 },
	);
	expect(failed.status).toBe(202);
	await ask(platform, { method: 'POST', path: `${linkOf(nightly)}/cancel` });
	await platform.admin.setSettings({ clockFactor: 1_000 });
});
