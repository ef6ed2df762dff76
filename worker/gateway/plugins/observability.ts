import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, Histogram, Registry } from 'prom-client';

/** One line per request, without query string, headers, body and links to reviews, which may contain secrets. */
export function addRequestLog(app: FastifyInstance): void {
	app.addHook('onResponse', (request, reply, done) => {
		request.log[isProbe(request.url) ? 'debug' : 'info'](
			{
				method: request.method,
				path: request.url.replace(/\?.*/s, '').replace(/^\/review\/.*/, '/review/[redacted]'),
				status: reply.statusCode,
				ms: Math.round(reply.elapsedTime),
				...callerOf(request),
			},
			'request',
		);
		done();
	});
}

/** A person who signed in at a proxy can have the name of a token. */
function callerOf({ callerName: client, signedInBy }: FastifyRequest): object {
	if (client === '') return {};
	return signedInBy === 'token' ? { client } : { client, signedInBy };
}

/** Probes come every few seconds and would hide the rest. */
function isProbe(url: string): boolean {
	return url === '/healthz';
}

/** The metrics of the gateway, in addition to those of the process (see observability/metrics.ts). */
export class GatewayMetrics {
	readonly #requests: Counter;
	readonly #seconds: Histogram;
	readonly #tasksAccepted: Counter;

	constructor(readonly registry: Registry = new Registry()) {
		const registers = [registry];
		this.#requests = new Counter({
			name: 'agent_knowledge_http_requests_total',
			help: 'Requests answered, by method, route and status.',
			labelNames: ['method', 'route', 'status'],
			registers,
		});
		this.#seconds = new Histogram({
			name: 'agent_knowledge_http_request_duration_seconds',
			help: 'Response time in seconds, with the wait of long polls.',
			labelNames: ['method', 'route'],
			buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 30, 60],
			registers,
		});
		this.#tasksAccepted = new Counter({
			name: 'agent_knowledge_tasks_accepted_total',
			help: 'Accepted requests to start a task, with repeats of the same key.',
			labelNames: ['type'],
			registers,
		});
	}

	taskAccepted(type: string): void {
		this.#tasksAccepted.inc({ type });
	}

	/** Counts every request of the app under its route's pattern, so that ids create no series. */
	observe(app: FastifyInstance): void {
		app.addHook('onResponse', (request, reply, done) => {
			const { method } = request;
			const route = request.routeOptions.url ?? 'none';
			this.#requests.inc({ method, route, status: reply.statusCode });
			this.#seconds.observe({ method, route }, reply.elapsedTime / 1000);
			done();
		});
	}
}
