/**
 * Executions that wait for three tasks one after the other, while n8n, the gateway, the worker and Temporal are each
 * killed twice. AK_WAITING_EXECUTIONS: how many, default 20.
 */
import { z } from 'zod';
import { createClient } from '../../../api';
import { activateFlow } from '../../../scripts/n8n/workflows.mjs';
import { eventually, isThere } from '../../support/time/eventually';
import { Mailboxes } from '../../support/gateway/mailboxes';
import { SandboxAdmin } from '../../support/sandbox-admin/sandbox-admin';
import { Execution } from '../../support/stack/execution';
import { listExecutions } from '../../support/stack/list-executions';
import { useRealN8n } from '../../support/stack/use-real-n8n';
import { askGateway } from './ask-gateway';

const EXECUTIONS = Number(process.env['AK_WAITING_EXECUTIONS'] ?? 20);
const STEP_MS = 240_000 + EXECUTIONS * 10_000;
const TEST_MS = 6 * STEP_MS;
const TASK_NODES = ['Retrain', 'Add Source', 'Send'];
/** At the stack's clock a run over the site takes hours. */
const SLOW_PAGE_SECONDS = 10_000;
const FAST_CLOCK = 100_000;

interface Order {
	agentId: string;
	title: string;
	to: string;
}
/** Each execution has an agent, a title and a recipient that no other has. */
const orders: Order[] = Array.from({ length: EXECUTIONS }, (_, index) => ({
	agentId: `agent_order_${index + 1}`,
	title: `Order ${index + 1}`,
	to: `person-${index + 1}@client.example`,
}));

const reviewSchema = z.looseObject({ question: z.looseObject({ hash: z.string() }) });
const tasksSchema = z.object({ items: z.array(z.looseObject({ id: z.string(), status: z.string() })) });
const resultSchema = z.looseObject({ trained: z.string(), ids: z.array(z.string()) });

const running = useRealN8n({ gatewayApart: true });
let admin: SandboxAdmin;
let mail: Mailboxes;

beforeAll(async () => {
	const { apiKey, ...sandbox } = running().stack.sandbox;
	admin = new SandboxAdmin(sandbox);
	await admin.changeAccount({ plan: 'business' });
	for (const { agentId: id } of orders)
		await admin.createAgent({ id, name: id, website: sandbox.siteUrl, pageSeconds: SLOW_PAGE_SECONDS });
	mail = new Mailboxes({ sandbox: { ...sandbox, seedKey: apiKey } });
	await mail.active('help@shop.example');
});

const client = () => running().n8n.client;
const ask = (method: string, path: string, body?: object) => askGateway(running().stack, method, path, body);
const until = <Found>(what: string, look: () => Promise<Found | null>) =>
	eventually(look, isThere, what, { everyMs: 1_000, looks: STEP_MS / 1_000 });

/** Starts an execution. n8n registers the webhook a moment after it has published the flow. */
async function place(order: Order): Promise<void> {
	await until('The webhook of the flow', async () => {
		const headers = { 'content-type': 'application/json' };
		const url = `${running().n8n.url}/webhook/three-tasks`;
		const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(order) });
		return answer.ok ? true : null;
	});
}

async function executionsOf(flow: string): Promise<Execution[]> {
	const listed = await listExecutions(client(), flow);
	return Promise.all(listed.map(({ id }) => Execution.read(client(), id)));
}

/** All executions, once each of them waits in a node. */
async function untilAllWaitIn(flow: string, node: string): Promise<Execution[]> {
	return until(`${EXECUTIONS} executions that wait in ${node}`, async () => {
		const all = await executionsOf(flow);
		const there = all.filter((each) => each.status === 'waiting' && each.runs(node) === 1);
		return there.length === EXECUTIONS ? all : null;
	});
}

async function approve(execution: Execution): Promise<void> {
	const [id = ''] = execution.waitOf('Send').taskIds;
	const path = `/v1/tasks/${encodeURIComponent(id)}`;
	const { question } = await until(`The review of ${id}`, async () =>
		reviewSchema.parse(await ask('GET', `${path}/review`)),
	);
	await ask('POST', `${path}/decision`, { action: 'approve', hash: question.hash });
}

async function tasksOf(type: string) {
	return tasksSchema.parse(await ask('GET', `/v1/tasks?type=${type}&limit=100&fresh=true`)).items;
}

/** What an order did at the service, by the service's own records. */
async function effectsOf({ agentId, title, to }: Order) {
	const { apiUrl, apiKey } = running().stack.sandbox;
	const api = createClient({ baseUrl: apiUrl, apiKey });
	const posts = await admin.requests({ method: 'POST', path: `/agents/${agentId}/retrain` });
	const { items } = await api.call('listSources', { params: { id: agentId } });
	return {
		runs: posts.filter(({ status }) => status === 202).length,
		sources: items.filter(({ name }) => name === title).length,
		mails: (await mail.received(to)).map(({ subject }) => subject),
	};
}

test(
	`${EXECUTIONS} executions with three tasks each end once, with their own results, though everything is killed twice`,
	async () => {
		const { stack, n8n } = running();
		const flow = await n8n.importFlow('test/system/e2e/flows/three-tasks.json');
		await activateFlow(client(), flow);
		for (const order of orders) await place(order);

		// First, one after the other, while all executions wait for a run that goes on.
		await untilAllWaitIn(flow, 'Retrain');
		for (const service of [n8n.server, stack.gateway.server, stack.worker, stack.temporal]) {
			await service.kill();
			await service.start();
		}
		await untilAllWaitIn(flow, 'Retrain');

		// Then together, while all wait for a person: half of the tasks end when no part is there to say so.
		await admin.setSettings({ clockFactor: FAST_CLOCK });
		const asked = await untilAllWaitIn(flow, 'Send');
		await n8n.server.kill();
		const half = Math.ceil(asked.length / 2);
		for (const execution of asked.slice(0, half)) await approve(execution);
		const services = [stack.temporal, stack.worker, stack.gateway.server];
		await Promise.all(services.map((service) => service.kill()));
		for (const service of [...services, n8n.server]) await service.start();
		for (const execution of asked.slice(half)) await approve(execution);

		const ended = await until(`${EXECUTIONS} executions at their end`, async () => {
			const all = await executionsOf(flow);
			return all.some(({ status }) => status === 'waiting' || status === 'running') ? null : all;
		});
		expect(ended.map(({ status }) => status)).toEqual(orders.map(() => 'success'));
		for (const node of [...TASK_NODES, 'Result'])
			expect(ended.map((execution) => execution.runs(node))).toEqual(orders.map(() => 1));
		const results = ended.flatMap((execution) => execution.output('Result').map((item) => resultSchema.parse(item)));
		for (const { agentId, title, to } of orders)
			expect(results.filter(({ trained }) => trained === agentId)).toMatchObject([{ added: title, mailed: to }]);

		const tasks = await Promise.all(['retrain-and-wait', 'add-sources', 'email-send-with-review'].map(tasksOf));
		expect(tasks.flat().filter(({ status }) => status !== 'completed')).toEqual([]);
		const ids = results.flatMap((result) => result.ids);
		expect(tasks.flatMap((items) => items.map(({ id }) => id)).sort()).toEqual(ids.sort());
		for (const order of orders) expect(await effectsOf(order)).toEqual({ runs: 1, sources: 1, mails: [order.title] });
	},
	TEST_MS,
);
