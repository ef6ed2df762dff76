/**
 * Orders that wait for three tasks each, through n8n in queue mode, while the processes of n8n and Redis are killed.
 * n8n repeats nothing by itself, and who repeats a request starts a second execution: the tasks are counted.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { textAt } from '../../../scripts/json.mjs';
import { activateFlow } from '../../../scripts/n8n/workflows.mjs';
import { freePort } from '../../../scripts/processes/free-port.mjs';
import { FaultyServer } from '../chaos/fault-matrix/faulty-server';
import { copyPrograms } from '../chaos/fault-matrix/programs';
import { type MatrixStack, startMatrixStack } from '../chaos/fault-matrix/stack';
import { type N8nQueueMode, startN8nQueueMode } from '../../support/cluster/n8n-queue-mode';
import type { Execution } from '../../support/stack/execution';
import { type Order, Orders } from './orders';

const LIMIT_MS = 20 * 60_000;
const TASKS_OF_AN_ORDER = 3;
/** Longer than a test waits for the kill that it stands for. */
const NEVER_MS = 120_000;
/** What n8n says of an execution whose worker is gone. */
const GIVEN_UP = /failed to be processed too many times/;

const ends: Array<() => Promise<void>> = [];
let stack: MatrixStack;
let n8n: N8nQueueMode;
/** Between n8n and the gateway. */
let gateway: FaultyServer;
let orders: Orders;
let expectedTasks = 0;

beforeAll(async () => {
	const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-queue-mode-'));
	ends.push(() => rm(folder, { recursive: true, force: true }));
	const programs = await copyPrograms('queue-mode');
	ends.push(() => programs.remove());
	const port = await freePort();
	stack = await startMatrixStack({
		folder,
		programs,
		endedRun: 'kept',
		destinations: {},
		cluster: 'newest',
		receivers: [`127.0.0.1:${port}`],
	});
	ends.push(() => stack.stop());
	gateway = await FaultyServer.start(join(folder, 'gateway-calls.ndjson'), forwardTo(stack.gatewayUrl));
	ends.push(() => gateway.close());
	const { sandbox, token } = stack;
	n8n = await startN8nQueueMode({ folder, port, sandbox, gateway: { url: gateway.url, token } });
	ends.push(() => n8n.stop());
	const flow = await n8n.importFlow('test/system/cluster/flows/orders.json');
	await activateFlow(n8n.client, flow);
	orders = new Orders(stack, n8n, flow);
	await orders.prepare();
}, LIMIT_MS);

afterAll(async () => {
	for (const end of ends.toReversed()) await end();
});

/** Each order has its own result, each task ran once, and so did each effect. */
async function expectEachOnce(placed: readonly Order[], done: readonly Execution[]): Promise<void> {
	expectedTasks += placed.length * TASKS_OF_AN_ORDER;
	for (const node of ['Retrain', 'Add Source', 'Send', 'Result'])
		expect(done.map((execution) => execution.runs(node))).toEqual(done.map(() => 1));
	for (const order of placed) {
		const { title, agentId, to } = order;
		const [first, ...others] = orders.resultsOf(order, done);
		expect(first).toMatchObject({ trained: agentId, added: title, mailed: to });
		for (const other of others) expect(other).toEqual(first);
		expect(await orders.effectsOf(order)).toEqual({ runs: 1, sources: 1, mails: [title] });
	}
	const tasks = await orders.tasks();
	expect(tasks.filter(({ status }) => status !== 'completed')).toEqual([]);
	expect(tasks.length).toBe(expectedTasks);
}

it(
	'eight orders are nine executions if a request is sent twice, and still 24 tasks',
	async () => {
		const placed = await orders.make('taken', 8);
		const [first, ...rest] = placed;
		if (first === undefined) throw new Error('There is no order.');
		await orders.place(first);
		await orders.place(first);
		// The rest is placed while the webhook process ends: who gets no response sends the order again.
		const placing = Promise.all(rest.map((order) => orders.place(order)));
		await n8n.webhook.kill();
		await n8n.webhook.start();
		await placing;
		await orders.untilAllWaitIn('Retrain', placed);
		const started = await idsOf(placed);

		// While all wait, nobody needs a process of n8n.
		for (const part of [n8n.main, n8n.webhook, ...n8n.workers]) await part.kill();
		await orders.endRuns();
		await n8n.startEnded();
		const done = await orders.untilAllDone(placed);
		expect(done.map(({ id }) => id).sort()).toEqual(started);
		expect(started.length).toBeGreaterThan(placed.length);
		expect(orders.resultsOf(first, done)).toHaveLength(2);
		await expectEachOnce(placed, done);
	},
	LIMIT_MS,
);

