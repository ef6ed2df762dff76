import { AsyncLocalStorage } from 'node:async_hooks';
import { LRUCache } from 'lru-cache';
import { type ApiClient, ApiError } from '../../api';
import { isMoreToDo, moreToDo } from '../temporal/not-yet';

/** One attempt of an activity, as Temporal has dispatched it. */
export interface Attempt {
	/** The same for all attempts of one activity. */
	id: string;
	/** The calls that this dispatch was weighed for. */
	calls: number;
	/** Whether Temporal dispatches it no more. A call that it still needs cannot wait for another dispatch. */
	isLast: boolean;
	/** Called for each call that the last attempt makes beyond its own, so that a later dispatch pays for it. */
	owe: () => void;
}

type Reply = { reply: unknown } | { error: ApiError };

/** What the service answered, by the request, in the order in which an activity repeated it. */
type Replies = Map<string, Reply[]>;

/** Replies of activities whose next attempt needs them: bytes of JSON, and milliseconds. */
const KEPT_BYTES = 64 * 1024 * 1024;
const KEPT_FOR_MS = 6 * 3_600_000;

const current = new AsyncLocalStorage<Dispatch>();

/**
 * Keeps each dispatch to the calls that it was weighed for, mostly one. If an activity needs another one, the attempt
 * ends, and Temporal dispatches it again in its turn. That attempt gets the replies of the attempts before it without a
 * call, so it goes on where they ended. Another worker does not have them, and makes the calls itself, one a dispatch.
 */
export class DispatchedCalls {
	readonly #kept = new LRUCache<string, Replies>({
		maxSize: KEPT_BYTES,
		sizeCalculation: sizeOf,
		ttl: KEPT_FOR_MS,
	});

	/**
	 * Runs one attempt. The calls of its `boundedClient` count.
	 * @throws what the work throws: `moreToDo` if it needs a further call
	 */
	async run<Result>(attempt: Attempt, work: () => Result | Promise<Result>): Promise<Result> {
		const { id } = attempt;
		const dispatch = new Dispatch(attempt, this.#kept.get(id));
		this.#kept.delete(id);
		try {
			return await current.run(dispatch, work);
		} catch (error) {
			if (dispatch.needsMore && isMoreToDo(error)) this.#kept.set(id, dispatch.replies);
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
			return dispatch.call(JSON.stringify([operationId, params, query]), call);
		},
	};
}

class Dispatch {
	readonly replies: Replies;
	/** A call had to wait for another dispatch. */
	needsMore = false;
	/** How often this attempt has made each request. */
	readonly #asked = new Map<string, number>();
	#made = 0;

	constructor(
		private readonly attempt: Attempt,
		earlier: Replies | undefined,
	) {
		this.replies = earlier ?? new Map<string, Reply[]>();
	}

	/** @throws `moreToDo` if another dispatch has to make the call */
	async call<Answer>(request: string, send: () => Promise<Answer>): Promise<Answer> {
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

/** Bytes, about. */
function sizeOf(replies: Replies): number {
	return Math.max(
		1,
		JSON.stringify([...replies.values()].flat().map((each) => ('reply' in each ? each.reply : 0))).length,
	);
}
