import { hostname } from 'node:os';
import { startService, type Service } from '../../../scripts/processes/service.mjs';
import { eventually, isThere } from '../time/eventually';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';

const READY = /"msg":"ready"/;
const READY_MS = 60_000;

/** What a fault may take away. */
export interface Killable {
	readonly name: string;
	/** At once, with nothing saved. @returns when, in milliseconds since 1970 */
	kill(): Promise<number>;
	/** Starts it again with the same data, and waits until it is ready. */
	start(): Promise<void>;
}

/** One process of the stack, which is killed, stopped and started again. */
export class StackProcess implements Killable {
	private service: Service | null = null;
	private stopped = false;

	constructor(
		readonly name: string,
		private readonly begin: () => Promise<Service>,
	) {}

	/** A worker or a gateway. @param program the file that its next start runs */
	static ofProgram(
		name: string,
		program: () => string,
		args: string[],
		env: NodeJS.ProcessEnv,
		logFile: string,
	): StackProcess {
		return new StackProcess(name, async () => {
			const service = await startService({
				name,
				logFile,
				cwd: workspaceRoot,
				command: process.execPath,
				args: [program(), ...args],
				env: { ...process.env, ...env },
			});
			await service.firstLine('it was ready', (line) => (READY.test(line) ? line : null), READY_MS);
			return service;
		});
	}

	get pid(): number {
		if (this.service === null) throw new Error(`${this.name} does not run.`);
		return this.service.pid;
	}

	/** The worker identity that Temporal shows for an activity. */
	get identity(): string {
		return `${this.pid}@${hostname()}`;
	}

	get isRunning(): boolean {
		return this.service?.isRunning() === true;
	}

	async start(): Promise<void> {
		if (this.isRunning || this.stopped) return;
		// What was killed may leave its port for a moment.
		this.service = await eventually(this.begin, isThere, `The start of ${this.name}`, { everyMs: 500 });
	}

	/** `kill -9`. @returns when, in milliseconds since 1970 */
	async kill(): Promise<number> {
		const { service } = this;
		if (service === null) throw new Error(`${this.name} does not run.`);
		process.kill(-service.pid, 'SIGKILL');
		const at = Date.now();
		await service.exited;
		return at;
	}

	/** It stands still, and keeps its connections. @returns when, in milliseconds since 1970 */
	freeze(): number {
		process.kill(-this.pid, 'SIGSTOP');
		return Date.now();
	}

	thaw(): void {
		process.kill(-this.pid, 'SIGCONT');
	}

	/** With SIGTERM: it finishes what it holds. */
	async drain(): Promise<void> {
		if (this.service === null) return;
		if (this.isRunning) this.thaw();
		await this.service.stop();
	}

	/** For good: it is not started again. */
	async stop(): Promise<void> {
		this.stopped = true;
		await this.drain();
	}
}
