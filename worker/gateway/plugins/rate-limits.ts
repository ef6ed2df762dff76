import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LimitsConfig } from '../../config';
import { Problem } from '../../problems/problem';

const MINUTE_MS = 60_000;

/** Counts a request. @throws Problem 429 that says when to retry */
type Count = (request: FastifyRequest) => Promise<void>;

export interface RateLimits {
	byCaller: Count;
	/** For whoever has proved nothing. Who has is never counted here: large senders share addresses with anybody. */
	byAddress: Count;
	/** By what the request proves, such as a link. @param proofOf null: nothing, so the address counts */
	byProof: (proofOf: (request: FastifyRequest) => string | null) => Count;
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
		byProof: (proofOf) => {
			const proofs = app.createRateLimit({
				max: perAddress,
				timeWindow: MINUTE_MS,
				keyGenerator: (request) => proofOf(request) ?? '',
			});
			return async (request) => {
				if (proofOf(request) === null) return byAddress(request);
				const counted = await proofs(request);
				if (!counted.isAllowed && counted.isExceeded)
					throw tooMany('one link', 'perAddress', perAddress, counted.ttlInSeconds);
			};
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
