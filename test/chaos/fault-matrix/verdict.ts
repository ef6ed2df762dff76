import type { Fault } from './cells';

/** What the caller wanted to be there once, with what came of it. */
export interface Intention {
	/** For a person: `training run of agent_x`. */
	what: string;
	/**
	 * - `keyless`: a write that the service cannot recognise when it is repeated.
	 * - `keyed`: one with an idempotency key. `row`: a row of a table, a contact, a line of a file.
	 * - `delivery`: at least once with one id, by which its receiver knows it: two ids are a double, two arrivals are none.
	 */
	kind: 'keyless' | 'keyed' | 'row' | 'delivery';
	/** Every effect that the oracle has. */
	effects: Array<{ id: string; at: number }>;
}

/** What the task says of its own writes. */
export interface Told {
	/** How it ended, in the gateway's word. */
	status: string;
	/** It asked a person, as it did not know. */
	unknown: boolean;
	/** Answers were lost, and more than one request was sent. */
	ambiguous: boolean;
	/** Ids of effects that may be doubles. */
	duplicates: string[];
	/** Milliseconds since 1970. */
	closedAt: number;
}

export type Outcome = 'once' | 'lost' | 'doubled' | 'doubled-and-told' | 'unknown';

export interface Judged {
	what: string;
	kind: Intention['kind'];
	outcome: Outcome;
	/** Why it must not be; null when it may. */
	problem: string | null;
}

/** @param lostAnswer an answer of the run's writes was lost, by the service's own log or because its worker was */
export function judge(intention: Intention, told: Told, { fault, lostAnswer }: { fault: Fault; lostAnswer: boolean }) {
	const { what, kind, effects } = intention;
	const distinct = [...new Map(effects.map((effect) => [effect.id, effect])).values()];
	const judged = (outcome: Outcome, problem: string | null): Judged => ({ what, kind, outcome, problem });
	// What a task does not know is a write of its own: that it ended it tells, however it ended.
	const unknown = told.unknown && kind !== 'delivery';
	if (distinct.length === 0) return unknown ? unknownOf() : judged('lost', 'lost, and nothing says so');
	if (distinct.length === 1) return unknown ? unknownOf() : judged('once', null);
	if (kind !== 'keyless') return judged('doubled', `doubled, which a ${kind} must never be`);
	if (fault !== 'late-commit') return judged('doubled', 'doubled, though nothing was committed after both looks');
	const untold = distinct.filter((effect) => !isToldOf(effect, told));
	const isTold = told.ambiguous && untold.length <= 1;
	return isTold ? judged('doubled-and-told', null) : judged('doubled', 'doubled, and the result does not name it');

	function unknownOf(): Judged {
		const allowed = lostAnswer && (kind === 'keyless' || kind === 'keyed');
		return judged('unknown', allowed ? null : 'unknown, though no answer of a write was lost');
	}
}

/** What came after the end no result can name: that answers were lost is all it can say. */
function isToldOf(effect: { id: string; at: number }, { duplicates, closedAt }: Told): boolean {
	return duplicates.includes(effect.id) || effect.at > closedAt;
}

/** Whether a fault hit between the first attempt at the effect and the end of the task. Milliseconds since 1970. */
export function counts(hitAt: number | null, firstAttemptAt: number | null, endedAt: number): boolean {
	return hitAt !== null && firstAttemptAt !== null && firstAttemptAt <= hitAt && hitAt <= endedAt;
}
