// @ts-check
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { lastLines } from './last-lines.mjs';
import { signalGroup } from './kill-group.mjs';

/** @typedef {import('./service.mjs').Service} Service */

const END_ORPHANS = fileURLToPath(new URL('end-orphans.mjs', import.meta.url));

/** The services of one start: stopped together, in reverse order, and watched until then. */
export class Supervisor {
	/** @type {Service[]} */
	#services = [];
	#stopping = false;
	/** Ends the services should this process be killed. Out of reach of Ctrl-C, which is ours to answer. */
	#heir = spawn(process.execPath, [END_ORPHANS], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
	/** @type {(message: string) => void} */
	#onDeath;

	/** @param {(message: string) => void} onDeath called when a service ends that nobody stopped; with its last lines */
	constructor(onDeath) {
		this.#onDeath = onDeath;
		// Without an heir all is as well, as long as nobody kills this process.
		this.#heir.on('error', () => {});
		this.#heir.stdin.on('error', () => {});
		// The last resort, should anything end this process without stopping them first.
		process.once('exit', () => this.#killAll());
	}

	/**
	 * Takes over a service that has started.
	 * @template {Service} T
	 * @param {T} service
	 * @returns {T}
	 */
	watch(service) {
		this.#services.push(service);
		this.#heir.stdin.write(`${service.pid}\n`);
		void service.exited.then(async (how) => {
			if (this.#stopping) return;
			const lines = await lastLines(service.logFile);
			this.#onDeath(
				[
					`${service.name} ended unexpectedly (${how}). Its last lines:`,
					...lines,
					`All of it: ${service.logFile}`,
				].join('\n'),
			);
		});
		return service;
	}

	/** Stops all, the last started first. */
	async stopAll() {
		this.#stopping = true;
		for (const service of this.#services.reverse()) await service.stop();
		this.#services = [];
		this.#heir.kill('SIGKILL');
	}

	#killAll() {
		for (const service of this.#services) signalGroup(service.pid, 'SIGKILL');
	}
}
