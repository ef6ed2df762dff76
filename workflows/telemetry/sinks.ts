import type { Sinks } from '@temporalio/workflow';
import type { TaskLate } from '../task/event';

/** How a task ended, as it is counted. */
export interface CountedEnd {
	/**
	 * `completed` if it did what was asked, else its outcome in the table of outcomes: `partly_failed`, `expired`,
	 * `failed`, `cancelled`, `timed_out` … Of a failed task also `needs_person` and `slept_through`.
	 */
	outcome: string;
	/** Somebody has to look. */
	needsAttention: boolean;
}

export type DeliveryKind = 'callback' | 'event';

/** Metrics that workflows report to the worker, without a history event and never during a replay. */
export interface TaskSinks extends Sinks {
	tasks: {
		started(task: string, connection: string): void;
		/** @param uncertain number of effects with an unknown outcome in the result */
		ended(task: string, connection: string, end: CountedEnd, uncertain: number): void;
	};
	runs: {
		/** A run of a schedule or a hook will probably not be done in time. Once for each run. */
		late(task: string, connection: string, source: TaskLate['source']): void;
	};
	syncs: {
		/** A flow reported so many leads as done, or its sync gave them up. */
		settled(connection: string, destination: string, written: number, refused: number): void;
	};
	deliveries: {
		/** It was refused for good or timed out after days, and is no longer retried. */
		givenUp(kind: DeliveryKind): void;
	};
}

/** The position of a span in its trace, as in `traceparent` (W3C Trace Context). */
export interface TracePlace {
	/** 32 hexadecimal digits. */
	traceId: string;
	/** 16 hexadecimal digits. */
	spanId: string;
}

/** An ended span of a workflow. It holds only names of code. */
export interface EndedSpan extends TracePlace {
	parentSpanId: string;
	name: string;
	/** Milliseconds since 1970. */
	startedAt: number;
	endedAt: number;
	failed: boolean;
}

/** Spans that workflows report, without a history event and never during a replay. */
export interface TraceSinks extends Sinks {
	traces: { ended(span: EndedSpan): void };
}
