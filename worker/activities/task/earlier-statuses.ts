import type { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type {
	ActivityExecuteInput,
	ActivityInboundCallsInterceptor,
	ActivityInterceptorsFactory,
	Next,
} from '@temporalio/worker';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { EarlierStatuses } from '../../../workflows/task/failure';

/** Steps whose attempts failed and that have not ended. An older one forgets the codes, which costs nobody more. */
const KEPT_STEPS = 5_000;

const errorSchema = z.object({ status: z.number() });

/**
 * Notes in the failure of an attempt which status codes the attempts before it got in this process, for the timeline of
 * the task. A step with one attempt is as it was.
 */
export function noteEarlierStatuses(): ActivityInterceptorsFactory {
	const statuses = new LRUCache<string, readonly number[]>({ max: KEPT_STEPS });
	return (context) => ({ inbound: new NoteEarlierStatuses(statuses, context) });
}

class NoteEarlierStatuses implements ActivityInboundCallsInterceptor {
	constructor(
		private readonly statuses: LRUCache<string, readonly number[]>,
		private readonly context: Context,
	) {}

	async execute(input: ActivityExecuteInput, next: Next<ActivityInboundCallsInterceptor, 'execute'>): Promise<unknown> {
		const { workflowExecution, activityId } = this.context.info;
		const step = `${workflowExecution?.runId ?? ''} ${activityId}`;
		try {
			const result = await next(input);
			this.statuses.delete(step);
			return result;
		} catch (error) {
			// The last failure of a step is an error of its task, whose details mean something else.
			if (!(error instanceof ApplicationFailure) || error.nonRetryable === true) {
				this.statuses.delete(step);
				throw error;
			}
			const earlier = this.statuses.get(step) ?? [];
			const own = errorSchema.safeParse(error.details?.[0]).data?.status;
			if (own !== undefined) this.statuses.set(step, [...new Set([...earlier, own])]);
			throw earlier.length === 0 ? error : withEarlier(error, earlier);
		}
	}
}

function withEarlier(failure: ApplicationFailure, earlier: readonly number[]): ApplicationFailure {
	const { message, type, details, cause, category } = failure;
	const pauseMs: unknown = failure.nextRetryDelay;
	const noted: EarlierStatuses = { earlierStatuses: [...earlier] };
	return ApplicationFailure.create({
		message,
		// The first detail is the error or the progress. Without one, nothing may take its place.
		details: [...(details?.length ? details : [null]), noted],
		...(type && { type }),
		...(cause && { cause }),
		...(category && { category }),
		...(typeof pauseMs === 'number' && { nextRetryDelay: pauseMs }),
	});
}
