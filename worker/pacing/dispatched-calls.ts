import { AsyncLocalStorage } from 'node:async_hooks';
import { ApplicationFailure } from '@temporalio/common';
import { LRUCache } from 'lru-cache';
import { type ApiClient, ApiError, type OperationId, operations } from '../../api';
import { NOT_YET } from '../../workflows/task/failure';
import { isMoreToDo, moreToDo } from '../temporal/not-yet';

/** One attempt of an activity, as Temporal has dispatched it. */
export interface Attempt {
	/** The same for all attempts of one activity. */
	id: string;
	/** From 1 on. */
	number: number;
	/** The calls that this dispatch was weighed for. */
	calls: number;
	/** Whether Temporal dispatches it no more. A call that it still needs cannot wait for another dispatch. */
	isLast: boolean;
	/** Called for each call that the last attempt makes beyond its own, so that a later dispatch pays for it. */
	owe: () => void;
}

type Reply = { reply: unknown } | { error: ApiError };

/** What the service answered, by the request, in the order in which an activity repeated it. */
type Replies = Map<string, Array<Reply | undefined>>;

/** Replies of activities whose next attempt needs them: bytes of JSON, and milliseconds. */
const KEPT_BYTES = 64 * 1024 * 1024;
const KEPT_FOR_MS = 6 * 3_600_000;
/** The same from the first failed call on: what it is repeated with must not be old. Milliseconds. */
const KEPT_AFTER_FAILURE_MS = 2 * 60_000;

interface Kept {
	replies: Replies;
	/** The number of the attempt that may use them. If another worker has made it, they are of an earlier look. */
	for: number;
	/** Of `performance.now()`. Undefined if no call has failed. */
	until: number | undefined;
}

const current = new AsyncLocalStorage<Dispatch>();

/**
 * Keeps each dispatch to the calls that it was weighed for, mostly one. If an activity needs another one, the attempt
 * ends, and Temporal dispatches it again in its turn. That attempt gets the replies of the attempts before it without a
 * call, so it goes on where they ended. Another worker does not have them, and makes the calls itself, one a dispatch.
 */
export class DispatchedCalls {
	readonly #kept = new LRUCache<string, Kept>({
		maxSize: KEPT_BYTES,
		sizeCalculation: ({ replies }) => sizeOf(replies),
		ttl: KEPT_FOR_MS,
	});

	/**
	 * Runs one attempt. The calls of its `boundedClient` count.
	 * @throws what the work throws: `moreToDo` if it needs a further call
	 */
	async run<Result>(attempt: Attempt, work: () => Result | Promise<Result>): Promise<Result> {
		const { id, number } = attempt;
		const kept = keptFor(number, this.#kept.get(id));
		const dispatch = new Dispatch(attempt, kept?.replies);
		this.#kept.delete(id);
		try {
			return await current.run(dispatch, work);
		} catch (error) {
			const { replies } = dispatch;
			const next = { for: number + 1, until: kept?.until };
			if (isMoreToDo(error)) {
				if (dispatch.needsMore) this.#kept.set(id, { ...next, replies });
			} else if (dispatch.hasFailed && !dispatch.isUncertain && isRepeated(error)) {
				const until = next.until ?? performance.now() + KEPT_AFTER_FAILURE_MS;
				this.#kept.set(id, { ...next, until, replies: withoutErrors(replies) });
			}
			throw error;
		}
	}
}

/** A client whose calls count towards the dispatch in which they are made. Outside of one, nothing bounds them. */
export function boundedClient(api: ApiClient): ApiClient {
	return {
		call: (operationId, ...input) => {
			const call = () => api.call(operationId, ...input);
			const dispatch = current.getStore();
			if (dispatch === undefined) return call();
			const [{ params, query } = {}] = input as [{ params?: unknown; query?: unknown }?];
			return dispatch.call(operationId, JSON.stringify([operationId, params, query]), call);
		},
	};
}

class Dispatch {
	readonly replies: Replies;
	/** A call had to wait for another dispatch. */
	needsMore = false;
	/** One of its own calls failed. */
	hasFailed = false;
	/** A write may have had its effect. What was seen before it has to be looked at again. */
	isUncertain = false;
	/** How often this attempt has made each request. */
	readonly #asked = new Map<string, number>();
	#made = 0;

	constructor(
		private readonly attempt: Attempt,
		earlier: Replies | undefined,
	) {
		this.replies = earlier ?? new Map();
	}

	/** @throws `moreToDo` if another dispatch has to make the call */
	async call<Answer>(operationId: OperationId, request: string, send: () => Promise<Answer>): Promise<Answer> {
		const nth = this.#asked.get(request) ?? 0;
		this.#asked.set(request, nth + 1);
		const known = this.replies.get(request)?.[nth];
		if (known !== undefined) {
			if ('error' in known) throw known.error;
			return known.reply as Answer;
		}
		this.#count();
		try {
			const reply = await send();
			this.#keep(request, nth, { reply });
			return reply;
		} catch (error) {
			if (error instanceof ApiError && isOfService(error)) this.#keep(request, nth, { error });
			this.hasFailed = true;
			const isRefused = error instanceof ApiError && error.outcome === 'refused';
			if (operations[operationId].method !== 'GET' && !isRefused) this.isUncertain = true;
			throw error;
		}
	}

	#count(): void {
		const { calls, isLast, owe } = this.attempt;
		if (this.#made < calls) {
			this.#made += 1;
			return;
		}
		if (isLast) {
			owe();
			return;
		}
		this.needsMore = true;
		throw moreToDo('The next call waits for its turn.');
	}

	#keep(request: string, nth: number, reply: Reply): void {
		const replies = this.replies.get(request) ?? [];
		replies[nth] = reply;
		this.replies.set(request, replies);
	}
}

/** The same call would fail alike. A call that was not sent, or that came too early, has to be made again. */
function isOfService({ status, type, request }: ApiError): boolean {
	return status !== 429 && request !== 'not sent' && type !== 'cancelled';
}

function keptFor(attempt: number, kept: Kept | undefined): Kept | undefined {
	if (kept?.for !== attempt) return undefined;
	return kept.until !== undefined && performance.now() > kept.until ? undefined : kept;
}

/** Whether Temporal dispatches the activity again because of it. A poll that only looks again later wants to see anew. */
function isRepeated(error: unknown): boolean {
	return !(error instanceof ApplicationFailure) || (error.nonRetryable !== true && error.type !== NOT_YET);
}

/** A failed call is made again. */
function withoutErrors(replies: Replies): Replies {
	return new Map(
		[...replies].map(([request, each]) => [
			request,
			each.map((reply) => (reply !== undefined && 'error' in reply ? undefined : reply)),
		]),
	);
}

/** Bytes, about. */
function sizeOf(replies: Replies): number {
	return Math.max(
		1,
		JSON.stringify([...replies.values()].flat().map((each) => (each && 'reply' in each ? each.reply : 0))).length,
	);
}
