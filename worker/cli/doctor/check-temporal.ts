import type { Client, Connection } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import {
	API_QUEUE,
	apiQueue,
	ASSEMBLIES_QUEUE,
	DELIVERIES_QUEUE,
	INTERNAL_QUEUE,
} from '../../../workflows/task-queues';
import { searchAttributes } from '../../../workflows/task/visibility';
import type { Config } from '../../config';
import { type CallQueue, dispatchesPerSecond, stillPolling } from '../../pacing';
import { RETENTION_HOURS } from '../../temporal';
import { GRPC, grpcCodeOf } from '../../temporal/grpc-code';
import { type Check, fail, ok, warn, errorText } from './check';
import { checkOrder, checkOwnQueues, checkPace } from './check-fairness';

const HOUR_S = 3600;
const CREATED_AT_START = 'Nothing to do: the first start of the worker creates it.';

/** The namespace, its retention, our search attributes, and what happens when a worker stops. Changes nothing. */
export async function checkNamespace(temporalConnection: Connection, namespace: string): Promise<Check[]> {
	try {
		const { config, namespaceInfo } = await temporalConnection.workflowService.describeNamespace({ namespace });
		const hours = Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0) / HOUR_S;
		return [
			retention(namespace, hours),
			await attributes(temporalConnection, namespace),
			stops(namespaceInfo?.capabilities?.workerPollCompleteOnShutdown === true),
		];
	} catch (error) {
		if (grpcCodeOf(error) === GRPC.notFound)
			return [warn('namespace', `The namespace ${namespace} does not exist yet.`, CREATED_AT_START)];
		return [
			fail('namespace', errorText(error), 'Check temporal.namespace, temporal.apiKey and the rights of the key.'),
		];
	}
}

function retention(namespace: string, hours: number): Check {
	if (hours >= RETENTION_HOURS) return ok('namespace', `${namespace} keeps ended workflows for ${hours} h.`);
	return fail(
		'namespace',
		`${namespace} keeps ended workflows for ${hours} h, but Idempotency-Keys must work for ${RETENTION_HOURS} h.`,
		`Run: temporal operator namespace update --namespace ${namespace} --retention ${RETENTION_HOURS}h`,
	);
}

/** A server without it may hand work to a worker that no longer takes it. Our timeouts repeat it, so this is no fault. */
function stops(isSafe: boolean): Check {
	const name = 'stop of a worker';
	if (isSafe) return ok(name, 'Temporal hands no work to a worker that stops.');
	return ok(
		name,
		'What Temporal hands to a worker while it stops is repeated, after 45 s at most. On server 1.31 or newer, set frontend.enableCancelWorkerPollsOnShutdown to true.',
	);
}

async function attributes({ operatorService }: Connection, namespace: string): Promise<Check> {
	const names = Object.values(searchAttributes).map(({ name }) => name);
	try {
		const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
		const missing = names.filter((name) => !(name in customAttributes));
		if (missing.length === 0) return ok('search attributes', names.join(', '));
		return warn('search attributes', `These are missing: ${missing.join(', ')}.`, CREATED_AT_START);
	} catch (error) {
		return warn(
			'search attributes',
			`The search attributes cannot be listed: ${errorText(error)}`,
			`Make sure that these exist: ${names.join(', ')} (Keyword).`,
		);
	}
}

const { TASK_QUEUE_TYPE_ACTIVITY, TASK_QUEUE_TYPE_WORKFLOW } = temporal.api.enums.v1.TaskQueueType;
type Kind = temporal.api.enums.v1.TaskQueueType;

/** The server returns a rate with a rounding error. */
const SAME_RATE = 0.01;

/**
 * The pollers of each queue, its dispatch rate, and its partitions.
 * @param polled see `polledForCalls`
 */
export async function checkQueues(
	client: Client,
	config: Pick<Config, 'connections' | 'temporal'>,
	polled: CallQueue | null,
): Promise<Check[]> {
	const internal = [
		checkQueue(client, INTERNAL_QUEUE, TASK_QUEUE_TYPE_WORKFLOW, 'workflows'),
		checkQueue(client, INTERNAL_QUEUE, TASK_QUEUE_TYPE_ACTIVITY, 'activities'),
		checkQueue(client, DELIVERIES_QUEUE, TASK_QUEUE_TYPE_ACTIVITY, 'events and callbacks'),
		checkQueue(client, ASSEMBLIES_QUEUE, TASK_QUEUE_TYPE_ACTIVITY, 'files of exports'),
	];
	return Promise.all([...internal, ...callQueues(client, config, polled)]);
}

