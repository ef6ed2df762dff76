import type { FastifyInstance } from 'fastify';
import { notFound } from './errors';
import type { RateLimits } from './rate-limits';

/** What Temporal's pages send: the person's access token where they are told to, and the namespace always. */
const HEADERS = 'authorization, content-type, x-namespace';
const KEPT_SECONDS = '600';

/**
 * Lets Temporal's own pages call the routes of this scope from a browser; nobody else's may. Their browser asks first,
 * without a token.
 * @param temporalPages null: no page may
 */
export function openToTemporalPages(app: FastifyInstance, temporalPages: string | null, limits: RateLimits): void {
	const allowed = temporalPages === null ? null : new URL(temporalPages).origin;
	app.addHook('onRequest', (request, reply, done) => {
		if (allowed !== null) void reply.header('vary', 'Origin');
		if (allowed !== null && request.headers.origin === allowed)
			void reply.header('access-control-allow-origin', allowed);
		done();
	});
	app.options('/*', { schema: { hide: true }, onRequest: (request) => limits.byAddress(request) }, (request, reply) => {
		if (allowed === null || request.headers.origin !== allowed) return notFound(request, reply);
		return reply
			.code(204)
			.header('access-control-allow-methods', 'POST')
			.header('access-control-allow-headers', HEADERS)
			.header('access-control-max-age', KEPT_SECONDS)
			.send();
	});
}
