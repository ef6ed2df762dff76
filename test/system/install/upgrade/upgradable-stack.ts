import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { createClient, type Lead } from '../../../../api';
import { eventually, isThere } from '../../../support/time/eventually';
import type { Program } from '../../../../scripts/start/start-worker.mjs';
import { GatewayClient, GatewayRefusal } from '../../../../worker/cli/gateway-client';
import { EXIT } from '../../../../worker/cli/terminal';
import type { TaskWithLinks } from '../../../../worker/gateway/schemas';
import type { TaskType } from '../../../../workflows/contracts';
import { type Receiver, startReceiver } from '../../../parts/integration/destinations/receiver';
import { Reviews } from '../../../support/gateway/reviews';
import { type ProgramRun, runProgramIn } from '../../../support/gateway/run-program';
import { WebhookReceiver } from '../../../support/gateway/webhook-receiver';
import { type PostgresqlCluster, startCluster } from '../../../support/postgresql/start-cluster';
import { type LoggedRequest, SandboxAdmin } from '../../../support/sandbox-admin/sandbox-admin';
import { startStack, type Stack } from '../../../support/stack/start-stack';
import type { InstalledProgram } from '../installed-programs';
import { CallbackReceiver } from './callback-receiver';

const CLOCK_FACTOR = 1_000;
/** The next page of a training run, and the sending of a mail, are hours away. */
const STANDING_STILL = 0.001;
const LONGEST_POLL_SECONDS = 30;
const PAGE = 100;

interface Receivers {
	/** Destination `hook` of lead syncs. */
	leads: Receiver;
	/** Destination `database` of lead syncs. */
	cluster: PostgresqlCluster;
	events: WebhookReceiver;
	callbacks: CallbackReceiver;
}

/**
 * A real Temporal, the real sandbox and real receivers, which stay. Over them a worker and a gateway, each a process of
 * its own, that change between installed versions.
 */
export class UpgradableStack {
	readonly gateway: GatewayClient;
	readonly admin: SandboxAdmin;
	readonly reviews: Reviews;

	private constructor(
		readonly stack: Stack,
		readonly receivers: Receivers,
		/** Of the destination `database`. */
		readonly databaseUrl: string,
		private readonly folder: string,
		/** What the next start of the worker or the gateway runs. */
		private readonly programs: { worker: Program },
	) {
		this.gateway = new GatewayClient(stack.gateway.url, stack.gateway.token);
		this.admin = new SandboxAdmin(stack.sandbox);
		this.reviews = new Reviews(stack.gateway);
	}

	/** @param folder of the test; the stack gets a folder in it */
	static async start(folder: string, version: InstalledProgram): Promise<UpgradableStack> {
		const cluster = await startCluster();
		const [leads, events, callbacks, databaseUrl] = await Promise.all([
			...([startReceiver(), WebhookReceiver.start(), CallbackReceiver.start()] as const),
			cluster.database('crm'),
		]);
		const receivers = { leads, cluster, events, callbacks };
		const programs = { worker: programOf(version) };
		const place = join(folder, 'stack');
		try {
			const stack = await startStack({
				folder: place,
				clockFactor: CLOCK_FACTOR,
				gatewayApart: true,
				programs,
				callbackHosts: [events.host, callbacks.host],
				destinations: {
					hook: { type: 'webhook', url: leads.url, secret: leads.secret },
					database: { type: 'postgresql', url: databaseUrl },
				},
			});
			return new UpgradableStack(stack, receivers, databaseUrl, place, programs);
		} catch (error) {
			await close(receivers);
			throw error;
		}
	}

	async stop(): Promise<void> {
		await this.stack.stop();
		await close(this.receivers);
	}

	/** Runs a command of an installed version, with the configuration of the worker. */
	run(version: InstalledProgram, ...args: string[]): Promise<ProgramRun> {
		const { command, args: first } = programOf(version);
		const config = join(this.folder, 'worker.yaml');
		return runProgramIn({ cwd: version.folder }, command, [...first, ...args, '--config', config, '--json']);
	}

