import { apiQueue } from '../../workflows/task-queues';
import type { HandedOut } from '../observability/count-activities';
import type { Metrics } from '../observability/metrics';
import type { CallCounts } from '../observability/usage/call-counts';
import { WaitingCalls } from '../observability/usage/waiting-calls';
import { type CallQueue, dispatchesPerSecond } from '../pacing';
import type { ConnectionServices } from './connection-services';

/** Counts how long calls wait for their dispatch, which shows whether Temporal hands them out as fast as it may. */
export function watchHandedOut(
	metrics: Metrics,
	calls: CallCounts,
	services: ConnectionServices,
	queue: () => CallQueue,
): HandedOut {
	const waiting = new WaitingCalls();
	return (connection, waitedMs) => {
		const now = Date.now();
		const from = waiting.handedOut(connection, waitedMs, now);
		const settings = services.settingsOf(connection);
		const pace = settings === undefined ? null : dispatchesPerSecond(settings, queue());
		calls.dispatched(connection, from, now);
		metrics.callHandedOut(apiQueue(connection), now - from, pace);
	};
}