/** The queue that workers poll. Without a worker, the one that the configuration asks for if the server can. */
function callQueues(
	client: Client,
	{ connections, temporal: { fairness } }: Pick<Config, 'connections' | 'temporal'>,
	polled: CallQueue | null,
): Array<Promise<Check> | Check> {
	const shared = () => checkQueue(client, API_QUEUE, TASK_QUEUE_TYPE_ACTIVITY, 'calls of all connections');
	if (polled === 'shared') return [shared(), checkPartitions(client, API_QUEUE), checkPace(client), checkOrder(client)];
	if (polled === null && fairness !== false) return [shared()];
	const own = Object.entries(connections).flatMap(([name, pace]) => [
		checkQueue(client, apiQueue(name), TASK_QUEUE_TYPE_ACTIVITY, 'calls', dispatchesPerSecond(pace, 'own')),
		checkPartitions(client, apiQueue(name)),
	]);
	return polled === null ? own : [...own, checkOwnQueues(Object.keys(connections).length, fairness)];
}

/** @param rate dispatches a second that a worker of this configuration asks for */
async function checkQueue(client: Client, queue: string, kind: Kind, what: string, rate?: number): Promise<Check> {
	const name = `queue ${queue} (${what})`;
	const start = 'Start a worker with this configuration: agent-knowledge worker';
	try {
		const { pollers, stats } = await client.workflowService.describeTaskQueue({
			namespace: client.options.namespace,
			taskQueue: { name: queue },
			taskQueueType: kind,
			reportStats: true,
		});
		const recent = stillPolling(pollers);
		if (recent.length === 0) return fail(name, 'No worker polls it, so its tasks do not continue.', start);
		const finding = `Pollers within the last minute: ${recent.length}. ${waitingText(stats)}`;
		const others = recent.flatMap(({ ratePerSecond }) => (isOther(ratePerSecond, rate) ? [ratePerSecond] : []));
		if (others.length === 0) return ok(name, finding);
		return warn(
			name,
			`${finding} A worker asks for ${others.join(', ')} calls a second, but this configuration says ${rate}.`,
			'Restart the workers with the same connections section.',
		);
	} catch (error) {
		return fail(name, errorText(error), 'Check temporal.namespace, and the rights of temporal.apiKey.');
	}
}

/** What waits, and how fast it goes on: a backlog of paced calls is no fault. */
function waitingText(stats: temporal.api.taskqueue.v1.ITaskQueueStats | null | undefined): string {
	const waiting = Number(stats?.approximateBacklogCount ?? 0);
	if (waiting === 0) return 'Waiting: 0.';
	const oldest = Math.round(Number(stats?.approximateBacklogAge?.seconds ?? 0));
	return `Waiting: ${waiting}, the oldest for ${oldest} s. Dispatched: ${(stats?.tasksDispatchRate ?? 0).toFixed(1)} a second.`;
}

/** A worker that sets no rate has 100,000. */
function isOther(found: number | null | undefined, rate: number | undefined): found is number {
	return typeof found === 'number' && rate !== undefined && Math.abs(found - rate) > rate * SAME_RATE;
}

/** The only part of the dynamic configuration that is visible from outside. */
export async function checkPartitions(client: Client, queue: string): Promise<Check> {
	const name = `queue ${queue} (partitions)`;
	const todo =
		'Set matching.numTaskqueueReadPartitions and matching.numTaskqueueWritePartitions to 1; on Temporal Cloud set shareOfLimit to 0.93.';
	try {
		const { activityTaskQueuePartitions: partitions } = await client.workflowService.listTaskQueuePartitions({
			namespace: client.options.namespace,
			taskQueue: { name: queue },
		});
		if (partitions.length <= 1) return ok(name, 'One, so the limit holds. (doctor cannot see matching.useNewMatcher.)');
		return warn(name, `${partitions.length}: calls come in bursts that can reach the key's limit.`, todo);
	} catch (error) {
		return warn(name, `The partitions cannot be read: ${errorText(error)}`, todo);
	}
}
