import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { problems } from '../errors/problems';
import { RateLimiter } from '../keys/rate-limiter';
import type { Settings } from '../settings';

/**
 * Counts requests per key, and says so on every response, errors too (specification, part 8).
 * With no limit set there is nothing to say, and the headers are left out.
 */
export const rateLimit = fastifyPlugin((app: FastifyInstance, { settings }: { settings: Settings }) => {
	const limiter = new RateLimiter();

	app.addHook('onRequest', (request, reply, done) => {
		const limit = settings.current.rateLimit;
		if (limit === 'none') return done();
		const state = request.apiKey ? limiter.take(request.apiKey.id, limit) : limiter.untouched(limit);
		void reply.headers({
			'x-ratelimit-limit': String(state.limit),
			'x-ratelimit-remaining': String(state.remaining),
			'x-ratelimit-reset': String(state.resetAt),
		});
		done(state.exceeded ? problems.rateLimited(limit, state.retryAfter) : undefined);
	});
});
