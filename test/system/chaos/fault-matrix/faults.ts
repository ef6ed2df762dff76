import type { Fault as ServiceFault } from '../../../../sandbox/faults/faults';
import type { Cell } from './cells';
import type { RequestFault } from './faulty-server';
import { pick, seededRandom } from '../../../support/seeded-random';

/** Longer than all runs of a wave take to be held, and shorter than the client's own 30 s. Milliseconds. */
const HELD_MS = 26_000;
/** The response leaves while Temporal cannot learn of it. */
const ANSWERED_MS = 22_000;
/** After the client gave up (30 s) and both looks (3 s each). */
const AFTER_BOTH_LOOKS_MS = 48_000;
const LATE_MS = 5_000;
/** A drawn time, before or after the effect: what comes after it may be hit as well. Milliseconds. */
const RANDOM_MS = { least: 10_000, more: 16_000 };
/** The same at a destination, as shares of the longest hold. A shorter one ends before a second worker has started. */
const RANDOM_SINK = { least: 0.7, more: 0.3 };
/** Seconds. */
const RETRY_AFTER = 2;

/** What goes wrong with a request to the service; null where nothing is to. */
export function serviceFault({ point, fault }: Cell, subSeed: string): ServiceFault | null {
	switch (point) {
		case 'before-effect':
			return pick<ServiceFault>(subSeed, 'before-effect', [{ kind: 'delay', delayMs: HELD_MS }, { kind: 'hang' }]);
		case 'after-effect':
			return { kind: 'late-answer', delayMs: HELD_MS };
		case 'answered':
			return { kind: 'late-answer', delayMs: ANSWERED_MS };
		case 'in-flight':
			return { kind: 'delay', delayMs: HELD_MS };
		case 'random':
			return {
				kind: drawnKind(subSeed),
				delayMs: Math.round(RANDOM_MS.least + seededRandom(subSeed, 'ms') * RANDOM_MS.more),
			};
		case 'request':
			return fault === 'hang' ? { kind: 'hang' } : singleFault(fault);
		default:
			return null;
	}
}

/** How many requests of a kind in a row go wrong. With the times of the matrix, four of a retrain take 42 s. */
export function timesOf({ fault }: Cell): number {
	return fault === 'unavailable' ? 4 : 1;
}

/**
 * What goes wrong with a request to a destination or a receiver; null where nothing is to.
 * @param givesUpMs how long the worker waits for a response there
 */
export function destinationFault({ point, fault }: Cell, subSeed: string, givesUpMs: number): RequestFault | null {
	const heldMs = givesUpMs - 1_000;
	switch (point) {
		case 'before-effect':
		case 'in-the-sink':
			return { kind: 'delay', delayMs: heldMs };
		case 'in-flight':
			// Given up, and tried again: there is time to send it again.
			return { kind: 'delay', delayMs: givesUpMs + LATE_MS };
		case 'after-effect':
		case 'sink-commit':
		case 'answered':
			return { kind: 'late-answer', delayMs: heldMs };
		case 'random':
			return {
				kind: drawnKind(subSeed),
				delayMs: Math.round(heldMs * (RANDOM_SINK.least + seededRandom(subSeed, 'sink ms') * RANDOM_SINK.more)),
			};
		case 'sink':
			return fault === 'late-commit' ? { kind: 'delay', delayMs: givesUpMs + LATE_MS } : singleFault(fault);
		default:
			return null;
	}
}

function drawnKind(subSeed: string): 'delay' | 'late-answer' {
	return pick(subSeed, 'kind', ['delay', 'late-answer']);
}

function singleFault(fault: Cell['fault']): RequestFault | null {
	switch (fault) {
		case 'late-answer':
			return { kind: 'late-answer', delayMs: LATE_MS };
		case 'lost-before':
		case 'lost-after':
			return { kind: fault };
		case 'late-commit':
			return { kind: 'delay', delayMs: AFTER_BOTH_LOOKS_MS };
		case 'status-500':
			return { kind: 'status', status: 500 };
		case 'status-503':
		case 'unavailable':
			return { kind: 'status', status: 503 };
		case 'status-429':
			return { kind: 'status', status: 429, retryAfter: RETRY_AFTER };
		default:
			return null;
	}
}
