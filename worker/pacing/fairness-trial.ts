import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Fairness } from '../../workflows/fairness/activities';
import type { fairnessTrial } from '../../workflows/fairness/workflow';
import { FAIRNESS_QUEUE } from '../../workflows/task-queues';
import type { Logger } from '../log';
import { GRPC, grpcCodeOf } from '../temporal/grpc-code';
import type { RunnableWorker, WorkerGroup } from '../temporal/running-workers';
import { setKeyPace } from './queue-pace';
import type { Choice, FairnessSetting } from './report-fairness';

/** Calls of one key a second in the trial, as its workflow expects. */
const TRIAL_PACE = 2;
/** The workflow's id. */
const TRIAL = 'fairness-trial';
/** With `temporal.fairness: true`, the start fails after so many. */
const ATTEMPTS = 4;
/** The first attempt; the fourth and later ones hold 16 times as long. */
const HOLD_MS = 1_500;
const PAUSE_MS = 2_000;
/** In milliseconds. If the process that carries it out is killed, the others wait so long. */
const TRIAL_WITHIN = 60_000;

const fairnessSchema: z.ZodType<Fairness> = z.object({ paced: z.boolean(), ordered: z.boolean() });

interface Trial {
	client: Client;
	setting: FairnessSetting;
	/** Creates the worker that runs the trial's workflow and calls. */
	create: () => Promise<RunnableWorker>;
	group: WorkerGroup;
	log: Logger;
	/** Waits so many milliseconds. Default: in real time. */
	pause?: (ms: number) => Promise<unknown>;
}

/** Each connection has a queue of its own: that needs nothing of the server. */
const OWN_QUEUES: Fairness = { paced: false, ordered: false };

/**
 * Finds out whether the server paces each connection in one queue. Workers that start together share a trial, so they
 * agree. A worker that cannot find out makes no guess: it could divide the calls of a connection between two queues, and
 * both would have its whole limit. With `auto`, it repeats the trial until one ends. If it may not set the pace of a
 * queue, it takes a queue for each connection, and warns: the keys of all workers need the same rights.
 * @throws the reason if the group stops. With `true`, also if no trial ends, or if the worker may not set the pace
 */
export async function chooseQueues({ setting, ...trial }: Trial): Promise<Choice> {
	if (setting === false) return { fairness: OWN_QUEUES, reason: 'setting' };
	const { group, log, pause = sleep } = trial;
	for (let attempt = 1; ; attempt += 1) {
		try {
			const choice = await tryFairness(trial, HOLD_MS * Math.min(attempt, ATTEMPTS) ** 2);
			if (choice.reason !== 'not permitted' || setting === 'auto') return choice;
		} catch (error) {
			if (group.isStopping()) throw error;
			if (attempt === ATTEMPTS && setting === true)
				throw new Error(
					`The worker could not try out whether Temporal paces connections in one queue: ${ATTEMPTS} trials did not end. Start the worker again when Temporal is less busy. Or set temporal.fairness to false in the files of all workers.`,
					{ cause: error },
				);
			log.warn(
				{ err: error },
				'The trial of the server did not end. The worker repeats it, and API calls wait for it.',
			);
			await pause(PAUSE_MS);
			continue;
		}
		throw new Error(
			'temporal.fairness is true, but Temporal does not permit the worker to set the pace of a queue (UpdateTaskQueueConfig). Give its key the right to write in the namespace. Or set temporal.fairness to false in the files of all workers.',
		);
	}
}

type Attempt = Pick<Trial, 'client' | 'create' | 'group'>;

async function tryFairness({ client, create, group }: Attempt, holdMs: number): Promise<Choice> {
	// Before the first poll, so that the queue has its pace from the start.
	const refused = await setTrialPace(client);
	if (refused !== null) return { fairness: OWN_QUEUES, reason: refused };
	return { fairness: fairnessSchema.parse(await oneTrial(client, holdMs, create, group)), reason: 'trial' };
}

/** Null if it is set. Every worker gets the same response of a server that knows no pace. */
async function setTrialPace(client: Client): Promise<'no pace' | 'not permitted' | null> {
	try {
		await setKeyPace(client, FAIRNESS_QUEUE, TRIAL_PACE);
		return null;
	} catch (error) {
		const code = grpcCodeOf(error);
		if (code === GRPC.permissionDenied) return 'not permitted';
		if (code === GRPC.invalidArgument || code === GRPC.unimplemented) return 'no pace';
		throw error;
	}
}

/** Only the process that starts the trial has a worker for it: with two of them, calls would not wait. */
async function oneTrial(client: Client, holdMs: number, create: Trial['create'], group: WorkerGroup): Promise<unknown> {
	const trial = await startTrial(client, holdMs);
	if (trial === null) return client.workflow.getHandle(TRIAL).result();
	const worker = await group.start(create);
	try {
		const result = await trial.result();
		// It polls no more, so nothing has to wait for its end. If it has failed, the group says so.
		void group.retire(worker).catch(() => undefined);
		return result;
	} catch (error) {
		await group.retire(worker);
		throw error;
	}
}

/** Whether a worker tries out the server now, so that calls wait for the result. */
export async function isTrialRunning({ workflow }: Client): Promise<boolean> {
	try {
		return (await workflow.getHandle(TRIAL).describe()).status.name === 'RUNNING';
	} catch (error) {
		if (error instanceof WorkflowNotFoundError) return false;
		throw error;
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
