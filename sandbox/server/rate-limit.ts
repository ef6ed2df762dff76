import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { problems } from '../problems/problems';
import type { Settings, SettingsValues } from '../runtime/settings';

interface RateLimitState {
	/** Requests per minute and key. */
	limit: number;
	/** Requests left in this window. */
	remaining: number;
	/** When the window ends, in whole seconds since 1970. */
	resetAt: number;
	/** Whether this request is over the limit. */
	exceeded: boolean;
	/** Whole seconds until the window ends, at least 1. */
	retryAfter: number;
}

const WINDOW_MS = 60_000;

/**
 * A limit per key and minute, in real time: the clock factor does not change it.
 *
 * It uses fixed windows on the minute, as most services do: a burst may use two windows. A refused request does not
 * count. Counts are in memory, so a restart starts a new window.
 */
export class RateLimiter {
	private window = 0;
	private readonly used = new Map<string, number>();

	/** Counts a request of a key. */
	take(keyId: string, limit: number, now = Date.now()): RateLimitState {
		const used = this.usedBy(keyId, now);
		const exceeded = used >= limit;
		if (!exceeded) this.used.set(keyId, used + 1);
		return this.state(limit, exceeded ? limit : used + 1, exceeded, now);
	}

	/** The state for a caller without a valid key. It counts nothing. */
	unused(limit: number, now = Date.now()): RateLimitState {
		return this.state(limit, 0, false, now);
	}

	private usedBy(keyId: string, now: number): number {
		const window = Math.floor(now / WINDOW_MS);
		if (window !== this.window) {
			this.window = window;
			this.used.clear();
		}
		return this.used.get(keyId) ?? 0;
	}

	private state(limit: number, used: number, exceeded: boolean, now: number): RateLimitState {
		const resetAt = (Math.floor(now / WINDOW_MS) + 1) * (WINDOW_MS / 1000);
		const retryAfter = Math.max(1, Math.ceil(resetAt - now / 1000));
		return { limit, remaining: Math.max(0, limit - used), resetAt, exceeded, retryAfter };
	}
}

export interface RateLimitOptions {
	settings: Settings;
	limiter: RateLimiter;
}

/**
 * Counts requests per key and writes the limit's headers on every response, errors included (specification, part 8).
 * Without a limit there are no headers.
 */
export const rateLimit = fastifyPlugin((app: FastifyInstance, { settings, limiter }: RateLimitOptions) => {
	app.addHook('onRequest', (request, reply, done) => {
		const limit = settings.current.rateLimit;
		if (limit === 'none') return done();
		const state = request.apiKey ? limiter.take(request.apiKey.id, limit) : limiter.unused(limit);
		void reply.headers(limitHeaders(state, settings.current));
		done(state.exceeded ? problems.rateLimited(limit, state.retryAfter) : undefined);
	});
});

/** The headers of a response to broken HTTP, which belongs to no key. */
export function fullLimitHeaders(settings: SettingsValues): Record<string, string> {
	if (settings.rateLimit === 'none') return {};
	return limitHeaders(new RateLimiter().unused(settings.rateLimit), settings);
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
