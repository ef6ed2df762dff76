import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { activityInfo } from '@temporalio/activity';
import type { Payload, PayloadCodec } from '@temporalio/common';
import { temporal } from '@temporalio/proto';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { freePort } from '../../../scripts/processes/free-port.mjs';
import { startService } from '../../../scripts/processes/service.mjs';
import { eventually, isThere } from '../../support/time/eventually';
import { useRuntime } from '../../support/temporal/use-runtime';
import { sourceBundle } from '../../support/source-bundle';
import type { TaskEvent } from '../../../workflows/task/event';
import { searchAttributes } from '../../../workflows/task/visibility';
import { apiQueue, ASSEMBLIES_QUEUE, DELIVERIES_QUEUE, INTERNAL_QUEUE } from '../../../workflows/task-queues';
import { ownQueues } from './own-queues';
import { timeSkippingServer } from '../../support/temporal/find-server';

const { IndexedValueType } = temporal.api.enums.v1;

export interface ScriptedActivities {
	/** On the queues that are no connection's. */
	internal: object;
	/** On the queue of the connection `c`. */
	api: object;
	/** Called with each payload of a turn of a workflow, before the server gets it. What it does falls into that turn. */
	beforeSent?: (payload: Payload) => Promise<void>;
}

export interface TimeSkipping {
	readonly environment: TestWorkflowEnvironment;
}

useRuntime();

/**
 * A server that skips the time in which nothing is running, with workers whose activities are scripted. Each test gets a
 * new server, which starts in 0.03 s of CPU time: the server counts locks on its clock, and a child that ends after its
 * parent unbalances the count. From then on it either skips no more time or, with the count reset by hand, skips years
 * and times every workflow out.
 * @param script called before each test
 * @param more search attributes beside ours, that its test needs
 */
export function useTimeSkipping(
	script: () => ScriptedActivities,
	more: Record<string, temporal.api.enums.v1.IndexedValueType> = {},
): TimeSkipping {
	let environment: TestWorkflowEnvironment | undefined;
	let workflowBundle: Awaited<ReturnType<typeof sourceBundle>>;
	let stop = nothing;

	beforeAll(async () => {
		workflowBundle = await sourceBundle();
	});
	beforeEach(async () => {
		stop = nothing;
		const { internal, api, beforeSent } = script();
		const { environment: started, stop: stopServer } = await startEnvironment();
		environment = started;
		stop = stopServer;
		const ours = Object.values(searchAttributes).map(
			({ name }) => [name, IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD] as const,
		);
		await started.connection.operatorService.addSearchAttributes({
			namespace: 'default',
			searchAttributes: { ...Object.fromEntries(ours), ...more },
		});
		const shared = { connection: started.nativeConnection, namespace: started.namespace ?? 'default' };
		// A worker without workflows and activities cannot be made.
		const workers = await Promise.all([
			Worker.create({
				...shared,
				taskQueue: INTERNAL_QUEUE,
				workflowBundle,
				...(beforeSent === undefined ? {} : { dataConverter: { payloadCodecs: [listening(beforeSent)] } }),
				activities: { ...ownQueues, ...internal },
			}),
			...(Object.keys(internal).length > 0 ? [DELIVERIES_QUEUE, ASSEMBLIES_QUEUE] : []).map((taskQueue) =>
				Worker.create({ ...shared, taskQueue, activities: internal }),
			),
			Worker.create({ ...shared, taskQueue: apiQueue('c'), activities: api }),
		]);
		const running = workers.map((worker) => worker.run());
		stop = async () => {
			for (const worker of workers) worker.shutdown();
			await Promise.all(running);
			await stopServer();
		};
	});
	afterEach(() => stop());

	return {
		get environment() {
			if (environment === undefined) throw new Error('The server is started before each test, not earlier.');
			return environment;
		},
	};
}

const nothing = () => Promise.resolve();

/**
 * The activity of the workflow that publishes an event. It notes the event once for each such workflow: on a busy
 * machine the server that skips time may hand an activity out twice.
 */
export function noteEvents(events: Pick<TaskEvent[], 'push'>): (event: TaskEvent) => Promise<[]> {
	const publishers = new Set<string | undefined>();
	return (event) => {
		const { workflowExecution } = activityInfo();
		if (!publishers.has(workflowExecution?.runId)) events.push(event);
		publishers.add(workflowExecution?.runId);
		return Promise.resolve([]);
	};
}

/** Waits until these events were published, and no other. */
export async function untilTold(events: readonly TaskEvent[], ...types: string[]): Promise<void> {
	await eventually(
		() => events.map(({ type }) => type),
		(seen) => expect(seen).toEqual(types),
		'each event is published by a workflow of its own',
	);
}

/** Changes no payload. */
function listening(beforeSent: (payload: Payload) => Promise<void>): PayloadCodec {
	return {
		encode: async (payloads) => {
			for (const payload of payloads) await beforeSent(payload);
			return payloads;
		},
		decode: (payloads) => Promise.resolve(payloads),
	};
}

/**
 * Started as any other service, because the SDK's own starter gives the server 5 s, which a busy machine exceeds ten
 * times in a row.
 */
async function startEnvironment(): Promise<{ environment: TestWorkflowEnvironment; stop: () => Promise<void> }> {
	const command = await timeSkippingServer();
	const [port, folder] = await Promise.all([freePort(), mkdtemp(join(tmpdir(), 'agent-knowledge-time-skipping-'))]);
	const name = 'The time-skipping server';
	const service = await startService({ name, command, args: [`${port}`], logFile: join(folder, 'server.log') });
	const stop = async () => {
		await service.stop();
		await rm(folder, { recursive: true, force: true });
	};
	try {
		const started = await service.whileRunning(
			'it responded',
			eventually(() => connected(`127.0.0.1:${port}`), isThere, name),
		);
		return {
			environment: started,
			stop: async () => {
				await started.teardown();
				await stop();
			},
		};
	} catch (error) {
		await stop();
		throw error;
	}
}

/** The SDK connects to a running server that skips time, but has no public function that does only this. */
const create = Reflect.get(TestWorkflowEnvironment, 'create') as (
	this: typeof TestWorkflowEnvironment,
	options: { server: { type: 'existing' }; address: string; supportsTimeSkipping: true },
) => Promise<TestWorkflowEnvironment>;

const connected = (address: string) =>
	create.call(TestWorkflowEnvironment, { server: { type: 'existing' }, address, supportsTimeSkipping: true });
