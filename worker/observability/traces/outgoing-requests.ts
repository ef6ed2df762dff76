import { type Attributes, context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { WatchCall } from '../../../api';
import type { WatchDelivery } from '../../net/watch-delivery';
import { ATTRIBUTES } from './attributes';

/** A span for each call of the service, which is told of it by `traceparent`. */
export function callsOf(connection: string): WatchCall {
	return ({ operationId, method, path }, send) =>
		inSpan(
			operationId,
			{
				[ATTRIBUTES.connection]: connection,
				[ATTRIBUTES.operation]: operationId,
				[ATTRIBUTES.method]: method,
				[ATTRIBUTES.path]: path,
			},
			() => {
				const headers: Record<string, string> = {};
				propagation.inject(context.active(), headers);
				return send(headers);
			},
		);
}

/** A span for each message to a webhook, which is another's and so is told nothing. */
export const delivery: WatchDelivery = (host, post) =>
	inSpan(`POST ${host}`, { [ATTRIBUTES.method]: 'POST', [ATTRIBUTES.host]: host }, post);

async function inSpan<Reply extends { status: number }>(
	name: string,
	attributes: Attributes,
	send: () => Promise<Reply>,
): Promise<Reply> {
	const tracer = trace.getTracer('agent-knowledge');
	return tracer.startActiveSpan(name, { kind: SpanKind.CLIENT, attributes }, async (span) => {
		try {
			const reply = await send();
			span.setAttribute(ATTRIBUTES.status, reply.status);
			if (reply.status >= 400) span.setStatus({ code: SpanStatusCode.ERROR });
			return reply;
		} catch (error) {
			span.setStatus({ code: SpanStatusCode.ERROR });
			throw error;
		} finally {
			span.end();
		}
	});
}
