import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { once } from 'node:events';
import { Webhook } from 'standardwebhooks';
import { eventually } from '../../../support/time/eventually';
import type { StartWait } from '../../../../worker/tasks';
import { Platform, SIGNING_SECRET } from '../../../support/temporal/start-platform';

interface Call {
	path: string;
	headers: IncomingHttpHeaders;
	body: string;
}

let platform: Platform;
let receiver: Server;
let origin: string;
const calls: Call[] = [];
const answers: Array<[status: number, body: string]> = [];

beforeAll(async () => {
	receiver = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			calls.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() });
			const [status, body] = answers.shift() ?? [200, '{}'];
			response.writeHead(status).end(body);
		});
	}).listen(0, '127.0.0.1');
	await once(receiver, 'listening');
	const address = receiver.address();
	const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
	origin = `http://${host}`;
	platform = await Platform.start({ callbackHosts: [host] });
	await platform.admin.setSettings({ clockFactor: 1000 });
});
afterAll(async () => {
	receiver.close();
	await platform.stop();
});

function waitOf(taskIds: string[], executionId: string, more: Partial<StartWait> = {}): StartWait {
	return { taskIds, callbackUrl: `${origin}/${executionId}`, executionId, nodeId: 'node', runIndex: 0, ...more };
}

const callsOf = (executionId: string) => calls.filter(({ path }) => path === `/${executionId}`);

describe('waits', () => {
	it('calls n8n back once, signed, when all tasks have ended, after it was busy', async () => {
		const tasks = [await platform.retrain('one'), await platform.retrain('two', { agentId: 'agent_sales' })];
		answers.push(
			[409, '{"message":"The execution \\"all\\" is running already."}'],
			[404, '{"code":404,"message":"The execution \\"all\\" does not exist."}'],
		);
		const wait = waitOf(
			tasks.map(({ id }) => id),
			'all',
		);
		const { id } = await platform.waits.start(wait);
		expect(await platform.waits.start(wait)).toEqual({ id });
		await eventually(() => callsOf('all').length === 3, Boolean, 'a wait is a workflow of its own');
		const view = await platform.waits.get(id);
		expect(view).toMatchObject({ id, status: 'completed' });
		expect(view.tasks.map(({ status }) => status)).toEqual(['completed', 'completed']);
		for (const { body, headers } of callsOf('all')) {
			const signed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
			expect(new Webhook(SIGNING_SECRET).verify(body, signed)).toEqual({ waitId: id });
			expect(headers['webhook-id']).toBe(id);
		}
		expect(await platform.waits.start(wait)).toEqual({ id });
	});

	it('calls n8n back when its deadline has passed, while the task continues', async () => {
		await platform.admin.setSettings({ clockFactor: 0.01 });
		const task = await platform.retrain('slow');
		const { id } = await platform.waits.start(waitOf([task.id], 'late', { deadlineSeconds: 1 }));
		await eventually(() => callsOf('late').length === 1, Boolean, 'a wait is a workflow of its own');
		await eventually(
			async () => (await platform.waits.get(id)).status === 'timed_out',
			Boolean,
			'a wait is a workflow of its own',
		);
		expect((await platform.tasks.get(task.id)).status).toBe('running');
	});

	it('ends an older wait of the same node, which then calls nobody back', async () => {
		const [task] = (await platform.tasks.list({ status: 'running' })).items;
		const older = await platform.waits.start(waitOf([task?.id ?? ''], 'loop', { callbackUrl: `${origin}/older` }));
		const newer = await platform.waits.start(waitOf([task?.id ?? ''], 'loop', { runIndex: 1 }));
		expect((await platform.waits.get(newer.id)).status).toBe('waiting');
		await eventually(
			async () => (await platform.waits.get(older.id).catch(() => null))?.status === 'superseded',
			Boolean,
			'a wait is a workflow of its own',
		);
		await platform.admin.setSettings({ clockFactor: 1000 });
		await eventually(() => callsOf('loop').length === 1, Boolean, 'a wait is a workflow of its own');
		expect(callsOf('older')).toHaveLength(0);
	});

	it('counts a callback that n8n refuses for good as given up, once', async () => {
		const { id } = await platform.retrain('refused');
		answers.push([401, 'Invalid token']);
		await platform.waits.start(waitOf([id], 'refused'));
		await eventually(() => callsOf('refused').length > 0, Boolean, 'a wait is a workflow of its own');
		const figures = async () => platform.metrics.registry.metrics();
		const givenUp = 'agent_knowledge_deliveries_total{kind="callback",outcome="given_up"} 1';
		await eventually(async () => (await figures()).includes(givenUp), Boolean, 'a wait is a workflow of its own');
		expect(callsOf('refused')).toHaveLength(1);
	});

	it('refuses a callback to another host, and tasks that are not there', async () => {
		const [task] = (await platform.tasks.list({})).items;
		const elsewhere = waitOf([task?.id ?? ''], 'elsewhere', { callbackUrl: 'http://127.0.0.1:1/' });
		await expect(platform.waits.start(elsewhere)).rejects.toThrow(
			'leads to 127.0.0.1:1, which is not in gateway.callbackHosts',
		);
		await expect(platform.waits.start(waitOf(['retrain-and-wait/none'], 'none'))).rejects.toThrow('no task');
		await expect(platform.waits.get('wait/none')).rejects.toThrow('no wait');
	});
});
