import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LimitsConfig } from '../../config';
import { Problem } from '../../problems/problem';

const MINUTE_MS = 60_000;

/** Counts a request. @throws Problem 429 that says when to retry */
type Count = (request: FastifyRequest) => Promise<void>;

export interface RateLimits {
	byCaller: Count;
	byAddress: Count;
	/** For requests that are counted only if they are refused. */
	refusals: Refusals;
}

/** Counts refused requests of an address, so that a sender who is known may send as many as it likes. */
export interface Refusals {
	/** @throws Problem 429 while an address had too many refused */
	check(request: FastifyRequest): void;
	count: Count;
}

/** Limits of this process: several gateways each count for themselves. */
export async function addRateLimits(app: FastifyInstance, { perToken, perAddress }: LimitsConfig): Promise<RateLimits> {
	await app.register(rateLimit, { global: false });
	const tokens = app.createRateLimit({
		max: perToken,
		timeWindow: MINUTE_MS,
		keyGenerator: callerKey,
	});
	const addresses = app.createRateLimit({ max: perAddress, timeWindow: MINUTE_MS });
	const byAddress: Count = async (request) => {
		const counted = await addresses(request);
		if (!counted.isAllowed && counted.isExceeded)
			throw tooMany('one address without a known token', 'perAddress', perAddress, counted.ttlInSeconds);
	};
	return {
		byCaller: async (request) => {
			const counted = await tokens(request);
			if (!counted.isAllowed && counted.isExceeded)
				throw tooMany(whoIs(request), 'perToken', perToken, counted.ttlInSeconds);
		},
		byAddress,
		refusals: refusalsOf(byAddress),
	};
}

function refusalsOf(byAddress: Count): Refusals {
	/** By address: why, and until when (milliseconds since 1970). */
	const blocked = new Map<string, { reason: Problem; until: number }>();
	return {
		check({ ip }) {
			const found = blocked.get(ip);
			if (found !== undefined && found.until > Date.now()) throw found.reason;
		},
		async count(request) {
			try {
				await byAddress(request);
			} catch (error) {
				if (!(error instanceof Problem)) throw error;
				const now = Date.now();
				for (const [ip, { until }] of blocked) if (until <= now) blocked.delete(ip);
				blocked.set(request.ip, { reason: error, until: now + (error.retryAfterSeconds ?? 1) * 1_000 });
				throw error;
			}
		},
	};
}

/** Tells callers apart. A person can have the name of a token; a browser's session counts for its token. */
export function callerKey({ callerName, signedInBy }: Pick<FastifyRequest, 'callerName' | 'signedInBy'>): string {
	return `${signedInBy === 'proxy' ? 'proxy' : 'token'} ${callerName}`;
}

function whoIs({ callerName, signedInBy }: FastifyRequest): string {
	return `${signedInBy === 'proxy' ? 'the person' : 'the token'} "${callerName}"`;
}

function tooMany(who: string, setting: keyof LimitsConfig, limit: number, seconds: number): Problem {
	return new Problem({
		type: 'too_many_requests',
		title: 'Too many requests',
		status: 429,
		detail: `Nothing was done. The gateway takes ${limit} requests a minute from ${who} (gateway.limits.${setting}). Retry in ${seconds} s.`,
		retryAfterSeconds: seconds,
	});
}
