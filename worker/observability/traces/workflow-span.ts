import { type HrTime, SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import type { EndedSpan } from '../../../workflows/telemetry/sinks';
import { ATTRIBUTES } from './attributes';

/** What a workflow told of, as the SDK has spans. */
export function workflowSpan(
	{ traceId, spanId, parentSpanId, name, startedAt, endedAt, failed }: EndedSpan,
	{ workflowId, runId }: { workflowId: string; runId: string },
	resource: Resource,
): ReadableSpan {
	return {
		name,
		kind: SpanKind.INTERNAL,
		spanContext: () => ({ traceId, spanId, traceFlags: TraceFlags.SAMPLED }),
		parentSpanId,
		startTime: hrTime(startedAt),
		endTime: hrTime(endedAt),
		duration: hrTime(endedAt - startedAt),
		status: { code: failed ? SpanStatusCode.ERROR : SpanStatusCode.OK },
		attributes: { [ATTRIBUTES.workflowId]: workflowId, [ATTRIBUTES.runId]: runId },
		links: [],
		events: [],
		ended: true,
		resource,
		instrumentationLibrary: { name: 'agent-knowledge' },
		droppedAttributesCount: 0,
		droppedEventsCount: 0,
		droppedLinksCount: 0,
	};
}

/** Seconds and nanoseconds. */
function hrTime(ms: number): HrTime {
	return [Math.floor(ms / 1000), (ms % 1000) * 1_000_000];
}
