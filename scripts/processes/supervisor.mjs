// @ts-check
import { lastLines } from './last-lines.mjs';
import { signalGroup } from './kill-group.mjs';

/** @typedef {import('./service.mjs').Service} Service */

/** The services of one start: stopped together, in reverse order, and watched until then. */
export class Supervisor {
	/** @type {Service[]} */
	#services = [];
	#stopping = false;
	/** @type {(message: string) => void} */
	#onDeath;

	/** @param {(message: string) => void} onDeath called when a service ends that nobody stopped; with its last lines */
	constructor(onDeath) {
		this.#onDeath = onDeath;
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
	}

	#killAll() {
		for (const service of this.#services) signalGroup(service.pid, 'SIGKILL');
	}
}
