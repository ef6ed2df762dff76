import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Logger } from '../../log';

/** The attributes of spans, by OpenTelemetry's conventions where there are any, else by Temporal's or our own. */
export const ATTRIBUTES = {
	connection: 'agent_knowledge.connection',
	operation: 'agent_knowledge.operation',
	method: 'http.request.method',
	status: 'http.response.status_code',
	route: 'http.route',
	path: 'url.template',
	host: 'server.address',
	workflowId: 'temporalWorkflowId',
	runId: 'run_id',
	activityId: 'temporalActivityId',
} as const;

/** What is sent of a span. Ids of updates are made of what callers choose, and so stay out. */
export const KEPT: ReadonlySet<string> = new Set(Object.values(ATTRIBUTES));

/**
 * Sends spans without anything that can be a person's or a secret: no messages and stacks of errors, and of the
 * attributes those alone that are known to hold names of ours and ids. Says once when the collector cannot be reached.
 */
export function guardedExporter(exporter: SpanExporter, log: Logger): SpanExporter {
	let failing = false;
	return {
		export: (spans, done) => {
			exporter.export(spans.map(guarded), (result) => {
				const failed = result.error !== undefined;
				if (failed !== failing) log[failed ? 'warn' : 'info'](failed ? CANNOT_SEND : 'Traces are sent again.');
				failing = failed;
				done(result);
			});
		},
		shutdown: () => exporter.shutdown(),
		forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
	};
}

const CANNOT_SEND =
	'Traces cannot be sent, and are dropped; tasks go on. Check telemetry.tracesEndpoint, and that the collector runs.';

function guarded(span: ReadableSpan): ReadableSpan {
	const attributes = Object.fromEntries(Object.entries(span.attributes).filter(([name]) => KEPT.has(name)));
	return Object.create(span, {
		attributes: { value: attributes },
		events: { value: [] },
		links: { value: [] },
		status: { value: { code: span.status.code } },
	}) as ReadableSpan;
}
