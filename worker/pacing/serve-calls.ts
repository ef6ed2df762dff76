import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { WorkerOptions } from '@temporalio/worker';
import type { ConnectionActivities } from '../../workflows/activities';
import { API_QUEUE, apiQueue } from '../../workflows/task-queues';
import type { Logger } from '../log';
import type { RunnableWorker, WorkerGroup } from '../temporal/running-workers';
import type { WorkerBase } from '../temporal/worker-base';
import { type CallDispatcher, REMOVED } from './call-dispatch';
import { callsWorker, connectionWorker, leftCallsWorker, trialWorker } from './call-workers';
import { ConnectionWorkers } from './connection-workers';
import { chooseQueues } from './fairness-trial';
import { serveLeftCalls } from './left-calls';
import { type CallQueue, DEFAULT_PACE, type Pace } from './pace';
import { reportPartitions, setKeyPace } from './queue-pace';
import { removedConnections } from './removed-connections';
import { type Choice, type FairnessSetting, reportFairness } from './report-fairness';

/** The calls of the connections, with the settings of the moment. */
export interface Calls {
	/** Undefined if the configuration no longer has the connection. */
	settingsOf: (connection: string) => Pace | undefined;
	/** For the queue of all connections. @param isPaced whether the server dispatches by the weight of a call */
	sharedActivities: (how: { isPaced: boolean }) => object;
	activitiesOf: (connection: string, queue: CallQueue) => ConnectionActivities;
}

type Connections = Readonly<Record<string, Pace>>;

export interface ServeCallsSettings {
	fairness: FairnessSetting;
	connections: Connections;
	calls: Calls;
	/** Learns where the calls go. */
	dispatcher: CallDispatcher;
	/** Number of concurrent calls of all connections in this process. */
	callsAtOnce: number;
	client: Client;
	/** Creates a worker that does not run yet. */
	create: (options: WorkerOptions) => Promise<RunnableWorker>;
	group: WorkerGroup;
	base: WorkerBase;
	/** For the trial of the server, which is a workflow. */
	workflows: Pick<WorkerOptions, 'workflowBundle' | 'sinks'>;
	log: Logger;
	/** Between two attempts to serve the calls, in ms. */
	retryAfterMs?: number;
}

/** Default of `retryAfterMs`. */
const RETRY_AFTER_MS = 5_000;

/**
 * Runs the workers of the calls: one for the queue of all connections, or one for the queue of each if the server cannot
 * pace them in one. Also serves the calls that wait in the queues of the other mode. With `auto`, the start does not wait
 * for the trial of the server, but calls do.
 */
export async function serveCalls(settings: ServeCallsSettings): Promise<ServedCalls> {
	const serving = new ServingCalls(settings);
	if (settings.fairness === 'auto') void serving.startInBackground();
	else await serving.start();
	return serving;
}

export interface ServedCalls {
	/** Serves other connections from now on. */
	follow(connections: Connections): void;
	/** Whether the start failed and the process repeats it, so that calls wait for a person to look. */
	isFailing(): boolean;
}

class ServingCalls implements ServedCalls {
	readonly #own: ConnectionWorkers;
	/** Those of the moment. */
	#connections: Connections;
	/** Null until the calls are served. */
	#queue: CallQueue | null = null;
	/** Kept when the start is repeated: with another one, a key would have twice its limit. */
	#choice: Choice | null = null;
	#isFailing = false;

	constructor(private readonly settings: ServeCallsSettings) {
		const { group, log, connections } = settings;
		this.#connections = connections;
		this.#own = new ConnectionWorkers({ create: (name, pace) => this.#createOwn(name, pace), group, log });
	}

	/** @throws if the setting demands what cannot be found out, or a worker cannot be created */
	async start(): Promise<void> {
		const { fairness: setting, dispatcher, client, create, group, base, workflows, log } = this.settings;
		const createTrial = () => create(trialWorker(base, workflows));
		if (this.#choice === null) {
			this.#choice = await chooseQueues({ client, setting, create: createTrial, group, log });
			reportFairness(this.#choice, setting, Object.keys(this.#connections).length, log);
		}
		const { fairness } = this.#choice;
		if (fairness.paced) await serveShared(this.settings);
		else await this.#own.start(this.#connections, await removedOf(client, this.#connections, log));
		this.#queue = fairness.paced ? 'shared' : 'own';
		this.#isFailing = false;
		// The connections may have changed meanwhile, also between two attempts.
		this.follow(this.#connections);
		void serveLeftCalls({
			client,
			group,
			log,
			queues: (pause) => this.#queuesOfOtherMode(pause),
			create: (queue) => this.#createLeft(queue),
		});
		dispatcher.decide(fairness);
	}

	/** Repeats a failed start until the group stops. */
	async startInBackground(): Promise<void> {
		const { group, log, retryAfterMs = RETRY_AFTER_MS } = this.settings;
		while (!group.isStopping()) {
			try {
				return await this.start();
			} catch (error) {
				if (group.isStopping()) return;
				this.#isFailing = true;
				log.error({ err: error }, 'The workers of API calls could not be started. The process retries it.');
				await pause(retryAfterMs, undefined, { ref: false });
			}
		}
	}

	isFailing(): boolean {
		return this.#isFailing;
	}

	follow(connections: Connections): void {
		this.#connections = connections;
		if (this.#queue === 'own') this.#own.follow(connections);
	}

	async #queuesOfOtherMode(pauseBetween: () => Promise<unknown>): Promise<string[]> {
		if (this.#queue === 'own') return [API_QUEUE];
		const names = Object.keys(this.#connections);
		return [...names, ...(await removedConnections(this.settings.client, names, pauseBetween))].map(apiQueue);
	}

	#createLeft(queue: string): Promise<RunnableWorker> {
		const { create, base, calls, callsAtOnce } = this.settings;
		if (queue === API_QUEUE)
			return create(leftCallsWorker(base, calls.sharedActivities({ isPaced: false }), callsAtOnce, DEFAULT_PACE));
		const name = queue.slice(apiQueue('').length);
		return this.#createOwn(name, calls.settingsOf(name) ?? REMOVED);
	}

	#createOwn(name: string, pace: Pace): Promise<RunnableWorker> {
		const { create, base, calls } = this.settings;
		return create(connectionWorker(base, name, pace, calls.activitiesOf(name, 'own')));
	}
}

async function serveShared({
	client,
	create,
	group,
	base,
	calls,
	callsAtOnce,
	log,
}: ServeCallsSettings): Promise<void> {
	await setKeyPace(client, API_QUEUE, DEFAULT_PACE);
	await reportPartitions(client, API_QUEUE, log);
	await group.start(() => create(callsWorker(base, calls.sharedActivities({ isPaced: true }), callsAtOnce)));
}

/** Their workers tell the open tasks why they wait. */
async function removedOf(client: Client, connections: Connections, log: Logger): Promise<Record<string, Pace>> {
	try {
		const removed = await removedConnections(client, Object.keys(connections));
		if (removed.length > 0)
			log.warn({ connections: removed }, 'Tasks wait for connections that the configuration does not have');
		return Object.fromEntries(removed.map((name) => [name, REMOVED]));
	} catch (error) {
		log.warn({ err: error }, 'the worker could not look for tasks of removed connections');
		return {};
	}
}
