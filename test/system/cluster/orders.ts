import { z } from 'zod';
import { createClient } from '../../../api';
import { eventually, isThere } from '../../support/time/eventually';
import { askGateway } from '../e2e/ask-gateway';
import type { N8nQueueMode } from '../../support/cluster/n8n-queue-mode';
import { Mailboxes } from '../../support/gateway/mailboxes';
import { SandboxAdmin } from '../../support/sandbox-admin/sandbox-admin';
import { Execution } from '../../support/stack/execution';
import { listExecutions } from '../../support/stack/list-executions';
import type { MatrixStack } from '../chaos/fault-matrix/stack';

/** The nodes of test/system/cluster/flows/orders.json that start tasks. Each has a key of its own, with the order's title. */
const TASK_NODES = ['Retrain', 'Add Source', 'Send'] as const;
const TASK_TYPES = ['retrain-and-wait', 'add-sources', 'email-send-with-review'] as const;
export type TaskNode = (typeof TASK_NODES)[number];

/** With this clock a run over the site takes hours, with the other one seconds. */
const SLOW_PAGE_SECONDS = 80_000;
const FAST_CLOCK = 100_000;
const SLOW_CLOCK = 1;

const orderSchema = z.object({ title: z.string(), agentId: z.string(), to: z.string() });
export type Order = z.infer<typeof orderSchema>;
const webhookSchema = z.looseObject({ body: orderSchema });
const resultSchema = z.looseObject({
	trained: z.string(),
	added: z.string(),
	mailed: z.string(),
	ids: z.array(z.string()),
});
const tasksSchema = z.object({ items: z.array(z.looseObject({ id: z.string(), status: z.string() })) });
const reviewSchema = z.looseObject({ question: z.looseObject({ hash: z.string() }) });

/** One who sends orders to a flow, approves their mails, and sends an order again that has come to no end. */
export class Orders {
	private readonly admin: SandboxAdmin;
	private readonly mail: Mailboxes;

	constructor(
		private readonly stack: MatrixStack,
		private readonly n8n: N8nQueueMode,
		private readonly flow: string,
	) {
		const { apiKey, ...sandbox } = stack.sandbox;
		this.admin = new SandboxAdmin(sandbox);
		this.mail = new Mailboxes({ sandbox: { ...sandbox, seedKey: apiKey } });
	}

	/** The service has a mailbox, and room for the agents of all orders. */
	async prepare(): Promise<void> {
		await this.admin.changeAccount({ plan: 'business' });
		await this.mail.active('help@shop.example');
	}

	/** Orders that each have an agent and a recipient that no other has. Their runs go on until `endRuns`. */
	async make(prefix: string, count: number): Promise<Order[]> {
		await this.admin.setSettings({ clockFactor: SLOW_CLOCK });
		const { siteUrl: website } = this.stack.sandbox;
		const orders = Array.from({ length: count }, (_, index) => ({
			title: `${prefix} ${index + 1}`,
			agentId: `agent_${prefix}_${index + 1}`,
			to: `${prefix}-${index + 1}@client.example`,
		}));
		for (const { agentId: id } of orders)
			await this.admin.createAgent({ id, name: id, website, pageSeconds: SLOW_PAGE_SECONDS });
		return orders;
	}

	async endRuns(): Promise<void> {
		await this.admin.setSettings({ clockFactor: FAST_CLOCK });
	}

	/** Sends an order until a response arrives. */
	async place(order: Order): Promise<void> {
		await this.until(`The webhook for ${order.title}`, async () => {
			const headers = { 'content-type': 'application/json' };
			const response = await fetch(`${this.n8n.url}/webhook/orders`, {
				method: 'POST',
				headers,
				body: JSON.stringify(order),
				signal: AbortSignal.timeout(10_000),
			});
			return response.ok ? true : null;
		});
	}

	/** An execution that n8n gave up has lost its data, and is not among them. */
	async executionsOf({ title }: Order): Promise<Execution[]> {
		const all = await this.executions();
		return all.filter((each) => orderOf(each)?.title === title);
	}

