import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../log';
import type { RunnableWorker, WorkerGroup } from '../temporal/running-workers';
import type { Pace } from './pace';

/** Pause before another attempt to create a worker, in ms. Temporal may be unavailable for a moment. */
const RETRY_AFTER_MS = 5_000;

interface Served {
	worker: RunnableWorker;
	pace: Pace;
}

interface ConnectionWorkersSettings {
	/** Creates the worker of a connection's queue. */
	create: (name: string, pace: Pace) => Promise<RunnableWorker>;
	group: WorkerGroup;
	log: Logger;
	retryAfterMs?: number;
}

/**
 * Keeps one worker for the queue of each connection while connections come, change and go. The server learns a queue's
 * rate from its worker, so a changed limit replaces the worker: a process may have only one for a queue. The worker of a
 * removed connection stays, so that its open tasks learn why they wait.
 */
export class ConnectionWorkers {
	readonly #served = new Map<string, Served>();
	#wanted: Readonly<Record<string, Pace>> = {};
	/** Connections of open tasks that the configuration does not have. */
	#removed: Readonly<Record<string, Pace>> = {};
	#isFollowing = false;

	constructor(private readonly settings: ConnectionWorkersSettings) {}

	/**
	 * @param removed connections that only open tasks have, from before the start
	 * @throws the first failure; then it keeps the workers that it could create, and can be called again
	 */
	async start(
		connections: Readonly<Record<string, Pace>>,
		removed: Readonly<Record<string, Pace>> = {},
	): Promise<void> {
		this.#removed = removed;
		this.#wanted = { ...removed, ...connections };
		const started = await Promise.allSettled(
			Object.entries(this.#wanted).map(([name, pace]) => this.#serve(name, pace)),
		);
		const failed = started.find(({ status }) => status === 'rejected');
		if (failed?.status === 'rejected') throw failed.reason;
	}

	/** Follows the configuration in the background. A failed attempt is repeated until it succeeds or the process stops. */
	follow(connections: Readonly<Record<string, Pace>>): void {
		this.#wanted = { ...this.#removed, ...connections };
		if (this.#isFollowing) return;
		this.#isFollowing = true;
		void this.#change().finally(() => {
			this.#isFollowing = false;
		});
	}

	async #change(): Promise<void> {
		const { group, log, retryAfterMs = RETRY_AFTER_MS } = this.settings;
		for (;;) {
			const next = Object.entries(this.#wanted).find(([name, pace]) => !this.#isServed(name, pace));
			if (next === undefined || group.isStopping()) return;
			const [connection, pace] = next;
			try {
				await this.#retire(connection);
				if (!group.isStopping()) await this.#serve(connection, pace);
			} catch (error) {
				log.error(
					{ err: error, connection },
					'the worker of a connection could not be created; the process retries it',
				);
				await pause(retryAfterMs, undefined, { ref: false });
			}
		}
	}

	#isServed(name: string, { requestsPerMinute, shareOfLimit }: Pace): boolean {
		const pace = this.#served.get(name)?.pace;
		return pace?.requestsPerMinute === requestsPerMinute && pace.shareOfLimit === shareOfLimit;
	}

	async #serve(name: string, { requestsPerMinute, shareOfLimit }: Pace): Promise<void> {
		if (this.#served.has(name)) return;
		const { create, group } = this.settings;
		const worker = await group.start(() => create(name, { requestsPerMinute, shareOfLimit }));
		this.#served.set(name, { worker, pace: { requestsPerMinute, shareOfLimit } });
	}

	async #retire(name: string): Promise<void> {
		const served = this.#served.get(name);
		if (served === undefined) return;
		this.#served.delete(name);
		await this.settings.group.retire(served.worker);
	}
}
