import type { CallDispatch, DispatchActivities } from '../../workflows/task/dispatch-calls';
import type { Fairness } from '../../workflows/fairness/activities';
import { API_QUEUE, apiQueue } from '../../workflows/task-queues';
import { notYet } from '../temporal/not-yet';
import { type CallQueue, callsPerDispatch, callsPerSecond, DEFAULT_PACE, type Pace, SHARE_OF_LIMIT } from './pace';

/** Lower is dispatched sooner, where waiting calls block only their own connection. */
const ORDER: CallDispatch['priorities'] = { urgent: 1, write: 2, read: 3, pages: 3 };
/** Without an order. */
const ALIKE: CallDispatch['priorities'] = { urgent: 3, write: 3, read: 3, pages: 3 };
/** A person's call, where it blocks the other connections. */
const URGENT_FIRST: CallDispatch['priorities'] = { ...ALIKE, urgent: 1 };

/** How many urgent calls of a connection may go first within a minute, where they block the other connections. */
const URGENT_PER_MINUTE = 10;
const MINUTE_MS = 60_000;
const RETRY_AFTER_MS = 500;

/** The calls of a connection that the configuration no longer has fail before they are sent. */
export const REMOVED: Pace = { requestsPerMinute: 60, shareOfLimit: SHARE_OF_LIMIT };

/** Says how the calls of each connection are dispatched, from what the trial of the server has shown. */
export class CallDispatcher implements DispatchActivities {
	#fairness: Fairness | null = null;
	/** When the last urgent calls of a connection went first, in milliseconds since 1970. */
	readonly #urgent = new Map<string, number[]>();

	constructor(private readonly paceOf: (connection: string) => Pace | undefined) {}

	/** Until this is called, calls wait. */
	decide(fairness: Fairness): void {
		this.#fairness = fairness;
	}

	/** Where calls go. Until the decision, those of the other mode may still come. */
	get queue(): CallQueue {
		return this.#fairness?.paced === true ? 'shared' : 'own';
	}

	dispatchOf(connection: string, isUrgent: boolean): Promise<CallDispatch> {
		if (this.#fairness === null)
			return Promise.reject(notYet('The worker still tries out how the server dispatches calls.', RETRY_AFTER_MS));
		const { paced, ordered } = this.#fairness;
		const pace = this.paceOf(connection) ?? REMOVED;
		const perDispatch = { callsPerDispatch: callsPerDispatch(pace.requestsPerMinute, this.queue) };
		if (!paced) return Promise.resolve({ taskQueue: apiQueue(connection), priorities: ORDER, ...perDispatch });
		const fairnessWeight = callsPerSecond(pace) / DEFAULT_PACE;
		const priorities = ordered ? ORDER : this.#harmless(connection, isUrgent);
		return Promise.resolve({ taskQueue: API_QUEUE, priorities, fairnessWeight, ...perDispatch });
	}

	/**
	 * Up to server 1.31 a call of a higher priority blocks all connections until its own one may be dispatched. So writes
	 * have the priority of reads. A person's calls still go first, as long as they are few: each blocks the others for at
	 * most one interval of its connection.
	 */
	#harmless(connection: string, isUrgent: boolean): CallDispatch['priorities'] {
		if (!isUrgent) return ALIKE;
		const since = Date.now() - MINUTE_MS;
		const recent = (this.#urgent.get(connection) ?? []).filter((at) => at > since);
		if (recent.length >= URGENT_PER_MINUTE) return ALIKE;
		this.#urgent.set(connection, [...recent, Date.now()]);
		return URGENT_FIRST;
	}
}