	/**
	 * Stops worker and gateway with SIGTERM, and starts those of another version, the gateway last.
	 * @param meanwhile done while no worker runs, and the old gateway still does
	 */
	async change(version: InstalledProgram, meanwhile: () => Promise<void>): Promise<void> {
		const { worker, gateway } = this.stack;
		await worker.stop();
		await meanwhile();
		await gateway.server.stop();
		this.programs.worker = programOf(version);
		await worker.start();
		await gateway.server.start();
	}

	/** How often a process has stopped in order. */
	async orderlyStops(name: 'worker' | 'gateway'): Promise<number> {
		const log = await readFile(join(this.folder, `${name}.log`), 'utf8');
		return log.match(/"msg":"stopped"/g)?.length ?? 0;
	}

	async stopTheClock(): Promise<void> {
		await this.admin.setSettings({ clockFactor: STANDING_STILL });
	}

	async letTheClockRun(): Promise<void> {
		await this.admin.setSettings({ clockFactor: CLOCK_FACTOR });
	}

	/** @returns the id of an agent of the task's own, so that everything counted for it is the task's */
	async newAgent(name: string): Promise<string> {
		return (await this.admin.createAgent({ name, website: this.stack.sandbox.siteUrl })).id;
	}

	/** Requests that the service accepted. */
	async accepted(method: string, path: string): Promise<LoggedRequest[]> {
		const requests = await this.admin.requests({ method, path });
		return requests.filter(({ status }) => status !== null && status < 300);
	}

	/** Makes requests wait, a second each time, until the faults are removed. */
	async hold(method: string, path: string): Promise<void> {
		await this.admin.addFault(method, path, { kind: 'status', status: 429, retryAfter: 1 }, 10_000);
	}

	/** All leads of an agent at the service, newest first. */
	async leadsOf(agentId: string): Promise<Lead[]> {
		const leads: Lead[] = [];
		for (;;) {
			const query = { limit: PAGE, offset: leads.length };
			const { items } = await this.api.call('listLeads', { params: { id: agentId }, query });
			leads.push(...items);
			if (items.length < PAGE) return leads;
		}
	}

	/** A client of the service. */
	get api() {
		const { apiUrl, apiKey } = this.stack.sandbox;
		return createClient({ baseUrl: apiUrl, apiKey });
	}

	/** Starts a task. A busy gateway can need several requests with the key. @returns its id @throws if it is refused */
	async begin(type: TaskType, key: string, input: object): Promise<string> {
		const body = { version: 1, connection: 'sandbox', ...input };
		const begin = () =>
			this.gateway.start(type, key, body).catch((error: unknown) => {
				if (error instanceof GatewayRefusal && error.exitCode === EXIT.badUsage) return error;
				throw error;
			});
		const begun = await eventually(begin, isThere, `The start of ${key}`);
		if (begun instanceof GatewayRefusal) throw begun;
		return begun.id;
	}

	/** Follows a task to its end. */
	async ended(id: string): Promise<TaskWithLinks> {
		for (;;) {
			const task = await this.gateway.read(id, LONGEST_POLL_SECONDS);
			if (task.status !== 'running') return task;
		}
	}

	/** Subscribes the receiver of events to each end of a task. */
	async subscribe(): Promise<void> {
		const body = { url: this.receivers.events.url, events: ['task.completed', 'task.failed'] };
		await this.gateway.ask(z.looseObject({ id: z.string() }), { method: 'POST', path: '/v1/subscriptions', body });
	}
}

/** Without npx, which would end before its program does. */
function programOf({ file, folder }: InstalledProgram): Program {
	return { command: process.execPath, args: [file], cwd: folder };
}

async function close({ leads, cluster, events, callbacks }: Receivers): Promise<void> {
	await Promise.all([leads.close(), events.close(), callbacks.close(), cluster.stop()]);
}
