import type { Api } from './api';
import { ApiFailure } from './api-failure';

/** A write to which the API gives no idempotency key. */
export interface WriteOnce<Result> {
	/** One request, and no more. */
	send: () => Promise<Result>;
	/** What is there now that looks like this write and was not there before it. */
	look: () => Promise<Result[]>;
	/**
	 * Asked when both looks found nothing: why that does not mean that it took no effect. Null: it does, and the request is
	 * sent again. Default: null.
	 */
	unclear?: () => string | null;
	/** How long to let an uncertain write settle before looking. Milliseconds. */
	settleMs: number;
}

/** What became of a write whose answer was lost; stands in the output, because nobody saw the answer. */
export interface Audit {
	/** Requests that were sent. */
	requests: number;
	answerLost: true;
	note: string;
}

export interface Written<Result> {
	result: Result;
	/** Only when an answer was lost. */
	audit?: Audit;
}

/**
 * Sends a write once. After a lost answer it lets things settle and looks, twice: exactly one new match is ours;
 * with none it sends again, once; with several, when nothing can be told from the looks, or when the answer is lost again,
 * a person decides.
 * @throws ApiFailure: the refusal as it came, or that nobody can tell what happened
 */
export async function writeOnce<Result>(
	api: Api,
	{ send, look, unclear, settleMs }: WriteOnce<Result>,
): Promise<Written<Result>> {
	const first = await attempt(send);
	if (first.ok) return { result: first.result };
	const found = await lookTwice(api, first.failure, look, settleMs);
	if (found.length === 1 && found[0] !== undefined) {
		return {
			result: found[0],
			audit: audit(1, 'The response was lost. A check showed that the request took effect.'),
		};
	}
	if (found.length > 1)
		throw undecided(first.failure, `There are ${found.length} new matches, and one of them may come from elsewhere.`);
	const why = unclear?.() ?? null;
	if (why !== null) throw undecided(first.failure, why);
	const second = await attempt(send);
	if (second.ok) {
		return {
			result: second.result,
			audit: audit(2, 'The response was lost. Two checks found no effect, so the node sent the request again.'),
		};
	}
	throw undecided(second.failure, 'The response was lost twice.');
}

type Attempt<Result> = { ok: true; result: Result } | { ok: false; failure: ApiFailure };

/** @throws everything but an uncertain failure */
async function attempt<Result>(send: () => Promise<Result>): Promise<Attempt<Result>> {
	return await send().then(
		(result) => ({ ok: true, result }),
		(error: unknown) => {
			if (error instanceof ApiFailure && error.fields.uncertain) return { ok: false, failure: error };
			throw error;
		},
	);
}

async function lookTwice<Result>(
	api: Api,
	failure: ApiFailure,
	look: () => Promise<Result[]>,
	settleMs: number,
): Promise<Result[]> {
	for (const isLast of [false, true]) {
		await api.wait(settleMs);
		const found = await look().catch((error: unknown) => {
			throw error instanceof ApiFailure ? undecided(failure, `The check failed too: ${error.message}.`) : error;
		});
		if (found.length > 0 || isLast) return found;
	}
	return [];
}

function audit(requests: number, note: string): Audit {
	return { requests, answerLost: true, note };
}

function undecided(failure: ApiFailure, why: string): ApiFailure {
	return failure.with({
		title: 'Unknown outcome: the request may have taken effect',
		detail: `${failure.fields.title}. ${failure.fields.detail ?? ''} ${why}`,
		hint: 'Check the agent before you run this again: a second request could do it twice.',
	});
}