it(
	'n8n gives up what its killed workers resumed, and an order that is placed again finds its tasks',
	async () => {
		const placed = await orders.make('resumed', 4);
		const held = placed.slice(0, 2);
		for (const order of placed) await orders.place(order);
		await orders.untilAllWaitIn('Retrain', placed);
		const lost = await idsOf(held);

		// The gateway has started the task of the next node, and the worker that resumed the execution never learns it.
		for (const order of held) hold(order, NEVER_MS);
		await orders.endRuns();
		await untilHeld(held);
		for (const worker of n8n.workers) await worker.kill();
		await n8n.startEnded();

		// Later the queue reports the end of the worker. The error replaces the data, so a retry has nothing to go on with.
		for (const id of lost) expect((await untilEnded(id, 'error')).error?.message).toMatch(GIVEN_UP);
		const [id] = lost;
		const retried = await n8n.client.request('POST', `/rest/executions/${id}/retry`, { loadWorkflow: false });
		expect(textAt(retried, 'status')).toBe('error');

		await expectEachOnce(placed, await orders.untilAllDone(placed));
		// What was queued at the kill has gone on.
		const without = (await orders.executions()).filter(({ status }) => status !== 'success');
		for (const { error } of without) expect(error?.message).toMatch(GIVEN_UP);
	},
	LIMIT_MS,
);

it(
	'nothing is lost when Redis stops at once, for a moment and for longer than n8n waits for it',
	async () => {
		const placed = await orders.make('queued', 4);
		for (const order of placed) await orders.place(order);
		await orders.untilAllWaitIn('Retrain', placed);
		const started = await idsOf(placed);

		// In the middle of a job.
		const held = placed.slice(0, 1);
		for (const order of held) hold(order, 10_000);
		await orders.endRuns();
		await untilHeld(held);
		await stopRedisFor(3_000);
		await orders.untilAllWaitIn('Send', placed);

		// While callbacks arrive: first for a moment, then until each process of n8n has ended.
		const mails = await orders.mailTasksOf(placed);
		const half = mails.length / 2;
		await stopRedisFor(5_000, mails.slice(0, half));
		const processes = [n8n.main, n8n.webhook, ...n8n.workers];
		const haveEnded = () => Promise.resolve(processes.some(({ isRunning }) => isRunning) ? null : true);
		await n8n.redis.kill();
		for (const mail of mails.slice(half)) await orders.approve(mail);
		await orders.until('The end of all processes of n8n', haveEnded);
		await n8n.redis.start();

		const done = await orders.untilAllDone(placed);
		expect(done.map(({ id }) => id).sort()).toEqual(started);
		await expectEachOnce(placed, done);
	},
	LIMIT_MS,
);

/** @param mails approved meanwhile */
async function stopRedisFor(ms: number, mails: readonly string[] = []): Promise<void> {
	await n8n.redis.kill();
	for (const mail of mails) await orders.approve(mail);
	// oxlint-disable-next-line test-time/no-timer -- Redis is away for so long.
	await pause(ms);
	await n8n.redis.start();
}

/** All executions of these orders, sorted. */
async function idsOf(placed: readonly Order[]): Promise<string[]> {
	const executions = await Promise.all(placed.map((order) => orders.executionsOf(order)));
	return executions
		.flat()
		.map(({ id }) => id)
		.sort();
}

/** The response to the start of the order's next task arrives so late, though the task starts. */
function hold({ agentId }: Order, delayMs: number): void {
	gateway.injectFault(`"${agentId}"`, /^POST \/v1\/tasks\/add-sources$/, { kind: 'late-answer', delayMs });
}

async function untilHeld(held: readonly Order[]): Promise<void> {
	await orders.until('The starts of tasks', async () => {
		const isHeld = ({ agentId }: Order) =>
			gateway.of(`"${agentId}"`, /add-sources$/).some(({ takenAt, fault }) => takenAt !== null && fault !== null);
		return Promise.resolve(held.every(isHeld) ? true : null);
	});
}

async function untilEnded(id: string, status: string): Promise<Execution> {
	return orders.until(`Execution ${id} as ${status}`, async () => {
		const execution = (await orders.executions()).find((each) => each.id === id);
		return execution?.status === status ? execution : null;
	});
}

/** The calls of the task nodes send these headers. */
const FORWARDED = ['authorization', 'content-type', 'idempotency-key'] as const;

function forwardTo(url: string): NonNullable<Parameters<typeof FaultyServer.start>[1]> {
	return async ({ method, route, headers, body }) => {
		const sent = new Headers();
		for (const name of FORWARDED) {
			const value = headers[name];
			if (typeof value === 'string') sent.set(name, value);
		}
		const path = route.slice(method.length + 1);
		const response = await fetch(`${url}${path}`, { method, headers: sent, ...(body === '' ? {} : { body }) });
		const type = response.headers.get('content-type') ?? 'application/json';
		return { status: response.status, headers: { 'content-type': type }, body: await response.text() };
	};
}
