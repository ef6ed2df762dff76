import type { Sinks } from '@temporalio/workflow';

/** How a task ended, as it is counted. */
export type CountedOutcome = 'completed' | 'failed' | 'cancelled' | 'timed_out' | 'needs_person' | 'slept_through';

export type DeliveryKind = 'callback' | 'event';

/** What the workflows tell the worker's metrics. It costs no event, and is not told again in a replay. */
export interface TaskSinks extends Sinks {
	tasks: {
		started(task: string, connection: string): void;
		/** @param uncertain effects of which the result says that nobody knows whether they happened */
		ended(task: string, connection: string, outcome: CountedOutcome, uncertain: number): void;
	};
	deliveries: {
		/** It was refused for good, or was not taken for days, and is not tried again. */
		givenUp(kind: DeliveryKind): void;
	};
}