	async untilAllWaitIn(node: TaskNode, orders: readonly Order[]): Promise<void> {
		await this.until(`Orders that wait in ${node}`, async () => {
			const all = await Promise.all(orders.map((order) => this.executionsOf(order)));
			const isThere = (each: Execution) => each.status === 'waiting' && each.runs(node) === 1;
			return all.every((executions) => executions.length > 0 && executions.every(isThere)) ? true : null;
		});
	}

	/** The task of each order's mail. Its execution waits for it. */
	async mailTasksOf(orders: readonly Order[]): Promise<string[]> {
		const executions = await Promise.all(orders.map((order) => this.executionsOf(order)));
		return executions.flat().flatMap((execution) => execution.waitOf('Send').taskIds);
	}

	/** Approves the mail of a task, unless that is done. */
	async approve(id: string): Promise<void> {
		const path = `/v1/tasks/${encodeURIComponent(id)}`;
		const task = z.looseObject({ status: z.string() }).parse(await this.ask('GET', path));
		if (task.status !== 'running') return;
		const { question } = reviewSchema.parse(await this.ask('GET', `${path}/review`));
		await this.ask('POST', `${path}/decision`, { action: 'approve', hash: question.hash });
	}

	/** Approves what a person would, and sends each order again that no execution works on, until each has a result. */
	async untilAllDone(orders: readonly Order[]): Promise<Execution[]> {
		return this.until('Orders with a result', async () => {
			await this.n8n.startEnded();
			const all = await this.executions();
			const open = all.filter(({ status }) => ['new', 'running', 'waiting'].includes(status));
			const done = all.filter(({ status }) => status === 'success');
			for (const execution of open.filter((each) => each.status === 'waiting' && each.runs('Send') === 1))
				for (const id of execution.waitOf('Send').taskIds) await this.approve(id);
			// What is queued has no data of the order yet.
			if (open.some((each) => orderOf(each) === undefined)) return null;
			const isOf =
				({ title }: Order) =>
				(each: Execution) =>
					orderOf(each)?.title === title;
			const ended = orders.filter((order) => !open.some(isOf(order)));
			const lost = ended.filter((order) => !done.some(isOf(order)));
			for (const order of lost) await this.place(order);
			return ended.length === orders.length && lost.length === 0
				? done.filter((each) => orders.some((order) => isOf(order)(each)))
				: null;
		});
	}

	/** What the successful executions of an order have as its result. */
	resultsOf({ title }: Order, executions: readonly Execution[]): z.infer<typeof resultSchema>[] {
		return executions
			.filter((each) => orderOf(each)?.title === title)
			.flatMap((each) => each.output('Result').map((item) => resultSchema.parse(item)));
	}

	/** All tasks at the gateway. */
	async tasks(): Promise<z.infer<typeof tasksSchema>['items']> {
		const lists = await Promise.all(
			TASK_TYPES.map((type) => this.ask('GET', `/v1/tasks?type=${type}&limit=100&fresh=true`)),
		);
		return lists.flatMap((list) => tasksSchema.parse(list).items);
	}

	/** What an order did at the service, by the service's own records. */
	async effectsOf({ agentId, title, to }: Order) {
		const { apiUrl, apiKey } = this.stack.sandbox;
		const api = createClient({ baseUrl: apiUrl, apiKey });
		const posts = await this.admin.requests({ method: 'POST', path: `/agents/${agentId}/retrain` });
		const { items } = await api.call('listSources', { params: { id: agentId } });
		return {
			runs: posts.filter(({ status }) => status === 202).length,
			sources: items.filter(({ name }) => name === title).length,
			mails: (await this.mail.received(to)).map(({ subject }) => subject),
		};
	}

	async executions(): Promise<Execution[]> {
		const listed = await listExecutions(this.n8n.client, this.flow);
		return Promise.all(listed.map(({ id }) => Execution.read(this.n8n.client, id)));
	}

	until<Found>(what: string, look: () => Promise<Found | null>): Promise<Found> {
		return eventually(look, isThere, what, { everyMs: 1_000, looks: 300 });
	}

	private ask(method: string, path: string, body?: object): Promise<unknown> {
		const { gatewayUrl: url, token } = this.stack;
		return askGateway({ gateway: { url, token } }, method, path, body);
	}
}

function orderOf(execution: Execution): Order | undefined {
	return webhookSchema.safeParse(execution.output('Order')[0]).data?.body;
}
