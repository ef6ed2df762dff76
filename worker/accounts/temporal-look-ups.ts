import { randomUUID } from 'node:crypto';
import { type Client, WorkflowFailedError, type WorkflowHandle } from '@temporalio/client';
import { ActivityFailure, TimeoutFailure } from '@temporalio/common';
import type { lookUp } from '../../workflows/look-up/workflow';
import type { LookUpAnswer, LookUpQuestion } from '../../workflows/look-up/activities';
import { INTERNAL_QUEUE } from '../../workflows/task-queues';
import { lookUpAnswerSchema } from './look-up-answer';
import type { LookUps } from './look-ups';
import { lookUpTimedOut, noWorker } from './no-answer';
import { unpolledQueue } from './unpolled-queue';

/** All times in milliseconds. Temporal takes a start within this, or is away. */
const TEMPORAL_ANSWERS_WITHIN = 8_000;
/** Without an answer until then, it is looked whether there is a worker at all. */
const ASK_FOR_WORKERS_AFTER = 4_000;
/** Below the 30 s that n8n and the command line wait for the gateway. */
const ANSWER_WITHIN = 20_000;
/** Somebody waits for it, so that the workers take it up before tasks that were started in great number. */
const URGENT = { priorityKey: 1 };

/**
 * Look-ups as workflows of one activity, on the connection's queue: the key's limit holds for the key as a whole.
 * They come before everything that waits there, and the server forgets one that had no turn in time.
 */
export class TemporalLookUps implements LookUps {
	constructor(private readonly client: Client) {}

	async ask(connection: string, question: LookUpQuestion): Promise<LookUpAnswer> {
		const handle = await this.inTime(() => this.start(connection, question));
		const soon = await this.answer(handle, connection, ASK_FOR_WORKERS_AFTER);
		if (soon !== null) return soon;
		const unpolled = await this.inTime(() => unpolledQueue(this.client, connection));
		if (unpolled !== null) throw noWorker(connection, unpolled);
		const late = await this.answer(handle, connection, ANSWER_WITHIN - ASK_FOR_WORKERS_AFTER);
		if (late !== null) return late;
		throw lookUpTimedOut(connection, ANSWER_WITHIN);
	}

	private async start(connection: string, question: LookUpQuestion): Promise<WorkflowHandle<typeof lookUp>> {
		return this.client.workflow.start<typeof lookUp>('lookUp', {
			workflowId: `look-up/${randomUUID()}`,
			taskQueue: INTERNAL_QUEUE,
			args: [connection, question],
			workflowExecutionTimeout: ANSWER_WITHIN,
			priority: URGENT,
		});
	}

	/** Null when there was none within `timeoutMs`. */
	private async answer(
		handle: WorkflowHandle<typeof lookUp>,
		connection: string,
		timeoutMs: number,
	): Promise<LookUpAnswer | null> {
		const over = AbortSignal.timeout(timeoutMs);
		try {
			return lookUpAnswerSchema.parse(await this.client.withAbortSignal(over, () => handle.result()));
		} catch (error) {
			if (over.aborted) return null;
			if (isTimeout(error)) throw lookUpTimedOut(connection, ANSWER_WITHIN);
			throw error;
		}
	}

	private async inTime<Result>(call: () => Promise<Result>): Promise<Result> {
		return this.client.withDeadline(Date.now() + TEMPORAL_ANSWERS_WITHIN, call);
	}
}

/** The look-up had no turn in time, or the worker that made the call was lost. */
function isTimeout(error: unknown): boolean {
	if (!(error instanceof WorkflowFailedError)) return false;
	const { cause } = error;
	return (cause instanceof ActivityFailure ? cause.cause : cause) instanceof TimeoutFailure;
}
