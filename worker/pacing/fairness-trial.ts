import { type Client, WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Fairness } from '../../workflows/fairness/activities';
import type { fairnessTrial } from '../../workflows/fairness/workflow';
import { FAIRNESS_QUEUE } from '../../workflows/task-queues';
import type { Logger } from '../log';
import { GRPC, grpcCodeOf } from '../temporal/grpc-code';
import type { RunnableWorker, WorkerGroup } from '../temporal/running-workers';
import { setKeyPace } from './queue-pace';

/** Calls of one key a second in the trial, as its workflow expects. */
const TRIAL_PACE = 2;
/** The workflow's id. */
const TRIAL = 'fairness-trial';
const ATTEMPTS = 4;
/** The first attempt; the last holds 16 times as long. */
const HOLD_MS = 1_500;
const PAUSE_MS = 2_000;
/** In milliseconds. If the process that carries it out is killed, the others wait so long. */
const TRIAL_WITHIN = 60_000;

const fairnessSchema: z.ZodType<Fairness> = z.object({ paced: z.boolean(), ordered: z.boolean() });

interface Trial {
	client: Client;
	/** Creates the worker that runs the trial's workflow and calls. */
	create: () => Promise<RunnableWorker>;
	group: WorkerGroup;
	log: Logger;
}

/** Responses of a server that knows no pace of a queue. Every worker gets the same. */
const UNKNOWN_PACE: ReadonlySet<number | null> = new Set([GRPC.invalidArgument, GRPC.unimplemented]);

/** Each connection has a queue of its own: that needs nothing of the server. */
export const OWN_QUEUES: Fairness = { paced: false, ordered: false };

/**
 * Tries out whether the server paces each connection in one queue. Workers that start together share a trial. A server
 * that knows no pace of a queue has no fairness.
 * @throws the reason, if Temporal does not respond, does not permit the worker to set the pace, or no trial ends. With
 * several workers, a guess of one of them would divide the calls of a connection between two queues, and both would have
 * its whole limit
 */
export async function tryFairness({ client, create, group, log }: Trial): Promise<Fairness> {
	// Before the first poll, so that the queue has its pace from the start.
	try {
		await setKeyPace(client, FAIRNESS_QUEUE, TRIAL_PACE);
	} catch (error) {
		const code = grpcCodeOf(error);
		if (code === GRPC.permissionDenied)
			throw new Error(
				'temporal.fairness is true, but Temporal does not permit the worker to set the pace of a queue (UpdateTaskQueueConfig). Give its key the right to write in the namespace. Or set temporal.fairness to false in the files of all workers.',
				{ cause: error },
			);
		if (!UNKNOWN_PACE.has(code)) throw error;
		log.warn({ err: error }, 'Temporal knows no pace of a queue (UpdateTaskQueueConfig), so there was no trial.');
		return OWN_QUEUES;
	}
	for (let attempt = 1; ; attempt += 1) {
		try {
			return fairnessSchema.parse(await oneTrial(client, HOLD_MS * attempt ** 2, create, group));
		} catch (error) {
			if (group.isStopping()) throw error;
			if (attempt === ATTEMPTS)
				throw new Error(
					`The worker could not try out whether Temporal paces connections in one queue: ${ATTEMPTS} trials did not end. Start the worker again when Temporal is less busy. Or set temporal.fairness to false in the files of all workers.`,
					{ cause: error },
				);
			log.warn({ err: error }, 'the trial of the server did not end; the worker repeats it');
			await pause(PAUSE_MS);
		}
	}
}

/** Only the process that starts the trial has a worker for it: with two of them, calls would not wait. */
async function oneTrial(client: Client, holdMs: number, create: Trial['create'], group: WorkerGroup): Promise<unknown> {
	const trial = await startTrial(client, holdMs);
	if (trial === null) return client.workflow.getHandle(TRIAL).result();
	const worker = await create();
	group.add(worker);
	try {
		return await trial.result();
	} finally {
		await group.retire(worker);
	}
}

/** Null if another process carries one out. */
async function startTrial(client: Client, holdMs: number) {
	try {
		return await client.workflow.start<typeof fairnessTrial>('fairnessTrial', {
			workflowId: TRIAL,
			taskQueue: FAIRNESS_QUEUE,
			args: [holdMs],
			workflowIdReusePolicy: 'ALLOW_DUPLICATE',
			workflowIdConflictPolicy: 'FAIL',
			workflowExecutionTimeout: TRIAL_WITHIN,
		});
	} catch (error) {
		if (error instanceof WorkflowExecutionAlreadyStartedError) return null;
		throw error;
	}
}
