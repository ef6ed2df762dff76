import { z } from 'zod';
import { activateFlow } from '../../../scripts/n8n/workflows.mjs';
import { eventually, isThere } from '../../support/time/eventually';
import type { Execution, Json } from '../../support/stack/execution';
import { askGateway } from './ask-gateway';
import { untilSubscribed } from './subscriptions';
import { useFlows } from './use-flows';

const AGENT = 'agent_support';

const flows = useFlows();
let workflowId: string;

const deliveriesSchema = z.object({
	items: z.array(z.looseObject({ id: z.string(), taskId: z.string(), status: z.string() })),
});

const ask = (method: string, path: string, body?: object) => askGateway(flows().running.stack, method, path, body);
const n8n = () => flows().running.n8n;

const subscriptions = (count: number) => untilSubscribed(flows().running.stack, count);

async function startExport(): Promise<string> {
	const input = { version: 1, connection: 'sandbox', agentIds: [AGENT], format: 'csv' };
	return z.looseObject({ id: z.string() }).parse(await ask('POST', '/v1/tasks/lead-export', input)).id;
}

/** The executions that ended well, oldest first, once there are so many. */
const executions = (count: number): Promise<Execution[]> =>
	eventually(
		async () => {
			const ended = (await flows().executionsOf(workflowId)).filter(({ status }) => status === 'success');
			return ended.length >= count ? Promise.all(ended.map(({ id }) => flows().read(id)).reverse()) : null;
		},
		isThere,
		`${count} executions`,
		{ everyMs: 500 },
	);

const eventsOf = (all: Execution[]): Json[] => all.flatMap((execution) => execution.output('After'));

async function deliveryOf(subscriptionId: string, taskId: string) {
	const path = `/v1/subscriptions/${encodeURIComponent(subscriptionId)}/deliveries`;
	return eventually(
		async () => {
			const { items } = deliveriesSchema.parse(await ask('GET', path));
			const found = items.find((item) => item.taskId === taskId && item.status === 'delivered');
			return found === undefined ? null : { ...found, path: `${path}/${encodeURIComponent(found.id)}` };
		},
		isThere,
		`The delivery of ${taskId}`,
	);
}

/** Sends an event again, until n8n has taken it. */
async function resend(subscriptionId: string, taskId: string): Promise<void> {
	const { path } = await deliveryOf(subscriptionId, taskId);
	const { id } = z.object({ id: z.string() }).parse(await ask('POST', `${path}/resend`));
	const log = `/v1/subscriptions/${encodeURIComponent(subscriptionId)}/deliveries`;
	await eventually(
		async () => deliveriesSchema.parse(await ask('GET', log)),
		({ items }) => items.some((item) => item.id === id && item.status === 'delivered'),
		'The repeated delivery',
	);
}

test('a published flow starts once for each event, also if n8n is killed meanwhile', async () => {
	workflowId = await n8n().importFlow('test/system/e2e/flows/task-events.json');
	await activateFlow(n8n().client, workflowId);
	const [subscription] = await subscriptions(1);
	expect(subscription).toMatchObject({
		url: `${n8n().url}/webhook/b7c3c1de-5d0e-4a3e-9a53-7f1f1d1c0001/events`,
		events: ['task.completed', 'task.failed'],
		connection: 'sandbox',
		enabled: true,
	});
	const id = subscription?.id ?? '';

	const first = await startExport();
	const [event] = eventsOf(await executions(1));
	expect(event).toMatchObject({ event: 'task.completed', isSample: false, status: 'completed' });
	expect(event?.['task']).toMatchObject({
		id: first,
		type: 'lead-export',
		connection: 'sandbox',
		url: expect.stringContaining(encodeURIComponent(first)) as string,
	});
	await resend(id, first);

	await n8n().server.kill();
	const second = await startExport();
	await flows().task(second);
	await n8n().server.start();
	expect(eventsOf(await executions(2)).map(({ task }) => z.looseObject({ id: z.string() }).parse(task).id)).toEqual([
		first,
		second,
	]);
	expect(await subscriptions(1)).toMatchObject([{ id, enabled: true }]);
	for (const task of [first, second]) await resend(id, task);
	expect(eventsOf(await executions(2))).toHaveLength(2);
});

test('a message that nobody signed starts nothing', async () => {
	const url = `${n8n().url}/webhook/b7c3c1de-5d0e-4a3e-9a53-7f1f1d1c0001/events`;
	const headers = { 'content-type': 'application/json', 'webhook-id': 'x', 'webhook-timestamp': '1' };
	const answer = await fetch(url, { method: 'POST', headers, body: '{}' });
	expect([answer.status, await answer.json()]).toEqual([401, { message: 'The signature is not valid.' }]);
	expect(eventsOf(await executions(2))).toHaveLength(2);
});

test('the editor gets a sample at once, and the published flow keeps its subscription', async () => {
	const [published] = await subscriptions(1);
	const workflowData = await n8n().client.request('GET', `/rest/workflows/${workflowId}`);
	const started = await n8n().client.request('POST', `/rest/workflows/${workflowId}/run`, {
		workflowData,
		triggerToStartFrom: { name: 'On Events' },
	});
	expect(started).toEqual({ waitingForWebhook: true });
	const all = eventsOf(await executions(3));
	expect(all[2]).toMatchObject({ event: 'task.completed', isSample: true, task: { type: 'retrain-and-wait' } });
	expect(await subscriptions(1)).toMatchObject([{ id: published?.id, url: published?.url }]);
});

test('a flow that is unpublished has no subscription', async () => {
	await n8n().client.request('POST', `/rest/workflows/${workflowId}/deactivate`);
	expect(await subscriptions(0)).toEqual([]);
});
