import type { Connection } from '@temporalio/client';
import type { Destinations } from '../destinations';
import type { RunningGateway } from '../gateway';
import type { ServedOperations } from '../observability/serve-operations';
import type { Tracing } from '../observability/tracing';
import type { LiveSettings } from './live-settings';
import type { ServingWorkers } from './run-workers';

export interface RunningProcess {
	/** Address of the gateway; null if this process has none. */
	gatewayUrl: string | null;
	/** Address of metrics and readiness; null if they are not served. */
	operationsUrl: string | null;
	/** Reloads the settings that need no restart. */
	take: (settings: LiveSettings) => void;
	/** Rejects as soon as a part failed for good: then stop the rest. Resolves when everything has stopped. */
	ended: Promise<void>;
	/**
	 * Accepts nothing new, lets active work end, and releases everything: the gateway within 10 s, the workers within 40
	 * s, or never while Temporal is unavailable.
	 */
	stop: () => Promise<void>;
}

export interface Running extends Pick<RunningProcess, 'take'> {
	temporalConnection: Connection;
	workers: ServingWorkers | null;
	gateway: RunningGateway | null;
	served: ServedOperations | null;
	destinations: Destinations;
	tracing: Tracing | null;
	/** Starts the work beside the parts. */
	stopBackground: () => void;
}

/** The parts of a process that has started, as one. */
export function running({
	temporalConnection,
	workers,
	gateway,
	served,
	destinations,
	tracing,
	stopBackground,
	take,
}: Running): RunningProcess {
	let stopped = (): void => undefined;
	const closed = new Promise<void>((resolve) => {
		stopped = resolve;
	});
	const ended = Promise.race([closed, ...(workers === null ? [] : [workers.done.then(() => closed)])]);
	// A failure before anybody awaits it must not end the process without a log line.
	void ended.catch(() => undefined);
	return {
		gatewayUrl: gateway?.url ?? null,
		operationsUrl: served?.url ?? null,
		take,
		ended,
		async stop() {
			stopBackground();
			try {
				await gateway?.close();
				await workers?.stop();
				await served?.close();
				await destinations.close();
			} finally {
				await temporalConnection.close();
				await tracing?.stop();
				stopped();
			}
		},
	};
}
