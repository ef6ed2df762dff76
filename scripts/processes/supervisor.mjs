// @ts-check
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { messageOf } from '../readable-error.mjs';
import { lastLines } from './last-lines.mjs';
import { signalGroup } from './kill-group.mjs';

/** @typedef {import('./service.mjs').Service} Service */

const END_ORPHANS = fileURLToPath(new URL('end-orphans.mjs', import.meta.url));

/** The services of one start: stopped together, in reverse order, and watched until then. */
export class Supervisor {
	/** @type {Service[]} */
	#services = [];
	#stopping = false;
	/** @type {Set<Service>} */
	#crashing = new Set();
	/** Ends the services if this process is killed. Ctrl-C does not reach it, because this process handles Ctrl-C. */
	#heir = spawn(process.execPath, [END_ORPHANS], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
	/** @type {(message: string) => void} */
	#onDeath;

	/** @param {(message: string) => void} onDeath called with the last lines of a service that ended unexpectedly */
	constructor(onDeath) {
		this.#onDeath = onDeath;
		// Without it everything still works, as long as this process is not killed.
		this.#heir.on('error', () => {});
		this.#heir.stdin.on('error', () => {});
		// The last resort if this process ends without stopping them first.
		process.once('exit', () => this.#killAll());
	}

	/**
	 * Watches a service that has started.
	 * @template {Service} T
	 * @param {T} service
	 * @returns {T}
	 */
	watch(service) {
		this.#services.push(service);
		this.#heir.stdin.write(`${service.pid}\n`);
		void service.exited.then(async (how) => {
			if (this.#stopping || this.#crashing.has(service)) return;
			const lines = await lastLines(service.logFile);
			this.#onDeath(
				[`${service.name} ended unexpectedly (${how}). Its last lines:`, ...lines, `Full log: ${service.logFile}`].join(
					'\n',
				),
			);
		});
		return service;
	}

	/**
	 * Ends a watched service as a crash does, and starts it again. Its end does not count as unexpected.
	 * @template {Service} T
	 * @param {T} service
	 * @param {() => Promise<T>} start
	 * @returns {Promise<T>} the new one, watched
	 */
	async crash(service, start) {
		this.#crashing.add(service);
		signalGroup(service.pid, 'SIGKILL');
		await service.exited;
		this.#services = this.#services.filter((other) => other !== service);
		try {
			return this.watch(await start());
		} catch (error) {
			if (!this.#stopping) this.#onDeath(messageOf(error));
			throw error;
		}
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
