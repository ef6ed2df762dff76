import { temporal } from '@temporalio/proto';
import type { HistoryEvent } from './history';
import { newMoment, type TimelineEntry } from './timeline';

const { TimeoutType } = temporal.api.enums.v1;
/** A worker that does not take a decision from its own queue, or does not come back with one, is gone. */
const GONE: ReadonlySet<number> = new Set([
	TimeoutType.TIMEOUT_TYPE_SCHEDULE_TO_START,
	TimeoutType.TIMEOUT_TYPE_START_TO_CLOSE,
]);

/**
 * Notices workers that stopped without a word, from the decisions that Temporal gave to them in vain. A worker that
 * stops in order gives its decisions back, so it is not among them.
 */
export class StoppedWorkers {
	/** The worker of the last decision. */
	#worker: string | null = null;
	/** When the open decision was given to it, ISO 8601 UTC. */
	#given: string | null = null;
	/** Since when the decision waits for another worker, ISO 8601 UTC. Null: none does. */
	#waitsSince: string | null = null;

	/** @returns the entry of a worker that stopped, as soon as a worker continued */
	look(event: HistoryEvent, at: string): TimelineEntry | null {
		const {
			workflowTaskScheduledEventAttributes: scheduled,
			workflowTaskStartedEventAttributes: started,
			workflowTaskTimedOutEventAttributes: timedOut,
		} = event;
		if (scheduled) this.#given = at;
		if (timedOut && GONE.has(timedOut.timeoutType ?? 0)) this.#waitsSince ??= this.#given ?? at;
		if (!started) return null;
		this.#given = at;
		const before = this.#worker;
		this.#worker = started.identity ?? null;
		if (this.#waitsSince === null) return null;
		const since = this.#waitsSince;
		this.#waitsSince = null;
		return {
			...newMoment('trouble', 'worker-stopped', wordsOf(before !== this.#worker, since, at), since),
			endedAt: at,
		};
	}
}

function wordsOf(isAnother: boolean, since: string, at: string): string {
	const seconds = Math.round((Date.parse(at) - Date.parse(since)) / 1000);
	const after = `after ${seconds} s`;
	return isAnother ? `A worker stopped. Another one continued ${after}` : `A worker stopped, and continued ${after}`;
}
