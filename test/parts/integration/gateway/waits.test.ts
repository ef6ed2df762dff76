import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { ask, idOf, retrain } from '../../../support/gateway/ask';
import { runCommand } from '../../../support/gateway/run-command';
import { startPlatform, type GatewayPlatform } from '../../../support/gateway/start-platform';
import { eventually } from '../../../support/time/eventually';

interface Callback {
	path: string;
	headers: Record<string, string>;
	body: string;
}

let platform: GatewayPlatform;
let receiver: Server;
let receiverUrl: string;
/** What the receiver answers. */
let answer = 200;
const callbacks: Callback[] = [];

beforeAll(async () => {
	receiver = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
			callbacks.push({ path: request.url ?? '', headers, body: Buffer.concat(chunks).toString() });
			receiver.emit('callback');
			response.writeHead(answer).end('{}');
		});
	});
	receiver.listen(0, '127.0.0.1');
	await once(receiver, 'listening');
	const { port } = receiver.address() as AddressInfo;
	receiverUrl = `http://127.0.0.1:${port}`;
	platform = await startPlatform({ callbackHosts: [`127.0.0.1:${port}`] });
});

afterAll(async () => {
	await platform.close();
	receiver.close();
});

async function startWait(taskIds: string[], callbackUrl: string, more: object = {}) {
	const body = { taskIds, callbackUrl, executionId: '7', nodeId: 'node', runIndex: 0, ...more };
	return ask(platform, { method: 'POST', path: '/v1/waits', body });
}

/** The callbacks to a path, once so many have come. */
async function callbacksTo(path: string, count: number): Promise<Callback[]> {
	for (;;) {
		const found = callbacks.filter((callback) => callback.path === path);
		if (found.length >= count) return found;
		await once(receiver, 'callback');
	}
}

async function callbackTo(path: string): Promise<Callback> {
	const [first] = await callbacksTo(path, 1);
	if (first === undefined) throw new Error(`Nothing came to ${path}.`);
	return first;
}

const resend = (id: string, key: string) =>
	ask(platform, { method: 'POST', path: `/v1/tasks/${encodeURIComponent(id)}/actions/resend-result`, key });

test('the callback comes once all tasks have ended, signed, with the id of the wait only', async () => {
	const support = await ask(platform, retrain('support'));
	const sales = await ask(platform, retrain('sales', { agentId: 'agent_sales' }));
	const tasks = [idOf(support), idOf(sales)];
	const url = `${receiverUrl}/webhook-waiting/7/node?signature=secret-of-n8n`;
	const wait = await startWait(tasks, url);
	expect(wait.status).toBe(202);
	expect(idOf(await startWait(tasks, url))).toBe(idOf(wait));

	const { headers, body } = await callbackTo('/webhook-waiting/7/node?signature=secret-of-n8n');
	expect(new Webhook(platform.signingSecret).verify(body, headers)).toEqual({ waitId: idOf(wait) });
	const read = await ask(platform, { path: `/v1/waits/${encodeURIComponent(idOf(wait))}` });
	expect(read.body).toMatchObject({
		id: idOf(wait),
		status: 'completed',
		tasks: tasks.map((id) => ({ id, status: 'completed', result: { outcome: 'finished' } })),
	});
	expect(platform.logged()).not.toContain('secret-of-n8n');
});

test('at the deadline the callback comes though the task runs, and a newer wait ends an older one', async () => {
	await platform.admin.setSettings({ clockFactor: 0.01 });
	const task = idOf(await ask(platform, retrain('slow')));
	// The older one's deadline comes first, so that only the newer wait can have kept its callback back.
	const place = { executionId: '8', deadlineSeconds: 15 };
	const older = await startWait([task], `${receiverUrl}/older`, place);
	const newer = await startWait([task], `${receiverUrl}/newer`, { ...place, runIndex: 1 });
	await callbackTo('/newer');
	const status = async (answer: Awaited<typeof newer>) =>
		(await ask(platform, { path: `/v1/waits/${encodeURIComponent(idOf(answer))}` })).body;
	await eventually(
		() => status(newer),
		(seen) => expect(seen).toMatchObject({ status: 'timed_out', tasks: [{ status: 'running' }] }),
		'a wait is a workflow of its own',
	);
	await eventually(
		() => status(older),
		(seen) => expect(seen).toMatchObject({ status: 'superseded' }),
		'a wait is a workflow of its own',
	);
	expect(callbacks.map(({ path }) => path)).not.toContain('/older');
	await ask(platform, { method: 'POST', path: `/v1/tasks/${encodeURIComponent(task)}/cancel` });
});

