import { eventOptions } from '../../../task-nodes/nodes/AgentKnowledgeTaskTrigger/events';
import { EVENT_TYPES } from '../../../workflows/task/event';
import { useTaskGateway } from '../../support/task-nodes/gateway';
import { N8N } from '../../support/nodes/additional-data';
import { PublishedTrigger } from '../../support/task-nodes/published-trigger';

const EVENTS = ['task.failed', 'email.outcome'];
const ALL_CONNECTIONS = { mode: 'list', value: '' };

const gateway = useTaskGateway();

const trigger = (parameters: object = {}, isTest = false) =>
	new PublishedTrigger(
		gateway.credential,
		{ events: EVENTS, connection: ALL_CONNECTIONS, options: {}, ...parameters },
		isTest,
	);

/** The gateway is unavailable meanwhile. */
async function whileUnavailable(act: () => Promise<void>): Promise<void> {
	const right = gateway.credential.data;
	gateway.credential.data = { ...right, gatewayUrl: 'http://127.0.0.1:1' };
	try {
		await act();
	} finally {
		gateway.credential.data = right;
	}
}

it("offers the worker's events", () => {
	expect(eventOptions.map(({ value }) => value).sort()).toEqual([...EVENT_TYPES].sort());
});

describe('a workflow that is published', () => {
	it('subscribes to its events, at its URL', async () => {
		await trigger().publish();
		expect(gateway.subscriptions.only()).toMatchObject({
			url: `${N8N}/webhook/webhook-1/events`,
			events: EVENTS,
			connection: null,
			enabled: true,
			description: 'n8n: Flow (flow), On Events',
		});
	});

	it('subscribes to one connection, if it names one', async () => {
		await trigger({ connection: { mode: 'name', value: 'main' } }).publish();
		expect(gateway.subscriptions.only()).toMatchObject({ connection: 'main' });
	});

	it('subscribes once, if n8n is killed before it stores anything', async () => {
		const flow = trigger();
		await flow.publishAndBeKilled();
		expect(flow.staticData).toEqual({});
		await flow.publish('init');
		expect(gateway.subscriptions.only()).toMatchObject({ enabled: true });
	});

	it('subscribes once, if the response was lost, also if its events changed since', async () => {
		const flow = trigger();
		gateway.subscriptions.loseNextResponse = true;
		await flow.publish();
		flow.parameters['events'] = ['task.completed'];
		flow.staticData = {};
		await flow.publish();
		expect(gateway.subscriptions.only()).toMatchObject({ events: ['task.completed'], enabled: true });
	});

	it('changes its subscription when its events change, and nothing when they do not', async () => {
		const flow = trigger();
		await flow.publish();
		const { id } = gateway.subscriptions.only();
		await flow.publish('update');
		expect(gateway.subscriptions.changes).toBe(1);
		flow.parameters['events'] = ['review.requested', 'task.failed'];
		await flow.publish('update');
		expect(gateway.subscriptions.only()).toMatchObject({ id, events: ['review.requested', 'task.failed'] });
	});

	it('subscribes again if its subscription was deleted at the gateway', async () => {
		const flow = trigger();
		await flow.publish();
		const { id, secret } = gateway.subscriptions.only();
		await gateway.subscriptions.remove(id);
		await flow.publish('init');
		expect(gateway.subscriptions.only()).toMatchObject({ id, enabled: true });
		expect(gateway.subscriptions.only().secret).not.toBe(secret);
		expect(JSON.stringify(flow.staticData)).toContain(gateway.subscriptions.only().secret);
	});

	it('moves its subscription when the address of n8n changes', async () => {
		const flow = trigger();
		await flow.publish();
		flow.n8nUrl = 'http://127.0.0.1:5678/n8n';
		await flow.publish('init');
		expect(gateway.subscriptions.only()).toMatchObject({ url: `${flow.n8nUrl}/webhook/webhook-1/events` });
	});

	it('keeps its subscription when n8n starts while the gateway is unavailable', async () => {
		const flow = trigger();
		await flow.publish();
		const { staticData } = flow;
		await whileUnavailable(() => flow.publish('init'));
		expect(flow.staticData).toEqual(staticData);
		expect(gateway.subscriptions.only()).toMatchObject({ enabled: true });
	});
});

