import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { problems } from '../problems/problems';
import { RateLimiter, type RateLimitState } from '../keys/rate-limiter';
import type { Settings, SettingsValues } from '../runtime/settings';

export interface RateLimitOptions {
	settings: Settings;
	limiter: RateLimiter;
}

/**
 * Counts requests per key, and says so on every response, errors too (specification, part 8).
 * With no limit set there is nothing to say, and the headers are left out.
 */
export const rateLimit = fastifyPlugin((app: FastifyInstance, { settings, limiter }: RateLimitOptions) => {
	app.addHook('onRequest', (request, reply, done) => {
		const limit = settings.current.rateLimit;
		if (limit === 'none') return done();
		const state = request.apiKey ? limiter.take(request.apiKey.id, limit) : limiter.untouched(limit);
		void reply.headers(limitHeaders(state, settings.current));
		done(state.exceeded ? problems.rateLimited(limit, state.retryAfter) : undefined);
	});
});

/** The headers of a response to what never became a request, and was counted for nobody. */
export function untouchedLimit(settings: SettingsValues): Record<string, string> {
	if (settings.rateLimit === 'none') return {};
	return limitHeaders(new RateLimiter().untouched(settings.rateLimit), settings);
}

function limitHeaders(state: RateLimitState, { rateLimitReset }: SettingsValues): Record<string, string> {
	const reset = {
		seconds: state.resetAt,
		milliseconds: state.resetAt * 1000,
		delta: state.retryAfter,
		date: new Date(state.resetAt * 1000).toISOString(),
	}[rateLimitReset];
	return {
		'x-ratelimit-limit': String(state.limit),
		'x-ratelimit-remaining': String(state.remaining),
		'x-ratelimit-reset': String(reset),
	};
}
