import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cacheFolder } from '../../../scripts/cache/cache-folder.mjs';
import { freePort } from '../../../scripts/processes/free-port.mjs';
import { findTemporalServer } from '../../../scripts/temporal/find-server.mjs';
import { startTemporalServer } from '../../../scripts/temporal/start-server.mjs';

type Server = Awaited<ReturnType<typeof startTemporalServer>>;

/** A real Temporal server whose database can be saved and put back, as its operators do: while it stands still. */
export class KeptTemporal {
	private constructor(
		private readonly folder: string,
		private readonly run: (databaseFile: string) => Promise<Server>,
		/** The file of its database. */
		public databaseFile: string,
		private server: Server,
	) {}

	static async start(): Promise<KeptTemporal> {
		const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-temporal-'));
		const [binary, port] = await Promise.all([findTemporalServer({ cache: cacheFolder() }), freePort()]);
		const databaseFile = join(folder, 'database', 'temporal.db');
		const run = (file: string) =>
			startTemporalServer({ binary, port, uiPort: null, databaseFile: file, logFile: join(folder, 'temporal.log') });
		return new KeptTemporal(folder, run, databaseFile, await run(databaseFile));
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
		this.server = await this.run(this.databaseFile);
	}

	/** Removes its database during some work, and starts on another one, as on a new machine. */
	async moveTo(databaseFile: string, work: () => Promise<void>): Promise<void> {
		await this.whileStopped(async () => {
			await rm(dirname(this.databaseFile), { recursive: true });
			await work();
			this.databaseFile = databaseFile;
		});
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
