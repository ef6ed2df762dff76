import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { WorkflowBundleOption } from '@temporalio/worker';
import { z } from 'zod';
import type { RunningSandbox } from '../../../sandbox/bootstrap/start-sandbox';
import { type Config, loadConfig, watchedFiles } from '../../../worker/config';
import { createLogger } from '../../../worker/log';
import { type Roles, type RunningProcess, startProcess } from '../../../worker/bootstrap';
import { type EncryptionSettings, Keyring } from '../../../worker/temporal';
import { installRuntime } from '../../../worker/bootstrap/runtime';
import type { SandboxAdmin } from '../sandbox-admin/sandbox-admin';
import { startOwnTemporal, type TemporalServer } from '../temporal/own-server';
import { startWorld, type World } from '../temporal/start-world';
import { clientOf } from '../temporal/connect-patiently';

const NAMESPACE = 'operated';
const ADDRESS = z.string().startsWith('http');
const LINES: string[] = [];
const LOG = createLogger(
	{ level: 'debug' },
	new Writable({
		write(chunk: Buffer, _encoding, done) {
			LINES.push(chunk.toString());
			done();
		},
	}),
);

type SiteTemporal = Pick<TemporalServer, 'address' | 'stop'>;

/** The sections of a configuration, and settings beside them. */
export type Sections = Record<string, object | string>;

export interface SiteOptions {
	/** Instead of a server of the site's own, which keeps nothing when it ends. */
	temporal?: SiteTemporal;
	/** As `agent-knowledge gateway` and `agent-knowledge worker`, each with metrics of its own, instead of `serve`. */
	apart?: boolean;
	/** IP:port of the metrics of Temporal's SDK. */
	metricsAddress?: string;
}

/** With what a process starts. */
export interface Configuration {
	file: string;
	env: NodeJS.ProcessEnv;
}

const SERVE: readonly Roles[] = [{ worker: true, gateway: true }];
/** The gateway first, as it is after an update of one after the other. */
const APART: readonly Roles[] = [
	{ worker: false, gateway: true },
	{ worker: true, gateway: false },
];

/**
 * A site that is operated: a real Temporal and the real sandbox that stay, and over them what `agent-knowledge serve`
 * runs, whose configuration is a file that can be changed, and which can be started anew.
 */
export class Site {
	token = randomBytes(24).toString('hex');
	private processes: RunningProcess[] = [];

	private constructor(
		private readonly world: World<SiteTemporal>,
		private readonly roles: readonly Roles[],
		/** The workflows that the next start runs. */
		public bundle: WorkflowBundleOption,
		private sections: Sections,
	) {}

	/** @param sections put over the site's own */
	static async start(sections: Sections = {}, options: SiteOptions = {}): Promise<Site> {
		installRuntime({ log: LOG, metricsAddress: options.metricsAddress });
		const world = await startWorld<SiteTemporal>({
			temporal: options.temporal ?? startOwnTemporal(),
			clockFactor: 1_000,
		});
		const roles = options.apart === true ? APART : SERVE;
		const site = new Site(world, roles, world.workflowBundle, {});
		site.sections = {
			temporal: { address: site.temporal.address, namespace: NAMESPACE },
			gateway: { port: 0, tokens: [{ name: 'tester', token: site.token }] },
			connections: site.connection(site.sandbox.seedKey),
			encryption: { keys: [{ id: 'first', secret: randomBytes(32).toString('base64') }], current: 'first' },
			blobs: { directory: join(site.folder, 'blobs') },
			timing: { settleMs: 1_000, pollMinMs: 100, pollMaxMs: 500 },
			...sections,
		};
		await site.serve();
		return site;
	}

	get temporal(): SiteTemporal {
		return this.world.temporal;
	}

	get sandbox(): RunningSandbox {
		return this.world.sandbox;
	}

	get admin(): SandboxAdmin {
		return this.world.admin;
	}

	get folder(): string {
		return this.world.folder;
	}

	get url(): string {
		return ADDRESS.parse(this.processes.find(({ gatewayUrl }) => gatewayUrl !== null)?.gatewayUrl);
	}

	/** Where the process with the gateway shows its metrics. */
	get operationsUrl(): string {
		return ADDRESS.parse(this.processes.find(({ gatewayUrl }) => gatewayUrl !== null)?.operationsUrl);
	}

	/** Where the worker alone shows its metrics. */
	get workerUrl(): string {
		return ADDRESS.parse(this.processes.find(({ gatewayUrl }) => gatewayUrl === null)?.operationsUrl);
	}

	/** All that was logged so far. */
	get logged(): string {
		return LINES.join('');
	}

	/** The section of the one connection, with another key. */
	connection(apiKey: string): Record<string, object> {
		return { main: { baseUrl: this.sandbox.apiUrl, apiKey, requestsPerMinute: 6_000 } };
	}

	section(name: string): object {
		const found = this.sections[name];
		return typeof found === 'object' ? found : {};
	}

	/** The keys that the next start has. */
	get encryption(): EncryptionSettings {
		return this.section('encryption') as EncryptionSettings;
	}

	/** Temporal's own client with these keys, for as long as the work takes. */
	async withClient<Result>(work: (client: Awaited<ReturnType<typeof clientOf>>) => Promise<Result>): Promise<Result> {
		const settings = { address: this.temporal.address, namespace: NAMESPACE };
		const client = await clientOf(settings, new Keyring(this.encryption));
		try {
			return await work(client);
		} finally {
			await client.connection.close();
		}
	}

	/** Writes the file anew; the process that runs sees it by itself. */
	async change(sections: Sections): Promise<void> {
		this.sections = { ...this.sections, ...sections };
		await this.write(JSON.stringify(this.sections));
	}

	/** Writes anything at all into the file. */
	async write(content: string): Promise<void> {
		await writeFile(this.file, content);
	}

	/** Ends the process, and starts one with the configuration as it is now. @param meanwhile done while none runs */
	async restart(meanwhile: () => Promise<void> = () => Promise.resolve()): Promise<void> {
		await this.halt();
		await meanwhile();
		await this.serve();
	}

	/** Ends the process, and starts one with another configuration. @param meanwhile done while none runs; gives it */
	async moveTo(meanwhile: () => Promise<Configuration>): Promise<void> {
		await this.halt();
		const { file, env } = await meanwhile();
		await this.serveFrom(file, env);
	}

	async stop(): Promise<void> {
		await this.halt();
		await this.world.stop();
	}

	/** The file with the configuration. */
	get file(): string {
		return join(this.folder, 'agent-knowledge.yaml');
	}

	private async serve(): Promise<void> {
		await this.write(JSON.stringify(this.sections));
		await this.serveFrom(this.file, {});
	}

	private async serveFrom(file: string, env: NodeJS.ProcessEnv): Promise<void> {
		const read = () => loadConfig({ path: file, env });
		const { bundle: workflowBundle } = this;
		const paths = ({ connectionsFolder }: Config) => watchedFiles(file, connectionsFolder);
		for (const roles of this.roles)
			this.processes.push(await startProcess(read(), roles, LOG, { workflowBundle, files: { paths, read } }));
	}

	private async halt(): Promise<void> {
		for (const process of this.processes.splice(0)) await process.stop();
	}
}
