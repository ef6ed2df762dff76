import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '../../../scripts/cache/cache-folder.mjs';
import { freePort } from '../../../scripts/processes/free-port.mjs';
import { findTemporalServer } from '../../../scripts/temporal/find-server.mjs';
import { startTemporalServer } from '../../../scripts/temporal/start-server.mjs';

type Server = Awaited<ReturnType<typeof startTemporalServer>>;

/** A real Temporal server whose database can be saved and put back, as its operators do: while it stands still. */
export class KeptTemporal {
	private constructor(
		private readonly folder: string,
		private readonly run: () => Promise<Server>,
		private server: Server,
	) {}

	static async start(): Promise<KeptTemporal> {
		const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-temporal-'));
		const [binary, port] = await Promise.all([findTemporalServer({ cache: cacheFolder() }), freePort()]);
		const databaseFile = join(folder, 'database', 'temporal.db');
		const run = () =>
			startTemporalServer({ binary, port, uiPort: null, databaseFile, logFile: join(folder, 'temporal.log') });
		return new KeptTemporal(folder, run, await run());
	}

	get address(): string {
		return this.server.address;
	}

	/** Saves all files of its database. */
	async backUp(): Promise<void> {
		await this.whileStopped(() => this.replace('backup', 'database'));
	}

	/** Puts the files back that were saved last. */
	async restore(): Promise<void> {
		await this.whileStopped(() => this.replace('database', 'backup'));
	}

	/** Stands still during some work, as in a night of maintenance. Who was connected has to come back by itself. */
	async whileStopped(work: () => Promise<void>): Promise<void> {
		await this.server.stop();
		await work();
		this.server = await this.run();
	}

	async stop(): Promise<void> {
		await this.server.stop();
		await rm(this.folder, { recursive: true, force: true });
	}

	private async replace(name: string, source: string): Promise<void> {
		const [target, from] = [join(this.folder, name), join(this.folder, source)];
		await rm(target, { recursive: true, force: true });
		await mkdir(target);
		for (const file of await readdir(from)) await copyFile(join(from, file), join(target, file));
	}
}
