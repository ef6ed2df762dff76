import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BlobStore } from '../../../worker/storage/blobs';
import { type GatewayServices, Tokens } from '../../../worker/gateway';
import { inMemoryGateway } from '../../../worker/gateway/testing/in-memory-gateway';
import { InMemoryHandOuts } from '../../../worker/gateway/testing/in-memory-hand-outs';
import { inMemorySchedules } from '../../../worker/gateway/testing/in-memory-services';
import { inMemoryTasks } from '../../../worker/gateway/testing/in-memory-tasks';
import { type StandingGateway, startStandingGateway } from '../../../worker/gateway/testing/standing-gateway';
import type { StartWait, TaskService, TaskView, WaitStatus } from '../../../worker/tasks';
import { GatewayCredential } from './credentials';
import { actionsOver, type Requests, retriesOf, reviewsOf, type Waits, waitsOver } from './gateway-services';
import { trained } from './results';
import { type Service, startService } from './service';
import { MemorySubscriptions } from './subscriptions';

interface GatewayOptions {
	/** Names of connections, all of the same service. */
	connections?: readonly string[];
	/** `host:port` that may receive callbacks. Default: the n8n of the tests. */
	callbackHosts?: string[];
	/** Names of buckets for exports. No server stands behind them. */
	buckets?: readonly string[];
}

const N8N = '127.0.0.1:5678';
const TOKEN = 'a-token-of-n8n-for-the-tests';
const BUCKET = {
	endpoint: 'http://127.0.0.1:9',
	bucket: 'exports',
	accessKeyId: 'id',
	secretAccessKey: 'secret',
};

/** What one test does at the gateway, and sees of it. */
class GatewayState {
	/** The input of each start, in order. */
	readonly inputs: object[] = [];
	/** The filters of each list of tasks, in order. */
	readonly lists: object[] = [];
	/** Actions, decisions and retries that reached the gateway, in order. */
	readonly requests: Requests = [];
	readonly waits: Waits = new Map();
	readonly schedules = inMemorySchedules();
	/** The leads of syncs into flows. */
	readonly handOuts = new InMemoryHandOuts();
	readonly subscriptions = new MemorySubscriptions();
	protected readonly memory = inMemoryTasks();
}

/** The worker's real gateway over HTTP; its tasks live in memory, and end when a test says so. */
export class TaskGateway extends GatewayState {
	url = '';
	/** What the node's credential holds. */
	credential = new GatewayCredential({ gatewayUrl: '', token: TOKEN });
	/** A token that may not decide. */
	readonly starter = 'a-token-that-may-not-decide';
	#running: { gateway: StandingGateway; service: Service; directory: string; blobs: BlobStore } | undefined;
	#tests = 0;

	constructor(private readonly options: GatewayOptions) {
		super();
	}

	async start(): Promise<void> {
		const service = await startService();
		const directory = await mkdtemp(path.join(tmpdir(), 'agent-knowledge-'));
		const services = this.#services(service, directory);
		const gateway = await startStandingGateway(services);
		this.url = gateway.url;
		this.#running = { gateway, service, directory, blobs: services.blobs.store };
	}

	/** Forgets what earlier tests did. */
	reset(): void {
		const running = this.#started();
		Object.assign(this, new GatewayState());
		this.credential = new GatewayCredential({ gatewayUrl: this.url, token: TOKEN });
		running.service.reset();
		const services = this.#services(running.service, path.join(running.directory, String((this.#tests += 1))));
		running.blobs = services.blobs.store;
		running.gateway.replace(services);
	}

	async close(): Promise<void> {
		const { gateway, service, directory } = this.#started();
		await gateway.close();
		await service.close();
		await rm(directory, { recursive: true, force: true });
	}

	/** Where files are kept. */
	get blobs(): BlobStore {
		return this.#started().blobs;
	}

	/** The ids of the service's agents; a test may add some. */
	get agents(): string[] {
		return this.#started().service.agents;
	}

	/** The service answers 429 from now on. */
	limitService(): void {
		this.#started().service.isBusy = true;
	}

	/** @throws when nothing waits */
	onlyWait(): StartWait & { id: string } {
		const [entry] = this.waits;
		if (entry === undefined) throw new Error('Nothing waits at the gateway.');
		return { id: entry[0], ...entry[1] };
	}

	/** All tasks, in the order of their starts. */
	async tasks(): Promise<TaskView[]> {
		return (await this.memory.list({})).items;
	}

	/** Ends the task of an agent. @param result of a task that completed; default: that of a training that finished */
	async end(agentId: string, status: 'completed' | 'failed', result: object = trained(agentId)): Promise<void> {
		for (const task of (await this.tasks()).filter((one) => one.agentId === agentId)) {
			Object.assign(task, { status, result: status === 'completed' ? result : null });
		}
	}

	endWaits(status: WaitStatus): void {
		for (const wait of this.waits.values()) wait.status = status;
	}

	#started() {
		if (this.#running === undefined) throw new Error('The gateway did not start.');
		return this.#running;
	}

	#services({ url }: Service, directory: string): GatewayServices {
		const { connections = ['main'], callbackHosts = [N8N], buckets = [] } = this.options;
		const { inputs, lists, requests, waits, memory, schedules, handOuts, subscriptions } = this;
		const tasks: TaskService = {
			...memory,
			start: (task) => {
				inputs.push(task.input);
				return memory.start(task);
			},
			list: (wanted) => {
				lists.push(wanted);
				return memory.list(wanted);
			},
		};
		const task = async (id: string) => await memory.get(id);
		const { services } = inMemoryGateway(directory, {
			inFile: {
				gateway: { callbackHosts },
				connections: Object.fromEntries(connections.map((name) => [name, { baseUrl: url, apiKey: 'the-key' }])),
				buckets: Object.fromEntries(buckets.map((name) => [name, BUCKET])),
			},
			tokens: new Tokens([
				{ name: 'n8n', token: TOKEN, roles: ['read', 'start', 'decide'] },
				{ name: 'starter', token: this.starter, roles: ['read', 'start'] },
			]),
			tasks,
			waits: waitsOver(waits, callbackHosts, task),
			reviews: reviewsOf(requests),
			actions: actionsOver(requests),
			retries: retriesOf(requests, task),
			schedules,
			handOuts,
			subscriptions,
			sendsMail: true,
			webhookHosts: [N8N],
		});
		return services;
	}
}

/** One gateway for the tests of a file, or of a block. It forgets after each test what it did. */
export function useTaskGateway(options: GatewayOptions = {}): TaskGateway {
	const gateway = new TaskGateway(options);
	beforeAll(() => gateway.start());
	beforeEach(() => {
		gateway.reset();
	});
	afterAll(() => gateway.close());
	return gateway;
}
