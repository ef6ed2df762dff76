import { defaultPayloadConverter, type Headers } from '@temporalio/common';
import type { TracePlace } from './trace-sinks';

/** The header in which @temporalio/interceptors-opentelemetry carries a trace. */
const HEADER = '_tracer-data';
/** Of a trace that is recorded: its last bit is set. */
const RECORDED = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f][13579bdf]$/;

/** The trace in which somebody asked; null when there is none, or when it is not recorded. */
export function traceOf(headers: Headers): TracePlace | null {
	const payload = headers[HEADER];
	if (payload === undefined) return null;
	const carried: unknown = defaultPayloadConverter.fromPayload(payload);
	const parent: unknown =
		typeof carried === 'object' && carried !== null ? Reflect.get(carried, 'traceparent') : undefined;
	const [, traceId, spanId] = (typeof parent === 'string' ? RECORDED.exec(parent) : null) ?? [];
	return traceId === undefined || spanId === undefined ? null : { traceId, spanId };
}

/** The same headers, for what happens within a span. */
export function withTrace(headers: Headers, { traceId, spanId }: TracePlace): Headers {
	const carried = { traceparent: `00-${traceId}-${spanId}-01` };
	return { ...headers, [HEADER]: defaultPayloadConverter.toPayload(carried) };
}
