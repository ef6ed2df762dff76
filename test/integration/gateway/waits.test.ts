import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { ask, idOf, retrain } from './platform/ask';
import { startPlatform, type GatewayPlatform } from './platform/start-platform';

interface Callback {
	path: string;
	headers: Record<string, string>;
	body: string;
}

let platform: GatewayPlatform;
let receiver: Server;
let receiverUrl: string;
const callbacks: Callback[] = [];

beforeAll(async () => {
	receiver = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
			callbacks.push({ path: request.url ?? '', headers, body: Buffer.concat(chunks).toString() });
			receiver.emit('callback');
			response.end('{}');
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

async function callbackTo(path: string): Promise<Callback> {
	for (;;) {
		const found = callbacks.find((callback) => callback.path === path);
		if (found !== undefined) return found;
		await once(receiver, 'callback');
	}
}

test('the callback comes once all tasks have ended, signed, and tells the id of the wait only', async () => {
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
	const place = { executionId: '8', deadlineSeconds: 5 };
	const older = await startWait([task], `${receiverUrl}/older`, place);
	const newer = await startWait([task], `${receiverUrl}/newer`, { ...place, runIndex: 1 });
	await callbackTo('/newer');
	const status = async (answer: Awaited<typeof newer>) =>
		(await ask(platform, { path: `/v1/waits/${encodeURIComponent(idOf(answer))}` })).body;
	expect(await status(newer)).toMatchObject({ status: 'timed_out', tasks: [{ status: 'running' }] });
	expect(await status(older)).toMatchObject({ status: 'superseded' });
	expect(callbacks.map(({ path }) => path)).not.toContain('/older');
	await ask(platform, { method: 'POST', path: `/v1/tasks/${encodeURIComponent(task)}/cancel` });
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
