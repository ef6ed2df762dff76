import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { cacheFolder } from '../../../scripts/cache/cache-folder.mjs';
import { findTemporalServer } from '../../../scripts/temporal/find-server.mjs';
import { startTemporalServer } from '../../../scripts/temporal/start-server.mjs';

const LOGS = `${workspaceRoot}/test-results/confined`;

/**
 * A network of its own, in which containers have their usual ports and see each other by name, as in a compose project.
 * Here all of them share one address. Nothing of it is visible on the machine.
 */
export class Pod {
	private constructor(
		private readonly holder: ChildProcess,
		/** For files of the test; removed at the end. */
		readonly folder: string,
	) {}

	/** @param names of the services, as in the compose file */
	static async start(names: readonly string[]): Promise<Pod> {
		const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-pod-'));
		await chmod(folder, 0o755);
		await mkdir(LOGS, { recursive: true });
		const holder = spawn('unshare', ['--net', 'sh', '-c', 'ip link set lo up && echo up && exec sleep infinity'], {
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		const isUp = await new Promise<boolean>((resolve) => {
			holder.stdout.once('data', () => resolve(true));
			holder.once('exit', () => resolve(false));
		});
		if (!isUp) throw new Error('This machine permits no network of its own for the test.');
		await writeFile(join(folder, 'hosts'), ['localhost', ...names].map((name) => `127.0.0.1 ${name}\n`).join(''));
		return new Pod(holder, folder);
	}

	get hostsFile(): string {
		return join(this.folder, 'hosts');
	}

	logFile(name: string): string {
		return join(LOGS, `${name}.log`);
	}

	/** The command line that runs a command in this network. */
	inside(command: readonly string[]): [string, ...string[]] {
		return ['nsenter', `--net=/proc/${this.holder.pid ?? 0}/ns/net`, ...command];
	}

	/** Temporal's server in this network, at its usual port. */
	async startTemporal() {
		const temporal = await findTemporalServer({ cache: cacheFolder(), env: process.env });
		const binary = join(this.folder, 'temporal');
		await writeFile(binary, `#!/bin/sh\nexec ${this.inside([temporal]).join(' ')} "$@"\n`, { mode: 0o755 });
		return startTemporalServer({
			binary,
			port: 7233,
			uiPort: null,
			databaseFile: join(this.folder, 'temporal.db'),
			logFile: this.logFile('temporal'),
		});
	}

	async stop(): Promise<void> {
		this.holder.kill('SIGKILL');
		await rm(this.folder, { recursive: true, force: true });
	}
}
