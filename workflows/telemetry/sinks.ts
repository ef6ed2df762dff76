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

/** Where a span stands in its trace, as `traceparent` says it (W3C Trace Context). */
export interface TracePlace {
	/** 32 hexadecimal digits. */
	traceId: string;
	/** 16 hexadecimal digits. */
	spanId: string;
}

/** A piece of a workflow's time that is over. It holds names of code alone. */
export interface EndedSpan extends TracePlace {
	parentSpanId: string;
	name: string;
	/** Milliseconds since 1970. */
	startedAt: number;
	endedAt: number;
	failed: boolean;
}

/** What workflows tell of their traces. It costs no event, and is not told again in a replay. */
export interface TraceSinks extends Sinks {
	traces: { ended(span: EndedSpan): void };
}
