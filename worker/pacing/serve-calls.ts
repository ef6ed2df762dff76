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
import { OWN_QUEUES, tryFairness } from './fairness-trial';
import { serveLeftCalls } from './left-calls';
import { type CallQueue, DEFAULT_PACE, type Pace } from './pace';
import { reportPartitions, setKeyPace } from './queue-pace';
import { removedConnections } from './removed-connections';
import { reportFairness } from './report-fairness';

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
	/** `temporal.fairness` */
	fairness: boolean;
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
}

/**
 * Runs the workers of the calls: one for the queue of all connections, or one for the queue of each if the server cannot
 * pace them in one. Also serves the calls that wait in the queues of the other mode.
 * @returns how to serve other connections from now on
 */
export async function serveCalls(settings: ServeCallsSettings): Promise<(connections: Connections) => void> {
	const { fairness: isWanted, connections, calls, dispatcher, client, create, group, base, workflows, log } = settings;
	const createTrial = () => create(trialWorker(base, workflows));
	const fairness = isWanted ? await tryFairness({ client, create: createTrial, group, log }) : OWN_QUEUES;
	reportFairness(fairness, isWanted, Object.keys(connections).length, log);
	const createOwn = (name: string, pace: Pace) =>
		create(connectionWorker(base, name, pace, calls.activitiesOf(name, 'own')));
	const own = new ConnectionWorkers({ create: createOwn, group, log });
	if (fairness.paced) await serveShared(settings);
	else await own.start(connections, await removedOf(client, connections, log));
	let names = Object.keys(connections);
	void serveLeftCalls({
		...{ client, group, log },
		queues: async (pause) =>
			fairness.paced ? [...names, ...(await removedConnections(client, names, pause))].map(apiQueue) : [API_QUEUE],
		create: (queue) => {
			if (queue === API_QUEUE) return createLeft(settings);
			const name = queue.slice(apiQueue('').length);
			return createOwn(name, calls.settingsOf(name) ?? REMOVED);
		},
	});
	dispatcher.decide(fairness);
	return (next) => {
		names = Object.keys(next);
		if (!fairness.paced) own.follow(next);
	};
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
	group.add(await create(callsWorker(base, calls.sharedActivities({ isPaced: true }), callsAtOnce)));
}

function createLeft({ create, base, calls, callsAtOnce }: ServeCallsSettings): Promise<RunnableWorker> {
	return create(leftCallsWorker(base, calls.sharedActivities({ isPaced: false }), callsAtOnce, DEFAULT_PACE));
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
