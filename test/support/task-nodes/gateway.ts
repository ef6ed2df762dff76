import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Connections } from '../../../worker/accounts';
import { directLookUps } from '../../../worker/activities/look-up/testing/direct-look-ups';
import { Buckets } from '../../../worker/storage/buckets';
import { type BlobStore, openBlobs } from '../../../worker/storage/blobs';
import { parseConfig } from '../../../worker/config';
import { startGateway, Tokens } from '../../../worker/gateway';
import { Keyring } from '../../../worker/temporal';
import {
	inMemoryActions,
	inMemoryPersons,
	inMemoryResends,
	inMemoryRetries,
	inMemoryReviews,
	inMemorySchedules,
	inMemorySubscriptions,
} from '../../../worker/gateway/testing/in-memory-services';
import { InMemoryHandOuts } from '../../../worker/gateway/testing/in-memory-hand-outs';
import { inMemoryTasks } from '../../../worker/gateway/testing/in-memory-tasks';
import { Destinations } from '../../../worker/destinations';
import { createLogger } from '../../../worker/log';
import {
	type StartWait,
	type TaskService,
	type TaskView,
	waitNotFound,
	type WaitService,
	type WaitStatus,
} from '../../../worker/tasks';
import type { TaskResult } from '../../../workflows/contracts';
import { GatewayCredential } from './credentials';
import { startService } from './service';

/** The worker's real gateway over HTTP; its tasks live in memory, and end when a test says so. */
export interface TaskGateway {
	url: string;
	/** What the node's credential holds. */
	credential: GatewayCredential;
	/** The input of each start, in order. */
	inputs: object[];
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

export async function startTaskGateway(): Promise<TaskGateway> {
	const token = randomBytes(24).toString('hex');
	const service = await startService();
	const directory = await mkdtemp(path.join(tmpdir(), 'agent-knowledge-'));
	const memory = inMemoryTasks();
	const inputs: object[] = [];
	const tasks: TaskService = {
		...memory,
		start: (task) => {
			inputs.push(task.input);
			return memory.start(task);
		},
	};
	const waits = new Map<string, StartWait & { status: WaitStatus }>();
	const config = parseConfig(
		{
			gateway: { port: 0, tokens: [{ name: 'n8n', token }], callbackHosts: ['127.0.0.1:5678'] },
			connections: { main: { baseUrl: service.url, apiKey: 'the-key' } },
			blobs: { directory },
			encryption: { keys: [{ id: 'first', secret: randomBytes(32).toString('base64') }], current: 'first' },
		},
		{ source: 'the test', env: {}, gateway: true },
	);
	const blobs = openBlobs(config.blobs);
	const handOuts = new InMemoryHandOuts();
	const { url, close } = await startGateway({
		config: config.gateway,
		tokens: new Tokens(config.gateway.tokens),
		hooks: {},
		logger: createLogger({ level: 'silent' }),
		tasks,
		waits: waitsOver(waits, async (id) => await tasks.get(id)),
		connections: new Connections(config.connections, directLookUps(config.connections)),
		reviews: inMemoryReviews(),
		keyring: new Keyring(config.encryption),
		subscriptions: inMemorySubscriptions(),
		webhookHosts: [],
		blobs,
		buckets: new Buckets({}),
		actions: inMemoryActions(),
		handOuts,
		persons: inMemoryPersons(),
		retries: inMemoryRetries(),
		resends: inMemoryResends(),
		destinations: new Destinations(config.destinations),
		schedules: inMemorySchedules(),
		temporalPages: null,
		retentionHours: 720,
	});
	const all = async () => (await tasks.list({})).items;
	return {
		url,
		credential: new GatewayCredential({ gatewayUrl: url, token }),
		agents: service.agents,
		blobs: blobs.store,
		handOuts,
		inputs,
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

function trained(agentId: string): TaskResult<'retrain-and-wait'> {
	const pages = { pagesCompleted: 3, pagesTotal: 3, pagesFailed: 0 };
	return {
		version: 1,
		agentId,
		run: { id: 'run_1', phase: 'completed', ...pages, startedAt: '2026-11-21T10:00:00Z', error: null },
		outcome: 'finished',
		adopted: false,
		canChat: true,
		waitedSeconds: 1,
		endSeen: true,
		audit: { postAttempts: 1, ambiguous: false, duplicates: [], before: null, looks: [], assumed: null },
	};
}

function waitsOver(waits: TaskGateway['waits'], task: (id: string) => Promise<TaskView>): WaitService {
	return {
		start(wait) {
			const id = `wait~${createHash('sha256').update(JSON.stringify(wait)).digest('hex')}`;
			if (!waits.has(id)) waits.set(id, { ...wait, status: 'waiting' });
			return Promise.resolve({ id });
		},
		async get(id) {
			const wait = waits.get(id);
			if (wait === undefined) throw waitNotFound(id);
			return { id, status: wait.status, tasks: await Promise.all(wait.taskIds.map(task)) };
		},
	};
}
