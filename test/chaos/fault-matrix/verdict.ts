import type { Fault } from './cells';

/** What the caller wanted exactly once, and the effects it had. */
export interface Intention {
	/** For a person: `training run of agent_x`. */
	what: string;
	/**
	 * - `keyless`: a write that the service cannot recognise when it is repeated.
	 * - `keyed`: one with an idempotency key. `row`: a row of a table, a contact, a line of a file.
	 * - `delivery`: at least once with one id, by which its receiver recognises it: two ids are a double, two arrivals are not.
	 */
	kind: 'keyless' | 'keyed' | 'row' | 'delivery';
	/** Every effect that the oracle has. */
	effects: Array<{ id: string; at: number }>;
}

/** What the task reports of its own writes. */
export interface TaskReport {
	/** Its final status, in the gateway's terms. */
	status: string;
	/** Whether it asked a person because the outcome is unknown. */
	unknown: boolean;
	/** Whether responses were lost and more than one request was sent. */
	ambiguous: boolean;
	/** Ids of effects that may be doubles. */
	duplicates: string[];
	/** Milliseconds since 1970. */
	closedAt: number;
}

export type Outcome = 'once' | 'lost' | 'doubled' | 'doubled-and-reported' | 'unknown';

export interface Judged {
	what: string;
	kind: Intention['kind'];
	outcome: Outcome;
	/** Why it must not be; null when it may. */
	problem: string | null;
}

/** @param lostResponse whether a response to a write was lost, by the service's log or because its worker was killed */
export function judge(
	intention: Intention,
	report: TaskReport,
	{ fault, lostResponse }: { fault: Fault; lostResponse: boolean },
) {
	const { what, kind, effects } = intention;
	const distinct = [...new Map(effects.map((effect) => [effect.id, effect])).values()];
	const judged = (outcome: Outcome, problem: string | null): Judged => ({ what, kind, outcome, problem });
	// A task can be unsure only of its own writes. It reports its end however it ended.
	const unknown = report.unknown && kind !== 'delivery';
	if (distinct.length === 0) return unknown ? unknownOf() : judged('lost', 'lost, and nothing says so');
	if (distinct.length === 1) return unknown ? unknownOf() : judged('once', null);
	if (kind !== 'keyless') return judged('doubled', `doubled, which a ${kind} must never be`);
	if (fault !== 'late-commit') return judged('doubled', 'doubled, though nothing was committed after both looks');
	const unreported = distinct.filter((effect) => !isReportedBy(effect, report));
	const isReported = report.ambiguous && unreported.length <= 1;
	return isReported
		? judged('doubled-and-reported', null)
		: judged('doubled', 'doubled, and the result does not name it');

	function unknownOf(): Judged {
		const allowed = lostResponse && (kind === 'keyless' || kind === 'keyed');
		return judged('unknown', allowed ? null : 'unknown, though no response to a write was lost');
	}
}

/** No result can name an effect after the end. It can only report that responses were lost. */
function isReportedBy(effect: { id: string; at: number }, { duplicates, closedAt }: TaskReport): boolean {
	return duplicates.includes(effect.id) || effect.at > closedAt;
}

/** Whether a fault hit between the first attempt at the effect and the end of the task. Milliseconds since 1970. */
export function counts(hitAt: number | null, firstAttemptAt: number | null, endedAt: number): boolean {
	return hitAt !== null && firstAttemptAt !== null && firstAttemptAt <= hitAt && hitAt <= endedAt;
}
