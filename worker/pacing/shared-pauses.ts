import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { z } from 'zod';
import { CONNECTION_PAUSE, connectionPauseId } from '../../workflows/connection-pause/pause';
import type { connectionPause } from '../../workflows/connection-pause/workflow';
import { INTERNAL_QUEUE } from '../../workflows/task-queues';
import type { SharedPauses } from './key-pauses';

/** How long a call waits for an answer of Temporal, in milliseconds. */
const WITHIN_MS = 2_000;
/** Its timer ends it. If no worker runs it, Temporal ends it after this time. Milliseconds. */
const ENDED_AFTER_MS = 60_000;
/** A pause whose timer is due ends in a moment. Milliseconds. */
const LEAST_LEFT_MS = 50;

const memoSchema = z.object({ pauseMs: z.number() });

/** Before the work of many tasks, because it ends what holds their calls. */
const URGENT = { priorityKey: 1 };

/**
 * Pauses as open workflows, which every process of a namespace sees as soon as they are started. Their timers are
 * Temporal's, so the clocks of the hosts need not agree.
 */
export function pausesInTemporal(client: Client): SharedPauses {
	/** The runs that this process has started. It knows by itself how long it was asked to wait. */
	const own = new Map<string, string>();
	const inTime = <Result>(call: () => Promise<Result>) => client.withDeadline(Date.now() + WITHIN_MS, call);
	/** The one that is open. */
	const openPause = async (key: string) => {
		try {
			const handle = client.workflow.getHandle(connectionPauseId(key));
			const { status, memo, startTime, runId } = await inTime(() => handle.describe());
			if (status.name !== 'RUNNING') return { runId, leftMs: 0 };
			const { pauseMs } = memoSchema.parse(memo);
			return { runId, leftMs: Math.max(LEAST_LEFT_MS, startTime.getTime() + pauseMs - Date.now()) };
		} catch (error) {
			if (error instanceof WorkflowNotFoundError) return { leftMs: 0 };
			throw error;
		}
	};
	return {
		async read(key) {
			const { runId, leftMs } = await openPause(key);
			return runId !== undefined && own.get(key) === runId ? 0 : leftMs;
		},
		async write(key, pauseMs) {
			// Another worker may have been asked for a longer one.
			if ((await openPause(key)).leftMs >= pauseMs) return;
			const { firstExecutionRunId } = await inTime(() =>
				client.workflow.start<typeof connectionPause>(CONNECTION_PAUSE, {
					workflowId: connectionPauseId(key),
					taskQueue: INTERNAL_QUEUE,
					args: [pauseMs],
					memo: { pauseMs },
					workflowExecutionTimeout: pauseMs + ENDED_AFTER_MS,
					// A longer one counts.
					workflowIdConflictPolicy: 'TERMINATE_EXISTING',
					priority: URGENT,
				}),
			);
			own.set(key, firstExecutionRunId);
		},
	};
}
