import type { Api } from './api';
import { ApiFailure } from './api-failure';
import { LONGEST_WAIT_MS } from './rate-limit';
import { timing } from './timing';

/** A write for which the API has no idempotency key. */
export interface WriteOnce<Result> {
	/** Sends exactly one request. */
	send: () => Promise<Result>;
	/** New records that match this write. */
	look: () => Promise<Result[]>;
	/**
	 * Called if both looks found nothing. A text says why the write may have had its effect all the same. Null: it had
	 * none, and the request is sent again. Default: null.
	 */
	unclear?: () => string | null;
	/** The wait before a look. Milliseconds. */
	settleMs: number;
	/**
	 * A second effect harms nobody. The request is sent again a few times with growing pauses, also if a look fails,
	 * and a later try of n8n's "Retry On Fail" may continue. Default: false.
	 */
	isHarmless?: boolean;
	/** Requests with lost responses in earlier tries of n8n. Their effect is looked for first. Default: 0. */
	sentBefore?: number;
}

/** How a write with a lost response was settled. It is part of the output. */
export interface Audit {
	requests: number;
	answerLost: true;
	note: string;
}

export interface Written<Result> {
	result: Result;
	/** Undefined if no response was lost. */
	audit?: Audit;
}

/** Requests in one try of n8n. */
const MOST_REQUESTS = 2;
const MOST_HARMLESS_REQUESTS = 5;

/**
 * Sends a write once. After a lost response it waits and looks, twice:
 * - exactly one new match is this write;
 * - without a match it sends again, once, or more often if the write is harmless;
 * - with several matches, with an unclear look, or if the response is lost again, a person decides.
 * @throws ApiFailure: the service's refusal, or an unknown outcome
 */
export async function writeOnce<Result>(api: Api, write: WriteOnce<Result>): Promise<Written<Result>> {
	const { unclear, isHarmless = false, sentBefore = 0 } = write;
	const most = isHarmless ? MOST_HARMLESS_REQUESTS : MOST_REQUESTS;
	if (sentBefore > 0) {
		const [found] = await write.look().catch(orNothing);
		if (found !== undefined) return { result: found, audit: audit(sentBefore, TOOK_EFFECT) };
		unclear?.();
	}
	for (let requests = 1; ; requests += 1) {
		const sent = await attempt(write.send, isHarmless && sentBefore + requests > 1);
		const all = sentBefore + requests;
		if (sent.ok) return { result: sent.result, ...(all === 1 ? {} : { audit: audit(all, sentAgain(all)) }) };
		const { failure } = sent;
		if (!isHarmless && requests === most) throw undecided(failure, 'The response was lost twice.');
		const found = await lookTwice(api, failure, write, requests);
		if (found.length === 1 && found[0] !== undefined) return { result: found[0], audit: audit(all, TOOK_EFFECT) };
		if (found.length > 1)
			throw undecided(failure, `There are ${found.length} new matches, and one of them may come from elsewhere.`);
		if (requests === most) throw repeatable(failure, all);
		const why = unclear?.() ?? null;
		if (why !== null) throw undecided(failure, why);
	}
}

type Attempt<Result> = { ok: true; result: Result } | { ok: false; failure: ApiFailure };

/**
 * @param wasLost an earlier response was lost, so that a request without an effect does not settle the outcome
 * @throws all failures except uncertain ones
 */
async function attempt<Result>(send: () => Promise<Result>, wasLost: boolean): Promise<Attempt<Result>> {
	return await send().then(
		(result) => ({ ok: true, result }),
		(error: unknown) => {
			if (error instanceof ApiFailure && (error.fields.uncertain || (wasLost && isPassing(error))))
				return { ok: false, failure: error };
			throw error;
		},
	);
}

function isPassing({ fields: { status, type } }: ApiFailure): boolean {
	return status === 429 || type === 'unreachable';
}

async function lookTwice<Result>(
	api: Api,
	failure: ApiFailure,
	{ look, settleMs, isHarmless = false }: WriteOnce<Result>,
	requests: number,
): Promise<Result[]> {
	// No request follows the last one, so its wait need not grow.
	const isGrown = requests > 1 && requests < MOST_HARMLESS_REQUESTS;
	const grownMs = isGrown ? timing.firstSettlePauseMs * 2 ** (requests - 2) : 0;
	const askedMs = Math.min(failure.fields.retryAfterMs ?? 0, LONGEST_WAIT_MS);
	const pauseMs = isHarmless ? Math.max(settleMs, grownMs) : settleMs;
	if (isHarmless) await api.wait(Math.max(0, askedMs - pauseMs));
	for (const isLast of [false, true]) {
		await api.wait(pauseMs);
		const found = await look().catch((error: unknown) => {
			if (isHarmless) return orNothing(error);
			throw error instanceof ApiFailure ? undecided(failure, `The check failed too: ${error.message}.`) : error;
		});
		if (found.length > 0 || isLast) return found;
	}
	return [];
}

/** A failed look shows nothing. */
function orNothing(error: unknown): [] {
	if (error instanceof ApiFailure) return [];
	throw error;
}

const TOOK_EFFECT = 'The response was lost. A check showed that the request took effect.';

function sentAgain(requests: number): string {
	const times = requests > 2 ? `, ${requests - 1} times` : '';
	return `The response was lost. Two checks found no effect, so the node sent the request again${times}.`;
}

function audit(requests: number, note: string): Audit {
	return { requests, answerLost: true, note };
}

const UNKNOWN = 'Unknown outcome: the request may have taken effect';

function undecided(failure: ApiFailure, why: string): ApiFailure {
	return failure.with({
		title: UNKNOWN,
		detail: `${failure.fields.title}. ${failure.fields.detail ?? ''} ${why}`,
		hint: 'Check the agent before you run this again: a second request could do it twice.',
	});
}

function repeatable(failure: ApiFailure, requests: number): ApiFailure {
	return failure.with({
		title: UNKNOWN,
		detail: `${failure.fields.title}. ${failure.fields.detail ?? ''} The node sent the request ${requests} times and saw no effect.`,
		hint: 'Run this again later, or turn on "Retry On Fail". The node checks first, and then sends the request again. A second effect harms nobody.',
		uncertain: true,
		isRepeatable: true,
	});
}
