import { type Client, WorkflowFailedError, type WorkflowHandle } from '@temporalio/client';
import { ActivityFailure, TimeoutFailure } from '@temporalio/common';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { leadSchema, timeLimit } from '../../api';
import type { LookUpResult, LookUpQuestion } from '../../workflows/look-up/activities';
import type { lookUp } from '../../workflows/look-up/workflow';
import { INTERNAL_QUEUE } from '../../workflows/task-queues';
import { Problem } from '../problems/problem';
import { unpolledQueue } from '../pacing';
import { RESPONSE_LIMITS, type ResponseLimits } from '../temporal/response-limits';

/** Sends the gateway's requests to the service on behalf of a person. */
export interface LookUps {
	/** @throws Problem 503 or 504 with what to do, if there is no response in time */
	ask(connection: string, question: LookUpQuestion): Promise<LookUpResult>;
}

/** A person waits for it, so it goes before the activities of many tasks. */
const URGENT = { priorityKey: 1 };

/**
 * Look-ups as workflows with one activity on the connection's queue, so that they count towards the key's limit. They
 * go before everything else in that queue. The server drops a look-up that did not start in time. Minutes later
 * its history is deleted (`keepDeletingLookUps`).
 */
export class TemporalLookUps implements LookUps {
	constructor(
		private readonly client: Client,
		private readonly limits: Pick<ResponseLimits, 'request' | 'lookUp' | 'askForWorkersAfter'> = RESPONSE_LIMITS,
	) {}

	async ask(connection: string, question: LookUpQuestion): Promise<LookUpResult> {
		const { lookUp: limitMs, askForWorkersAfter } = this.limits;
		const handle = await this.inTime(() => this.start(connection, question));
		const soon = await this.answer(handle, connection, askForWorkersAfter);
		if (soon !== null) return soon;
		const unpolled = await this.inTime(() => unpolledQueue(this.client, connection));
		if (unpolled !== null) throw noWorker(connection, unpolled);
		const late = await this.answer(handle, connection, limitMs - askForWorkersAfter);
		if (late !== null) return late;
		throw lookUpTimedOut(connection, limitMs);
	}

	private async start(connection: string, question: LookUpQuestion): Promise<WorkflowHandle<typeof lookUp>> {
		return this.client.workflow.start<typeof lookUp>('lookUp', {
			workflowId: `look-up/${randomUUID()}`,
			taskQueue: INTERNAL_QUEUE,
			args: [connection, question],
			workflowExecutionTimeout: this.limits.lookUp,
			priority: URGENT,
		});
	}

	/** Null if there was no response within `timeoutMs`. */
	private async answer(
		handle: WorkflowHandle<typeof lookUp>,
		connection: string,
		timeoutMs: number,
	): Promise<LookUpResult | null> {
		const over = timeLimit(timeoutMs);
		try {
			return lookUpAnswerSchema.parse(await this.client.withAbortSignal(over, () => handle.result()));
		} catch (error) {
			if (over.aborted) return null;
			if (isTimeout(error)) throw lookUpTimedOut(connection, this.limits.lookUp);
			throw error;
		}
	}

	private async inTime<Result>(call: () => Promise<Result>): Promise<Result> {
		return this.client.withDeadline(Date.now() + this.limits.request, call);
	}
}

/** The look-up did not start in time, or the worker that made the call was lost. */
function isTimeout(error: unknown): boolean {
	if (!(error instanceof WorkflowFailedError)) return false;
	const { cause } = error;
	return (cause instanceof ActivityFailure ? cause.cause : cause) instanceof TimeoutFailure;
}

export const lookUpAnswerSchema: z.ZodType<LookUpResult> = z.discriminatedUnion('outcome', [
	z.object({ outcome: z.literal('readable') }),
	z.object({
		outcome: z.literal('mailboxes'),
		mailboxes: z.array(z.object({ id: z.string(), address: z.string(), isDefault: z.boolean() })),
	}),
	z.object({
		outcome: z.literal('email-conversations'),
		conversations: z.array(z.object({ sessionId: z.string(), with: z.string().nullable() })),
	}),
	z.object({
		outcome: z.literal('transcript'),
		messages: z.array(z.object({ from: z.string(), text: z.string(), at: z.string().nullable() })),
	}),
	z.object({
		outcome: z.literal('account'),
		account: z.object({
			agents: z.object({ ids: z.array(z.string()), total: z.number() }).nullable(),
			limit: z.number().nullable(),
		}),
	}),
	z.object({ outcome: z.literal('leads'), leads: z.array(leadSchema) }),
	z.object({
		outcome: z.literal('page'),
		agents: z.array(z.object({ id: z.string(), name: z.string() })),
		more: z.boolean(),
		mayGoOn: z.boolean().exactOptional(),
		total: z.number().exactOptional(),
	}),
	z.object({
		outcome: z.literal('refused'),
		refusal: z.object({
			type: z.string().optional(),
			status: z.number().nullable(),
			title: z.string(),
			detail: z.string().nullable(),
			retryAfterMs: z.number().nullable(),
		}),
	}),
]);

/** @param queue the task queue that no worker polls */
export function noWorker(connection: string, queue: string): Problem {
	return new Problem({
		type: 'no_worker',
		title: 'No worker is polling',
		status: 503,
		detail: `No worker is polling the task queue "${queue}", so no worker can call the service of the connection "${connection}". Start one with: agent-knowledge worker --config <file>, where the file has this connection and the same temporal section as the gateway's. Then send the request again.`,
		issues: [{ path: 'connection', message: 'has no worker at the moment' }],
		retryAfterSeconds: 10,
	});
}

export function lookUpTimedOut(connection: string, timeoutMs: number): Problem {
	return new Problem({
		type: 'look_up_timed_out',
		title: 'The connection did not respond in time',
		status: 504,
		detail: `Calls of the connection "${connection}" wait for their turn within its key's limit. This call had no response within ${timeoutMs / 1000} s: other calls came first, or a worker was just lost. Running tasks continue. Send the request again in a few seconds.`,
		issues: [{ path: 'connection', message: `had no response within ${timeoutMs / 1000} s` }],
		retryAfterSeconds: 10,
	});
}
