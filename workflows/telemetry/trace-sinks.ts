import type { Sinks } from '@temporalio/workflow';

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
