import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/processes/free-port.mjs';
import { waitUntil } from '../../scripts/processes/wait-until.mjs';
import { GatewayClient } from '../../worker/cli/gateway-client';
import type { TaskWithLinks } from '../../worker/gateway/schemas';
import { retrainResultSchema } from '../../worker/tasks/schemas/retrain-and-wait';
import { type LoggedRequest, SandboxAdmin } from '../sandbox-admin/sandbox-admin';
import { type N8n, startN8nWithPackages } from '../stack/start-n8n-with-packages';
import { startStack, type Stack } from '../stack/start-stack';
import { type BegunRun, runsBegun } from './training-runs';

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
}

export type Input = Partial<{ waitUntil: 'canChat' | 'finished'; ifActive: 'adopt' | 'wait' | 'fail' }>;

/** What one task did to the service, as the service itself has it. */
export interface Evidence {
	/** Each `POST retrain` of the worker that reached the service, oldest first: its status, or the fault that took it. */
	posts: Array<number | string>;
	/** The training runs that began, by anybody's request, oldest first. */
	runs: BegunRun[];
}

/** The real stack, with what a test of lost answers and dead processes does to it and counts in it. */
export class ChaosStack {
	private readonly gateway: GatewayClient;
	readonly admin: SandboxAdmin;

	private constructor(
		readonly stack: Stack,
		private readonly folder: string,
		private readonly withN8n: N8n | null,
	) {
		this.gateway = new GatewayClient(stack.gateway.url, stack.gateway.token);
		this.admin = new SandboxAdmin(stack.sandbox);
	}

	static async start(options: ChaosOptions = {}): Promise<ChaosStack> {
		const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-chaos-'));
		const n8nPort = await freePort();
		const callbackHosts = [`127.0.0.1:${n8nPort}`];
		const stack = await startStack({ folder, clockFactor: CLOCK_FACTOR, callbackHosts });
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

	/** Runs get no further than they are until the clock goes on. */
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

	/** Starts the one retrain-and-wait of an agent. @returns the task's id */
	async retrain(agentId: string, input: Input = {}): Promise<string> {
		const whole = { version: 1, connection: 'sandbox', agentId, waitUntil: 'finished', ifActive: 'adopt', ...input };
		return (await this.gateway.start('retrain-and-wait', agentId, whole)).id;
	}

	async ended(taskId: string): Promise<TaskWithLinks> {
		for (;;) {
			const task = await this.gateway.read(taskId, LONGEST_POLL_SECONDS);
			if (task.status !== 'running') return task;
		}
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

	/** Waits until the worker's request is at the service and held up there by a fault. */
	async untilHeldUp(agentId: string, fault: 'delay' | 'hang', times = 1): Promise<void> {
		await waitUntil(`Request ${times} of ${agentId} held up by "${fault}"`, async () => {
			const held = (await this.postsOf(agentId)).filter((post) => post.fault === fault);
			return held.length >= times ? held : null;
		});
	}

	/** Waits until so many runs have begun in all, and none of them is active. */
	async untilRunsEnded(agentId: string, times: number): Promise<void> {
		await this.untilRuns(agentId, `${times} runs ended`, (runs) => runs.length === times && !runs.some(isActive));
	}

	/** Waits until a run is active. */
	async untilRunBegun(agentId: string): Promise<void> {
		await this.untilRuns(agentId, 'an active run', (runs) => runs.some(isActive));
	}

	private async untilRuns(agentId: string, what: string, isSo: (runs: BegunRun[]) => boolean): Promise<void> {
		const { databaseFile } = this.stack.sandbox;
		await waitUntil(`${agentId} with ${what}`, () => {
			const runs = runsBegun(databaseFile, agentId);
			return Promise.resolve(isSo(runs) ? runs : null);
		});
	}

	async evidence(agentId: string): Promise<Evidence> {
		const posts = (await this.postsOf(agentId)).map(({ status, fault }) => status ?? fault ?? 'lost');
		return { posts, runs: runsBegun(this.stack.sandbox.databaseFile, agentId) };
	}

	/** When the worker looked at the training status for the first time after its first request, ISO 8601 UTC. */
	async firstLookAfterRequest(agentId: string): Promise<string> {
		const [post] = await this.postsOf(agentId);
		const looks = await this.admin.requests({ method: 'GET', path: statusPath(agentId) });
		const look = looks.find(({ id }) => post !== undefined && id > post.id);
		if (!look) throw new Error(`Nobody looked at ${agentId} after a request.`);
		return look.at;
	}

	private async postsOf(agentId: string): Promise<LoggedRequest[]> {
		const posts = await this.admin.requests({ method: 'POST', path: retrainPath(agentId) });
		return posts.filter(({ keyId }) => keyId === WORKERS_KEY);
	}
}

const WORKERS_KEY = 'key_seed';

export function isActive({ finishedAt }: BegunRun): boolean {
	return finishedAt === null;
}

export function retrainPath(agentId: string): string {
	return `/agents/${agentId}/retrain`;
}

export function statusPath(agentId: string): string {
	return `/agents/${agentId}/training-status`;
}

/** The typed result of a task. @throws when it did not complete */
export function resultOf({ status, result, error }: TaskWithLinks) {
	if (status !== 'completed')
		throw new Error(`The task ended as ${status}: ${error?.title ?? ''}. ${error?.detail ?? ''}`);
	return retrainResultSchema.parse(result);
}