test('an undelivered callback is sent again with its webhook-id, for the task or for the wait, once for a key', async () => {
	// Gone, as the node answers for an execution that does not wait: the callback is given up.
	answer = 410;
	await platform.admin.setSettings({ clockFactor: 40 });
	const task = idOf(await ask(platform, retrain('taken by nobody')));
	const path = '/webhook-waiting/9/node?signature=another-secret';
	const wait = idOf(await startWait([task], receiverUrl + path, { executionId: '9' }));
	const missed = await callbackTo(path);

	answer = 200;
	// Temporal's index shows the end of the wait a moment later.
	const timeline = `/v1/tasks/${encodeURIComponent(task)}/timeline`;
	await eventually(
		async () => (await ask(platform, { path: timeline })).text,
		(seen) => expect(seen).toContain('Callback to n8n'),
		"Temporal's index shows the end of the wait a moment later",
	);
	const host = new URL(receiverUrl).host;
	const [first, repeated] = [await resend(task, 'again'), await resend(task, 'again')];
	expect(first).toMatchObject({
		status: 202,
		body: {
			message: `No subscription wants task.completed, so it is not sent. The callback to ${host} is sent again.`,
			events: [{ type: 'task.completed' }],
			callbacks: [{ id: wait, host }],
		},
	});
	expect(repeated).toEqual(first);
	await callbacksTo(path, 2);
	expect(await resend(wait, 'again')).toMatchObject({
		status: 202,
		body: { message: `The callback to ${host} is sent again.`, events: [], callbacks: [{ id: wait, host }] },
	});
	await callbacksTo(path, 3);
	const command = await runCommand(platform, ['tasks', 'resend', wait, '--key', 'once more']);
	expect(command).toMatchObject({ code: 0, result: `The callback to ${host} is sent again.` });

	// What a repeat had sent would have come before the last one.
	const all = await callbacksTo(path, 4);
	expect(all.map(({ headers }) => headers['webhook-id'])).toEqual(Array(4).fill(wait));
	expect(all.map(({ body }) => body)).toEqual(Array(4).fill(missed.body));
	for (const { body, headers } of all)
		expect(new Webhook(platform.signingSecret).verify(body, headers)).toEqual({ waitId: wait });
	expect(platform.logged()).not.toContain('another-secret');
});

test('a wait that is open, was replaced or never existed has nothing to send again', async () => {
	await platform.admin.setSettings({ clockFactor: 0.01 });
	const task = idOf(await ask(platform, retrain('goes on')));
	const place = { executionId: '10' };
	const older = idOf(await startWait([task], `${receiverUrl}/replaced`, place));
	const newer = idOf(await startWait([task], `${receiverUrl}/goes-on`, { ...place, runIndex: 1 }));
	await eventually(
		() => resend(older, 'early'),
		(seen) => expect(seen).toMatchObject({ status: 409, body: { type: 'nothing_to_resend' } }),
		'a wait ends a moment after its callback',
	);
	expect(await resend(newer, 'early')).toMatchObject({ status: 409, body: { type: 'wait_running' } });
	const unknown = `wait~${'x'.repeat(28)}.${'y'.repeat(28)}`;
	expect(await resend(unknown, 'early')).toMatchObject({ status: 404, body: { type: 'wait_not_found' } });

	await ask(platform, { method: 'POST', path: `/v1/tasks/${encodeURIComponent(task)}/cancel` });
	await callbackTo('/goes-on');
	// The same key as before: what was refused has sent nothing.
	// It ends a moment after its callback.
	await eventually(
		() => resend(newer, 'early'),
		(seen) => expect(seen).toMatchObject({ status: 202, body: { callbacks: [{ id: newer }] } }),
		'a wait ends a moment after its callback',
	);
	const timeline = `/v1/tasks/${encodeURIComponent(task)}/timeline`;
	await eventually(
		async () => (await ask(platform, { path: timeline })).text,
		(seen) => expect(seen).toContain('Callback to n8n'),
		"Temporal's index shows the end of the wait a moment later",
	);
	expect((await resend(task, 'early')).body).toMatchObject({ callbacks: [{ id: newer }] });
	await callbacksTo('/goes-on', 3);
	expect(callbacks.map(({ path }) => path)).not.toContain('/replaced');
});

test('a wait for a task that is not there, or to another host, is refused before anything is done', async () => {
	expect(await startWait(['retrain-and-wait/none'], `${receiverUrl}/none`)).toMatchObject({
		status: 404,
		body: { type: 'task_not_found', issues: [{ path: 'taskIds.0' }] },
	});
	expect(await startWait(['retrain-and-wait/none'], 'http://127.0.0.1:9/other')).toMatchObject({
		status: 400,
		body: { issues: [{ path: 'callbackUrl', message: expect.stringContaining('127.0.0.1:9') as string }] },
	});
});
