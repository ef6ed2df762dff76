import { context, type HrTime, propagation, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { Resource } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, type ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { OpenTelemetryWorkflowClientInterceptor } from '@temporalio/interceptors-opentelemetry/lib/client';
import { OpenTelemetryActivityInboundInterceptor } from '@temporalio/interceptors-opentelemetry/lib/worker';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EndedSpan } from '../../../workflows/telemetry/sinks';
import type { Logger } from '../../log';
import type { Tracing } from '../tracing';
import { ATTRIBUTES, guardedExporter } from './exporter';
import { callsOf, delivery, traceGateway } from './requests';
import { spanExporter } from './send-spans';

/** Longest delay before spans are sent, in ms. */
const SEND_EVERY_MS = 1_000;
/** Time limit for one request to the collector, and for all remaining spans at the end, in ms. */
const SEND_WITHIN_MS = 5_000;

/** Sends the spans of this process by OTLP over HTTP. @param endpoint without /v1/traces */
export function openTelemetry(endpoint: string, log: Logger): Tracing {
	const resource = new Resource({ 'service.name': 'agent-knowledge' });
	const otlp = spanExporter(`${endpoint}/v1/traces`, SEND_WITHIN_MS);
	const processor = new BatchSpanProcessor(guardedExporter(otlp, log), { scheduledDelayMillis: SEND_EVERY_MS });
	const provider = new BasicTracerProvider({ resource, spanProcessors: [processor] });
	trace.setGlobalTracerProvider(provider);
	context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
	propagation.setGlobalPropagator(new W3CTraceContextPropagator());
	return {
		client: new OpenTelemetryWorkflowClientInterceptor(),
		activities: (activity) => ({ inbound: new OpenTelemetryActivityInboundInterceptor(activity) }),
		sinks: {
			traces: {
				ended: {
					fn: ({ workflowId, runId }, span) => {
						processor.onEnd(workflowSpan(span, { workflowId, runId }, resource));
					},
				},
			},
		},
		requestsTo: traceGateway,
		callsOf,
		delivery,
		async stop() {
			// Spans that the collector does not accept in time are lost. They must not delay the end of the process.
			await Promise.race([
				provider.shutdown().catch(() => undefined),
				sleep(SEND_WITHIN_MS, undefined, { ref: false }),
			]);
			trace.disable();
			context.disable();
			propagation.disable();
		},
	};
}

/** Converts the spans of a workflow to spans of the SDK. */
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
