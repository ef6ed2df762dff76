import { type Fault, isProcessFault } from './cells';

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
	/** Requests for it whose responses the service's log shows as lost. Default: 0. */
	lostResponses?: number;
}

/** What the task reports of its own writes. */
export interface TaskReport {
	/** Its final status, in the gateway's terms. */
	status: string;
	/** Whether it asked a person because the outcome is unknown. */
	unknown: boolean;
	/** Whether responses were lost and more than one request was sent. */
	ambiguous: boolean;
	/** Requests that it says it sent again, each of which may have had a second effect. */
	repeats: number;
	/** Ids of effects that may be doubles. */
	duplicates: string[];
	/** Milliseconds since 1970. */
	closedAt: number;
	/** When the task that sends the requests ended, if another one waits for it. Milliseconds since 1970. */
	requestsEndedAt?: number;
}

/**
 * - `doubled-and-reported`: by a request that the service committed after both looks.
 * - `second-and-told`: another training run after a lost response, on a service that shows no run once it has ended. The
 *   task says that there may be one.
 */
export type Outcome = 'once' | 'lost' | 'doubled' | 'doubled-and-reported' | 'second-and-told' | 'unknown';

export interface Circumstances {
	fault: Fault;
	/** A response to a write was lost, by the service's log or because its worker was killed. */
	lostResponse: boolean;
	/** The service shows no run once it has ended: nobody can know whether it took place. */
	hidesEndedRuns: boolean;
	/** The task may ask a person. */
	mayAsk: boolean;
}

export interface Judged {
	what: string;
	kind: Intention['kind'];
	outcome: Outcome;
	/** Why it must not be; null when it may. */
	problem: string | null;
}

export function judge(
	intention: Intention,
	report: TaskReport,
	{ fault, lostResponse, hidesEndedRuns, mayAsk }: Circumstances,
) {
	const { what, kind, effects, lostResponses = 0 } = intention;
	const distinct = [...new Map(effects.map((effect) => [effect.id, effect])).values()];
	const judged = (outcome: Outcome, problem: string | null): Judged => ({ what, kind, outcome, problem });
	// A task can be unsure only of its own writes. It reports its end however it ended.
	const unknown = report.unknown && kind !== 'delivery';
	if (distinct.length === 0) return unknown ? unknownOf() : judged('lost', 'lost, and nothing says so');
	if (distinct.length === 1) return unknown ? unknownOf() : judged('once', null);
	if (kind !== 'keyless') return judged('doubled', `doubled, which a ${kind} must never be`);
	if (hidesEndedRuns && report.repeats > 0) return second(distinct.length - 1);
	if (fault !== 'late-commit') return judged('doubled', 'doubled, though nothing was committed after both looks');
	const unreported = distinct.filter((effect) => !isReportedBy(effect, report));
	const isReported = report.ambiguous && unreported.length <= 1;
	return isReported
		? judged('doubled-and-reported', null)
		: judged('doubled', 'doubled, and the result does not name it');

	function unknownOf(): Judged {
		if (!mayAsk) return judged('unknown', 'unknown, though it was told to send its request again');
		const allowed = lostResponse && (kind === 'keyless' || kind === 'keyed');
		return judged('unknown', allowed ? null : 'unknown, though no response to a write was lost');
	}

	/** Each lost response may lead to one more run, and the task counts the requests that it sent again. */
	function second(runs: number): Judged {
		const lost = lostResponses + (isProcessFault(fault) ? 1 : 0);
		if (runs > lost) return judged('doubled', `${runs} more runs after ${lost} lost responses`);
		return runs > report.repeats
			? judged('doubled', `${runs} more runs, and the result tells of ${report.repeats}`)
			: judged('second-and-told', null);
	}
}

/** No result can name an effect after the end. It can only report that responses were lost. */
function isReportedBy(effect: { id: string; at: number }, { duplicates, closedAt, requestsEndedAt }: TaskReport) {
	return duplicates.includes(effect.id) || effect.at > (requestsEndedAt ?? closedAt);
}

/** Whether a fault hit between the first attempt at the effect and the end of the task. Milliseconds since 1970. */
export function counts(hitAt: number | null, firstAttemptAt: number | null, endedAt: number): boolean {
	return hitAt !== null && firstAttemptAt !== null && firstAttemptAt <= hitAt && hitAt <= endedAt;
}
