import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Connections } from '../../../worker/connections';
import { directLookUps } from '../../../worker/activities/look-up/testing/direct-look-ups';
import { Buckets } from '../../../worker/storage/buckets';
import { type BlobStore, openBlobs } from '../../../worker/storage/blobs';
import { parseConfig } from '../../../worker/config';
import { startGateway, Tokens } from '../../../worker/gateway';
import { Keyring } from '../../../worker/temporal';
import {
	inMemoryHooks,
	inMemoryIncidents,
	inMemoryOverview,
	inMemoryPersons,
	inMemoryResends,
	inMemorySchedules,
	inMemorySubscriptions,
	inMemoryTimelines,
	inMemoryUsage,
} from '../../../worker/gateway/testing/in-memory-services';
import { InMemoryHandOuts } from '../../../worker/gateway/testing/in-memory-hand-outs';
import { inMemoryTasks } from '../../../worker/gateway/testing/in-memory-tasks';
import { StoredPreviews } from '../../../worker/tasks/bulk';
import { DestinationEdits, Destinations, StoredDestinations } from '../../../worker/destinations';
import { createLogger } from '../../../worker/log';
import {
	checkCallback,
	type StartWait,
	type TaskActions,
	type TaskRetries,
	type TaskService,
	type TaskView,
	unknownAction,
	waitNotFound,
	type WaitService,
	type WaitStatus,
} from '../../../worker/tasks';
import type { SubscriptionService } from '../../../worker/webhooks';
import { actionsOf } from '../../../worker/tasks/definitions';
import { TASK_TYPES } from '../../../workflows/contracts';
import type { ReviewService } from '../../../worker/tasks/reviews';
import { mail } from '../../../worker/tasks/subjects';
import type { ScheduleService } from '../../../worker/tasks/schedules';
import { GatewayCredential } from './credentials';
import { trained } from './results';
import { startService } from './service';

/** The worker's real gateway over HTTP; its tasks live in memory, and end when a test says so. */
export interface TaskGateway {
	url: string;
	/** What the node's credential holds. */
	credential: GatewayCredential;
	/** A token that may not decide. */
	starter: string;
	/** The input of each start, in order. */
	inputs: object[];
	/** The filters of each list of tasks, in order. */
	lists: object[];
	/** Actions, decisions and retries that reached the gateway, in order. */
	requests: Array<{ id: string; idempotencyKey: string; [field: string]: unknown }>;
	schedules: ScheduleService;
	/** Where files are kept, below a folder of the gateway's own. */
	blobs: BlobStore;
	/** The leads of syncs into flows. */
	handOuts: InMemoryHandOuts;
	/** The ids of the service's agents; a test may add some. */
	agents: string[];
	waits: Map<string, StartWait & { status: WaitStatus }>;
	/** @throws when nothing waits */
	onlyWait(): StartWait & { id: string };
	/** All tasks, in the order of their starts. */
	tasks(): Promise<TaskView[]>;
	/** Ends the task of an agent. @param result of a task that completed; default: that of a training that finished */
	end(agentId: string, status: 'completed' | 'failed', result?: object): Promise<void>;
	endWaits(status: WaitStatus): void;
	close(): Promise<void>;
}

interface GatewayOptions {
	/** Names of connections, all of the same service. */
	connections?: readonly string[];
	/** Default: none, and requests for one are refused. */
	subscriptions?: SubscriptionService;
	/** `host:port` that may receive events. */
	webhookHosts?: string[];
	/** `host:port` that may receive callbacks. Default: the n8n of the tests. */
	callbackHosts?: string[];
	/** Names of buckets for exports. No server stands behind them. */
	buckets?: readonly string[];
}

const BUCKET = {
	endpoint: 'http://127.0.0.1:9',
	bucket: 'exports',
	accessKeyId: 'id',
	secretAccessKey: 'secret',
};

