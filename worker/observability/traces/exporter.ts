import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Logger } from '../../log';

/** The attributes of spans: OpenTelemetry's conventions if they exist, else Temporal's or our own. */
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

/** The attributes of a span that are sent. Ids of updates contain values from callers, so they are not sent. */
export const KEPT: ReadonlySet<string> = new Set(Object.values(ATTRIBUTES));

/**
 * Sends spans without personal data and secrets: no messages and stacks of errors, and only attributes that hold known
 * names and ids. Logs once if the collector is unavailable.
 */
export function guardedExporter(exporter: SpanExporter, log: Logger): SpanExporter {
	let failing = false;
	return {
		export: (spans, done) => {
			exporter.export(spans.map(guarded), (result) => {
				const failed = result.error !== undefined;
				if (failed !== failing)
					log[failed ? 'warn' : 'info'](failed ? CANNOT_SEND : 'The collector accepts traces again.');
				failing = failed;
				done(result);
			});
		},
		shutdown: () => exporter.shutdown(),
		forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
	};
}

const CANNOT_SEND =
	'The collector does not accept traces, so they are dropped. Tasks continue. Check telemetry.tracesEndpoint and that the collector runs.';

function guarded(span: ReadableSpan): ReadableSpan {
	const attributes = Object.fromEntries(Object.entries(span.attributes).filter(([name]) => KEPT.has(name)));
	return Object.create(span, {
		attributes: { value: attributes },
		events: { value: [] },
		links: { value: [] },
		status: { value: { code: span.status.code } },
	}) as ReadableSpan;
}
