import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../../../api';
import { freePort } from '../../../scripts/processes/free-port.mjs';
import { GatewayClient } from '../../../worker/cli/gateway-client';
import type { TaskWithLinks } from '../../../worker/gateway/schemas';
import type { RetrainInput } from '../../../workflows/retrain/contract';
import { SandboxAdmin } from '../../support/sandbox-admin/sandbox-admin';
import { type N8n, startN8nWithPackages } from '../../support/stack/start-n8n-with-packages';
import { startStack, type Stack } from '../../support/stack/start-stack';
import { type Ending, endingOf } from './task-ending';
import { retrainPath, statusPath } from './api-paths';
import { ServiceRecords } from './service-records';

/** Runs of an agent that pauses 3 s a page end in well under a second: within the stack's time to settle (3 s). */
const CLOCK_FACTOR = 1_000;
/** Pause after each page, in seconds of that clock: over the sandbox's site a run takes about 10 s. */
const SLOW_PAGE_SECONDS = 750;
/** The next page of a run is hours away. */
const STANDING_STILL = 0.001;
const LONGEST_POLL_SECONDS = 30;

export interface ChaosOptions {
	/** With a real n8n that has our packages. */
	n8n?: boolean;
	/** Where leads may be synced to. */
	destinations?: () => Promise<Record<string, object>>;
	/** Of the worker's connection, as in `StackOptions`. */
	requestsPerMinute?: number;
	/** As in `StackOptions`. */
	gatewayApart?: boolean;
}

export type Input = Partial<Pick<RetrainInput, 'waitUntil' | 'ifActive' | 'ifUncertain'>>;

/** The real stack, with what a test of lost responses and killed processes does to it and counts in it. */
export class ChaosStack {
	readonly gateway: GatewayClient;
	readonly admin: SandboxAdmin;
	readonly records: ServiceRecords;

	private constructor(
		readonly stack: Stack,
		/** Of databases, logs and blobs. */
		readonly folder: string,
		private readonly withN8n: N8n | null,
	) {
		this.gateway = new GatewayClient(stack.gateway.url, stack.gateway.token);
		this.admin = new SandboxAdmin(stack.sandbox);
		this.records = new ServiceRecords(this.admin, stack.sandbox.databaseFile);
	}

	static async start(options: ChaosOptions = {}): Promise<ChaosStack> {
		const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-chaos-'));
		const n8nPort = await freePort();
		const callbackHosts = [`127.0.0.1:${n8nPort}`];
		const destinations = await options.destinations?.();
		const { requestsPerMinute, gatewayApart = false } = options;
		const stack = await startStack({
			folder,
			clockFactor: CLOCK_FACTOR,
			callbackHosts,
			destinations,
			gatewayApart,
			...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
		});
		try {
			return new ChaosStack(stack, folder, options.n8n ? await startN8nWithPackages(stack, folder, n8nPort) : null);
		} catch (error) {
			await stack.stop();
			throw error;
		}
	}

	async stop(): Promise<void> {
		await this.withN8n?.server.stop();
		await this.stack.stop();
		await rm(this.folder, { recursive: true, force: true });
	}

	get n8n(): N8n {
		if (!this.withN8n) throw new Error('This stack was started without n8n.');
		return this.withN8n;
	}

	/** Runs make no progress until the clock runs again. */
	async stopTheClock(): Promise<void> {
		await this.admin.setSettings({ clockFactor: STANDING_STILL });
	}

	async letTheClockRun(): Promise<void> {
		await this.admin.setSettings({ clockFactor: CLOCK_FACTOR });
	}

	/** An agent of the test's own, so that everything counted for it is the test's. @returns its id */
	async newAgent({ slow = false }: { slow?: boolean } = {}): Promise<string> {
		const { id } = await this.admin.createAgent({
			name: 'Chaos',
			website: `${this.stack.sandbox.siteUrl}/`,
			...(slow ? { pageSeconds: SLOW_PAGE_SECONDS } : {}),
		});
		return id;
	}

	/** Ids of the 100 leads of an agent that come after so many newer ones, read past the worker. */
	async leadsOf(agentId: string, offset: number): Promise<number[]> {
		const { apiUrl, apiKey } = this.stack.sandbox;
		const api = createClient({ baseUrl: apiUrl, apiKey });
		const { items } = await api.call('listLeads', { params: { id: agentId }, query: { limit: 100, offset } });
		return items.map(({ id }) => id);
	}

	/** Starts the one retrain-and-wait of an agent. @returns the task's id */
	async retrain(agentId: string, input: Input = {}): Promise<string> {
		const whole = { version: 1, connection: 'sandbox', agentId, waitUntil: 'finished', ifActive: 'adopt', ...input };
		return (await this.gateway.start('retrain-and-wait', agentId, whole)).id;
	}

	/** Once the agent's run is requested, nobody sees its training before that run has ended, however slow this machine is. */
	async hideTrainingUntilRunEnded(agentId: string): Promise<void> {
		await this.records.untilRequested(agentId);
		await this.admin.addFault('GET', statusPath(agentId), { kind: 'status', status: 503 }, 1_000);
		await this.records.untilRunsEnded(agentId, 1);
		await this.admin.clearFaults();
	}

	/** Follows an agent's task to its end. */
	async ending(agentId: string, taskId: string): Promise<Ending> {
		let task: TaskWithLinks;
		do {
			task = await this.gateway.read(taskId, LONGEST_POLL_SECONDS);
		} while (task.status === 'running');
		return endingOf(task, { posts: await this.records.posts(agentId), runs: this.records.runs(agentId) });
	}

	/** Begins a run as somebody else: with another key, past the worker. @throws when the service refuses */
	async beginOthersRun(agentId: string): Promise<void> {
		const { key } = await this.admin.createKey({ name: 'somebody else', scopes: ['write:sources'] });
		const response = await fetch(`${this.stack.sandbox.apiUrl}/api/v1${retrainPath(agentId)}`, {
			method: 'POST',
			headers: { authorization: `Bearer ${key}` },
		});
		if (!response.ok) throw new Error(`Somebody else's run was refused: ${await response.text()}`);
	}
}
