import {
	type Attributes,
	type Context,
	context,
	propagation,
	ROOT_CONTEXT,
	type Span,
	SpanKind,
	SpanStatusCode,
	trace,
} from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WatchCall } from '../../../api';
import type { WatchDelivery } from '../../net/watch-delivery';
import { ATTRIBUTES } from './exporter';

/**
 * Makes a span for each request, below the caller's span (`traceparent`). It names the route's pattern, never the
 * address. It ignores the caller's `tracestate` and `baggage`.
 */
export function traceGateway(app: FastifyInstance): void {
	const open = new WeakMap<FastifyRequest, { span: Span; inside: Context }>();
	const tracer = trace.getTracer('agent-knowledge');
	app.addHook('onRequest', (request, _reply, done) => {
		const { traceparent } = request.headers;
		const outside = propagation.extract(ROOT_CONTEXT, { traceparent });
		const route = request.routeOptions.url ?? 'none';
		const attributes = { [ATTRIBUTES.method]: request.method, [ATTRIBUTES.route]: route };
		const span = tracer.startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, outside);
		open.set(request, { span, inside: trace.setSpan(outside, span) });
		done();
	});
	// Only after the body was read, because reading it ends the active context.
	app.addHook('preHandler', (request, _reply, done) => {
		context.with(open.get(request)?.inside ?? context.active(), done);
	});
	const end = (request: FastifyRequest, status: number | null) => {
		const span = open.get(request)?.span;
		if (status !== null) span?.setAttribute(ATTRIBUTES.status, status);
		if (status === null || status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
		span?.end();
		open.delete(request);
	};
	app.addHook('onResponse', (request, reply, done) => {
		end(request, reply.statusCode);
		done();
	});
	app.addHook('onRequestAbort', (request, done) => {
		end(request, null);
		done();
	});
}

/** Makes a span for each call of the service and sends its `traceparent` along. */
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

/** Makes a span for each message to a webhook. The receiver belongs to others, so no `traceparent` is sent. */
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