export async function startTaskGateway({
	connections = ['main'],
	subscriptions = inMemorySubscriptions(),
	webhookHosts = [],
	callbackHosts = ['127.0.0.1:5678'],
	buckets = [],
}: GatewayOptions = {}): Promise<TaskGateway> {
	const token = randomBytes(24).toString('hex');
	const starter = randomBytes(24).toString('hex');
	const service = await startService();
	const directory = await mkdtemp(path.join(tmpdir(), 'agent-knowledge-'));
	const memory = inMemoryTasks();
	const inputs: object[] = [];
	const lists: object[] = [];
	const requests: TaskGateway['requests'] = [];
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
	const schedules = inMemorySchedules();
	const waits = new Map<string, StartWait & { status: WaitStatus }>();
	const config = parseConfig(
		{
			gateway: {
				port: 0,
				tokens: [
					{ name: 'n8n', token, roles: ['read', 'start', 'decide'] },
					{ name: 'starter', token: starter, roles: ['read', 'start'] },
				],
				callbackHosts,
			},
			connections: Object.fromEntries(connections.map((name) => [name, { baseUrl: service.url, apiKey: 'the-key' }])),
			blobs: { directory },
			buckets: Object.fromEntries(buckets.map((name) => [name, BUCKET])),
			encryption: { keys: [{ id: 'first', secret: randomBytes(32).toString('base64') }], current: 'first' },
		},
		{ source: 'the test', env: {}, gateway: true },
	);
	const blobs = openBlobs(config.blobs);
	const keyring = new Keyring(config.encryption);
	const stored = new StoredDestinations({ store: blobs.store, keyring, webhookHosts });
	const destinations = new Destinations(config.destinations, undefined, stored);
	const handOuts = new InMemoryHandOuts();
	const known = new Connections(config.connections, directLookUps(config.connections));
	const { url, close } = await startGateway({
		config: config.gateway,
		tokens: new Tokens(config.gateway.tokens),
		hooks: {},
		collected: inMemoryHooks(),
		logger: createLogger({ level: 'silent' }),
		tasks,
		waits: waitsOver(waits, callbackHosts, async (id) => await tasks.get(id)),
		connections: known,
		bulkPreviews: new StoredPreviews({ tasks, schedules, connections: known }, blobs),
		reviews: reviewsOf(requests),
		keyring,
		subscriptions,
		sendsMail: true,
		webhookHosts,
		blobs,
		buckets: new Buckets(config.buckets),
		actions: actionsOver(requests),
		handOuts,
		persons: inMemoryPersons(),
		overview: inMemoryOverview(),
		incidents: inMemoryIncidents(),
		timelines: inMemoryTimelines(),
		usage: inMemoryUsage(),
		retries: retriesOf(requests, async (id) => await tasks.get(id)),
		resends: inMemoryResends(),
		destinations,
		destinationEdits: new DestinationEdits(destinations, stored, keyring),
		schedules,
		temporalPages: null,
		retentionHours: 720,
	});
	const all = async () => (await memory.list({})).items;
	return {
		url,
		credential: new GatewayCredential({ gatewayUrl: url, token }),
		starter,
		agents: service.agents,
		blobs: blobs.store,
		handOuts,
		inputs,
		lists,
		requests,
		schedules,
		waits,
		onlyWait() {
			const [entry] = waits;
			if (entry === undefined) throw new Error('Nothing waits at the gateway.');
			return { id: entry[0], ...entry[1] };
		},
		tasks: all,
		async end(agentId, status, result = trained(agentId)) {
			for (const task of (await all()).filter((one) => one.agentId === agentId)) {
				Object.assign(task, { status, result: status === 'completed' ? result : null });
			}
		},
		endWaits(status) {
			for (const wait of waits.values()) wait.status = status;
		},
		async close() {
			await close();
			await service.close();
			await rm(directory, { recursive: true, force: true });
		},
	};
}

/** Every task has the actions of all types. */
function actionsOver(requests: TaskGateway['requests']): TaskActions {
	const known = TASK_TYPES.flatMap(actionsOf);
	return {
		async act(request) {
			if (!known.includes(request.action)) throw unknownAction(request.action, 'lead-sync', known);
			requests.push({ ...request });
			return await Promise.resolve({ message: 'The sync looks for new leads now.' });
		},
		refusedLeads: () => Promise.resolve([]),
		syncedAgents: () => Promise.resolve([]),
	};
}

function retriesOf(requests: TaskGateway['requests'], get: (id: string) => Promise<TaskView>): TaskRetries {
	return {
		async find(id, idempotencyKey) {
			requests.push({ id, idempotencyKey });
			return { repeated: await get(id) };
		},
		start: ({ id }) => get(id),
		async failedItems(id, idempotencyKey) {
			const { type } = await get(id);
			return { type, input: {}, idempotencyKey };
		},
	};
}

const DRAFT = { to: ['ada@client.example'], cc: [], subject: 'Your order', content: 'It comes on Tuesday.' };

/** Each task asks for the approval of the same email. */
function reviewsOf(requests: TaskGateway['requests']): ReviewService {
	const question = { number: 1, kind: 'approval' as const, hash: 'the-hash', reason: 'A person approves.' };
	return {
		read: () =>
			Promise.resolve({
				subject: mail,
				view: {
					connection: 'main',
					agentId: 'agent_a',
					sessionId: null,
					sender: null,
					draft: DRAFT,
					decisions: [],
					asked: {},
					reviewers: [],
					origin: null,
					resumeAutoReplies: false,
					keyVersion: 'first',
					question: { ...question, expiresAt: Date.now() + 3_600_000 },
				},
			}),
		decide(taskId, { id, ...request }) {
			requests.push({ ...request, id: taskId, idempotencyKey: id });
			const { action, by, via, hash, note } = request;
			const at = '2026-11-21T10:00:00Z';
			return Promise.resolve({ decision: { id, action, by, via, at, question: 1, hash, note }, next: null });
		},
	};
}

function waitsOver(
	waits: TaskGateway['waits'],
	callbackHosts: readonly string[],
	task: (id: string) => Promise<TaskView>,
): WaitService {
	return {
		start(wait) {
			const id = `wait~${createHash('sha256').update(JSON.stringify(wait)).digest('hex')}`;
			if (!waits.has(id)) waits.set(id, { ...wait, status: 'waiting' });
			return Promise.resolve({ id });
		},
		check: (callbackUrl) =>
			Promise.resolve().then(() => {
				checkCallback(callbackUrl, callbackHosts);
			}),
		async get(id) {
			const wait = waits.get(id);
			if (wait === undefined) throw waitNotFound(id);
			return { id, status: wait.status, tasks: await Promise.all(wait.taskIds.map(task)) };
		},
	};
}
