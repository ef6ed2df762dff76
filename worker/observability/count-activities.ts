import type { Context } from '@temporalio/activity';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import type {
	ActivityExecuteInput,
	ActivityInterceptorsFactory,
	Next,
	ActivityInboundCallsInterceptor,
} from '@temporalio/worker';
import { z } from 'zod';
import { blockedBy } from '../../workflows/lead-sync/activities';
import { API_QUEUE, apiQueue } from '../../workflows/task-queues';
import { DELIVERY_OUTCOMES } from '../../workflows/task/activities';
import { MAIL_OUTCOME_UNKNOWN, NOT_YET } from '../../workflows/task/failure';
import type { DeliveryKind } from '../../workflows/telemetry/sinks';
import type { Metrics } from './metrics';

const syncSchema = z.object({ of: z.object({ connection: z.string(), destination: z.string() }) });
const syncedSchema = z.object({ written: z.number(), refused: z.array(z.unknown()) });
const deliveredSchema = z.object({ outcome: z.enum(DELIVERY_OUTCOMES) });
/** The kind of delivery, by the activity's type. */
const DELIVERIES: ReadonlyMap<string, DeliveryKind> = new Map([
	['deliver', 'callback'],
	['postEvent', 'event'],
]);
/** Activities that bring a part of a sync to its destination. */
const SYNCING: ReadonlySet<string> = new Set(['syncPage', 'storePage', 'noteConversations', 'syncTranscripts']);
/** A receiver that only restarted has accepted it by then. */
const OVERDUE_MS = 30 * 60_000;

/** Somebody who watches the calls of connections that Temporal hands out. @param waitedMs in their queue */
export type HandedOut = (connection: string, waitedMs: number) => void;

/** Counts every attempt of an activity with its outcome and its time in the queue. */
export function countActivities(metrics: Metrics, handedOut: HandedOut = () => undefined): ActivityInterceptorsFactory {
	return (context) => ({ inbound: new CountActivities(metrics, handedOut, context) });
}

class CountActivities implements ActivityInboundCallsInterceptor {
	constructor(
		private readonly metrics: Metrics,
		private readonly handedOut: HandedOut,
		private readonly context: Context,
	) {}

	async execute(input: ActivityExecuteInput, next: Next<ActivityInboundCallsInterceptor, 'execute'>): Promise<unknown> {
		const { activityType, currentAttemptScheduledTimestampMs } = this.context.info;
		const connection = connectionOf(this.context);
		const taskQueue = connection === null ? this.context.info.taskQueue : apiQueue(connection);
		const waitedMs = Date.now() - currentAttemptScheduledTimestampMs;
		this.metrics.activityTaken(taskQueue, waitedMs);
		if (connection !== null) this.handedOut(connection, waitedMs);
		try {
			const result = await next(input);
			this.metrics.activityEnded(taskQueue, activityType, 'completed');
			this.countResult(activityType, input.args, result);
			return result;
		} catch (error) {
			const outcome = outcomeOf(error);
			this.metrics.activityEnded(taskQueue, activityType, outcome);
			if (outcome === 'failed') this.countFailure(activityType, input.args, error);
			throw error;
		}
	}

	private countResult(activity: string, [argument]: unknown[], result: unknown): void {
		const kind = DELIVERIES.get(activity);
		const delivered = deliveredSchema.safeParse(result);
		if (kind !== undefined && delivered.success) this.metrics.delivery(kind, delivered.data.outcome);
		const page = syncSchema.safeParse(argument);
		const synced = syncedSchema.safeParse(result);
		if (activity === 'syncPage' && page.success && synced.success)
			this.metrics.synced(page.data.of, synced.data.written, synced.data.refused.length);
	}

	private countFailure(activity: string, [argument]: unknown[], error: unknown): void {
		const kind = DELIVERIES.get(activity);
		const isOverdue = Date.now() - this.context.info.scheduledTimestampMs >= OVERDUE_MS;
		const type = error instanceof ApplicationFailure ? (error.type ?? '') : '';
		const failed = isOverdue ? 'overdue' : 'failed';
		if (kind !== undefined) this.metrics.delivery(kind, type === MAIL_OUTCOME_UNKNOWN ? 'unknown' : failed);
		const page = syncSchema.safeParse(argument);
		if (!SYNCING.has(activity) || !page.success) return;
		this.metrics.syncHeld(page.data.of, blockedBy(type));
	}
}

/**
 * The connection of a call, whose figures go by `api:<connection>` in both modes: calls of different connections wait for
 * different keys. Null for all other work.
 */
function connectionOf({ info: { taskQueue, priority } }: Context): string | null {
	if (taskQueue === API_QUEUE) return priority?.fairnessKey ?? '';
	return taskQueue.startsWith(apiQueue('')) ? taskQueue.slice(apiQueue('').length) : null;
}

function outcomeOf(error: unknown): 'not_yet' | 'failed' | 'cancelled' {
	if (error instanceof CancelledFailure) return 'cancelled';
	return error instanceof ApplicationFailure && error.type === NOT_YET ? 'not_yet' : 'failed';
}
