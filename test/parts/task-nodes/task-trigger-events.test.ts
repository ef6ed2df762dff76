import { ago, ahead } from '../../support/time/moments';
import { useTaskGateway } from '../../support/task-nodes/gateway';
import { type Message, PublishedTrigger } from '../../support/task-nodes/published-trigger';

const MINUTE_MS = 60_000;
const NOT_OURS = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;

const gateway = useTaskGateway();
let flow: PublishedTrigger;
/** Each event of a test is another one: the process of n8n remembers those of all tests. */
let events = 0;
beforeEach(async () => {
	flow = newFlow();
	await flow.publish();
	events += 1;
});

const newFlow = (isTest = false) =>
	new PublishedTrigger(
		gateway.credential,
		{ events: ['task.failed'], connection: { mode: 'list', value: '' } },
		isTest,
	);

const task = {
	id: 'lead-export~1',
	type: 'lead-export',
	connection: 'main',
	agentId: 'agent_a',
	url: 'http://g/#task=1',
};
const AT = '2026-11-23T04:00:00.000Z';
const BODY = { type: 'task.failed', timestamp: AT, data: { task, status: 'failed', error: { type: 'not_found' } } };
const REVIEW = {
	type: 'review.requested',
	timestamp: AT,
	data: { task, subject: 'Ä', keyVersion: 'k1', reviewUrl: 'http://g/review/x' },
};

const secret = () => gateway.subscriptions.only().secret;
const message = (more: Partial<Message> = {}): Message => ({
	id: `event-${events}`,
	body: BODY,
	secrets: [secret()],
	...more,
});

describe('an event of the gateway', () => {
	it('starts the workflow with one item: the event, its task and its fields', async () => {
		expect(await flow.receive(message())).toEqual({
			status: 200,
			item: {
				event: 'task.failed',
				eventId: `event-${events}`,
				at: AT,
				isSample: false,
				task,
				status: 'failed',
				error: { type: 'not_found' },
			},
		});
	});

	it('has the link to the review, and no internals', async () => {
		const { item } = await flow.receive(message({ body: REVIEW }));
		expect(item).toMatchObject({ event: 'review.requested', subject: 'Ä', reviewUrl: 'http://g/review/x' });
		expect(item).not.toHaveProperty('keyVersion');
	});

	it('starts nothing when it comes again, also after a restart of n8n', async () => {
		await flow.receive(message());
		expect(await flow.receive(message())).toEqual({ status: 200, item: null });
		vi.resetModules();
		const { PublishedTrigger: Restarted } = await import('../../support/task-nodes/published-trigger.js');
		const restarted = new Restarted(gateway.credential, flow.parameters);
		restarted.staticData = flow.staticData;
		expect(await restarted.receive(message())).toEqual({ status: 200, item: null });
	});

	it('starts nothing when it comes again, also if n8n lost what the node had stored', async () => {
		const { staticData } = flow;
		await flow.receive(message());
		flow.staticData = staticData;
		expect(await flow.receive(message())).toEqual({ status: 200, item: null });
	});

	it('starts the workflow at the next attempt if n8n could not start it', async () => {
		flow.executionFails = true;
		expect(await flow.receive(message())).toMatchObject({ status: 500 });
		flow.executionFails = false;
		expect(await flow.receive(message())).toMatchObject({ status: 200, item: { event: 'task.failed' } });
	});

	it('is remembered with the last five hundred', async () => {
		await flow.receive(message());
		const stored = JSON.stringify(flow.staticData);
		expect(stored).not.toContain(`event-${events}`);
		expect(stored).toMatch(/"receivedEvents":\["[\w-]{20}"\]/);
	});
});

describe('a message that is not verified starts nothing', () => {
	it.each<[string, () => Partial<Message>]>([
		['is signed with another secret', () => ({ secrets: [NOT_OURS] })],
		['was changed on its way', () => ({ content: JSON.stringify({ ...BODY, timestamp: 'later' }) })],
		['is the same JSON in other bytes', () => ({ content: JSON.stringify(BODY, null, 1) })],
		['was signed six minutes ago', () => ({ at: ago(6 * MINUTE_MS) })],
		['is signed for in six minutes', () => ({ at: ahead(6 * MINUTE_MS) })],
	])('because it %s', async (_case, more) => {
		expect(await flow.receive(message(more()))).toEqual({ status: 401, item: null });
		expect(await flow.receive(message())).toMatchObject({ status: 200, item: { event: 'task.failed' } });
	});

	it.each<[string, Record<string, string>]>([
		['no signature', {}],
		['half a signature', { 'webhook-id': 'x', 'webhook-timestamp': '1', 'webhook-signature': 'v1' }],
		['no time', { 'webhook-id': 'x', 'webhook-timestamp': 'now', 'webhook-signature': 'v1,AAAA' }],
	])('because it has %s', async (_case, headers) => {
		expect(await flow.post(JSON.stringify(BODY), headers)).toEqual({ status: 401, item: null });
	});

	it('because the workflow has no subscription', async () => {
		const sent = message();
		await flow.unpublish();
		expect(await flow.receive(sent)).toEqual({ status: 401, item: null });
		expect(gateway.subscriptions.all.size).toBe(0);
	});
});

it('starts the workflow also if n8n was killed before it stored the subscription', async () => {
	const killed = newFlow();
	await killed.publishAndBeKilled();
	expect(await killed.receive(message())).toMatchObject({ status: 200, item: { event: 'task.failed' } });
	expect(JSON.stringify(killed.staticData)).toContain(secret());
	expect(gateway.subscriptions.all.size).toBe(1);
});

describe('a secret that was rotated', () => {
	it('is learned from the next event, which both secrets sign', async () => {
		const old = secret();
		const { id } = gateway.subscriptions.only();
		await gateway.subscriptions.rotateSecret(id);
		expect(await flow.receive(message({ secrets: [secret(), old] }))).toMatchObject({ status: 200, item: {} });
		expect(await flow.receive(message({ id: `later-${events}` }))).toMatchObject({ status: 200, item: {} });
		expect(await flow.receive(message({ id: `old-${events}`, secrets: [old] }))).toEqual({ status: 401, item: null });
	});

	it('does not delay events if the gateway does not give the new one', async () => {
		const old = secret();
		await gateway.subscriptions.rotateSecret(gateway.subscriptions.only().id);
		gateway.credential.data = { ...gateway.credential.data, gatewayUrl: 'http://127.0.0.1:1' };
		expect(await flow.receive(message({ secrets: [secret(), old] }))).toMatchObject({ status: 200, item: {} });
	});
});

describe('messages that are no events', () => {
	it.each([
		['a ping', { type: 'ping', timestamp: AT, data: {} }],
		['a sample', { ...BODY, sample: true }],
	])('%s is answered, and starts nothing', async (_case, body) => {
		expect(await flow.receive(message({ body }))).toEqual({ status: 200, item: null });
	});

	it('a sample reaches the editor, as often as it comes', async () => {
		await flow.unpublish();
		const test = newFlow(true);
		await test.publish('manual');
		const sample = message({ body: { ...BODY, sample: true } });
		for (const _ of [1, 2]) {
			expect(await test.receive(sample)).toMatchObject({ status: 200, item: { event: 'task.failed', isSample: true } });
		}
	});
});
