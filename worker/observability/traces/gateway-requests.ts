import {
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
import { ATTRIBUTES } from './attributes';

/**
 * A span for each request, below the caller's own (`traceparent`). It names the route's pattern, never the address.
 * What else a caller may send along (`tracestate`, `baggage`) goes nowhere.
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
	// Not before the body was read, which ends what was active.
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
