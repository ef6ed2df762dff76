import { Client } from '@temporalio/client';
import { type InjectedSinks, Worker, type WorkflowBundleOption } from '@temporalio/worker';
import { useRuntime } from '../../support/temporal/use-runtime';
import { sourceBundle } from '../../support/source-bundle';
import { apiQueue, ASSEMBLIES_QUEUE, DELIVERIES_QUEUE, INTERNAL_QUEUE } from '../../../workflows/task-queues';
import { repeatAbortedUpdates } from '../../../worker/temporal';
import type { TaskSinks } from '../../../workflows/telemetry/sinks';
import { ownQueues } from './own-queues';
import { connectPatiently, connectWorkersPatiently } from '../../support/temporal/connect-patiently';
import { type ContinueAsNewAt, startTemporal } from '../../support/temporal/start-temporal';

export interface ScriptedWorkers {
	/** Default: no history becomes so long. */
	continueAsNewAt?: ContinueAsNewAt;
	/** Activities on the queues that are no connection's. */
	internal: object;
	/** Activities on the queue of each connection. */
	connections: Record<string, object>;
	/** What workflows report to the worker. */
	sinks?: InjectedSinks<TaskSinks>;
	/** Default: the workflows as they are. */
	bundle?: () => Promise<WorkflowBundleOption>;
}

useRuntime();

/** A namespace of a real Temporal server for all tests of a file, with workers whose activities are scripted. */
export function useWorkers({ continueAsNewAt, internal, connections, sinks, bundle = sourceBundle }: ScriptedWorkers): {
	readonly client: Client;
} {
	let client: Client | undefined;
	let stop: () => Promise<void> = () => Promise.resolve();

	beforeAll(async () => {
		const temporal = await startTemporal(continueAsNewAt);
		const { address, namespace } = temporal;
		const [connection, native] = await Promise.all([connectPatiently(address), connectWorkersPatiently(address)]);
		const shared = { connection: native, namespace };
		const workflowBundle = await bundle();
		const workers = await Promise.all([
			Worker.create({
				...shared,
				taskQueue: INTERNAL_QUEUE,
				workflowBundle,
				activities: { ...ownQueues, ...internal },
				...(sinks && { sinks }),
			}),
			...[DELIVERIES_QUEUE, ASSEMBLIES_QUEUE].map((taskQueue) =>
				Worker.create({ ...shared, taskQueue, activities: internal }),
			),
			...Object.entries(connections).map(([name, activities]) =>
				Worker.create({ ...shared, taskQueue: apiQueue(name), activities }),
			),
		]);
		const running = workers.map((worker) => worker.run());
		client = new Client({ connection, namespace, interceptors: { workflow: [repeatAbortedUpdates] } });
		stop = async () => {
			for (const worker of workers) worker.shutdown();
			await Promise.all(running);
			await Promise.all([connection.close(), native.close()]);
			await temporal.stop();
		};
	});
	afterAll(() => stop());

	return {
		get client() {
			if (client === undefined) throw new Error('The workers are started before the first test, not earlier.');
			return client;
		},
	};
}