describe('a workflow that is unpublished', () => {
	it('has no subscription any more, and can be unpublished twice', async () => {
		const flow = trigger();
		await flow.publish();
		const { id } = gateway.subscriptions.only();
		const before = flow.staticData;
		await flow.unpublish();
		expect(gateway.subscriptions.all.size).toBe(0);
		expect(JSON.stringify(flow.staticData)).not.toContain(id);
		flow.staticData = before;
		await flow.unpublish();
		expect(JSON.stringify(flow.staticData)).not.toContain(id);
	});

	it('is unpublished though the gateway is unavailable, and uses what stayed when it is published again', async () => {
		const flow = trigger();
		await flow.publish();
		const { id, secret } = gateway.subscriptions.only();
		await whileUnavailable(() => flow.unpublish());
		expect(gateway.subscriptions.only()).toMatchObject({ id, enabled: true });
		await flow.publish();
		expect(gateway.subscriptions.only()).toMatchObject({ id, secret });
	});
});

describe('a workflow that cannot be published', () => {
	it('says which host to allow, and where', async () => {
		const flow = trigger();
		flow.n8nUrl = 'https://n8n.example.com';
		await expect(flow.publish()).rejects.toMatchObject({
			message:
				'The gateway may not send events to n8n.example.com:443. Add "n8n.example.com:443" to events.webhookHosts in the configuration of agent-knowledge-worker, and restart its gateway and workers.',
			description: expect.stringContaining('WEBHOOK_URL') as string,
		});
		expect(gateway.subscriptions.all.size).toBe(0);
	});

	it('says that reviews need a token that may decide, and leaves no subscription', async () => {
		gateway.credential.data = { ...gateway.credential.data, token: gateway.starter };
		await expect(trigger({ events: ['task.failed', 'review.requested'] }).publish()).rejects.toMatchObject({
			message: expect.stringMatching(/Review Requested in the field "Events".* role decide/) as string,
		});
		expect(gateway.subscriptions.all.size).toBe(0);
		await trigger().publish();
		expect(gateway.subscriptions.only()).toMatchObject({ enabled: true });
	});

	it('says so as well if its subscription already has reviews', async () => {
		const flow = trigger({ events: ['review.requested'] });
		await flow.publish();
		gateway.credential.data = { ...gateway.credential.data, token: gateway.starter };
		await expect(flow.publish('update')).rejects.toThrow(/role decide/);
	});

	it.each([
		['a token that is unknown', { token: 'unknown' }, '401'],
		['a gateway that is unavailable', { gatewayUrl: 'http://127.0.0.1:1' }, 'No server responds at'],
	])("says so in the gateway's words, with %s", async (_case, data, message) => {
		gateway.credential.data = { ...gateway.credential.data, ...data };
		await expect(trigger().publish()).rejects.toThrow(message);
	});

	it.each([
		['no event', { events: [] }, 'Events'],
		[
			'a connection that does not exist',
			{ connection: { mode: 'name', value: 'none' } },
			'Connection: "none" is unknown',
		],
	])('names the field, with %s', async (_case, parameters, message) => {
		await expect(trigger(parameters).publish()).rejects.toThrow(message);
		expect(gateway.subscriptions.all.size).toBe(0);
	});
});

describe('the editor that listens for a test event', () => {
	it('has a subscription of its own, gets a sample, and leaves the published workflow as it is', async () => {
		const published = trigger();
		await published.publish();
		const { id } = gateway.subscriptions.only();
		const test = trigger({}, true);
		await test.publish('manual');
		expect(gateway.subscriptions.all.size).toBe(2);
		expect(gateway.subscriptions.samples).toEqual([
			{ id: expect.not.stringMatching(id) as string, type: 'task.failed' },
		]);
		expect([...gateway.subscriptions.all.values()].map(({ url }) => url)).toContain(
			`${N8N}/webhook-test/webhook-1/events`,
		);
		await test.unpublish();
		expect(gateway.subscriptions.only()).toMatchObject({ id, enabled: true });
	});

	it('waits for a real event if the builder wants one', async () => {
		await trigger({ options: { testEvent: 'real' } }, true).publish('manual');
		expect(gateway.subscriptions.samples).toEqual([]);
	});
});
