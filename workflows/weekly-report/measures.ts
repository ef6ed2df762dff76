/**
 * What a report counts, in the order in which people read it.
 *
 * - `leads`, `conversations`, `openQuestions`, `failedTasks`: what came in the week.
 * - `codConfirmed`, `codSettled`: cash-on-delivery orders that buyers confirmed, and those that are decided at all.
 * - `codRate`: confirmed ones among them, 0 to 1.
 * - `creditsUsed`, `failedSources`: how much there is at the end of the week.
 */
export const MEASURES = [
	'leads',
	'conversations',
	'openQuestions',
	'codConfirmed',
	'codSettled',
	'codRate',
	'creditsUsed',
	'failedSources',
	'failedTasks',
] as const;
export type MeasureName = (typeof MEASURES)[number];

/** Measures that show a state. The service has no earlier ones, so a report keeps its own for the next. */
export const READINGS = ['creditsUsed', 'failedSources'] as const satisfies readonly MeasureName[];

/**
 * Why a number is missing, or what to know of it.
 *
 * - `not_shown`: the service's reply has no number under a name that is known here.
 * - `not_in_plan`, `no_scope`, `refused`: the service refused.
 * - `unavailable`: the service failed for as long as the task retries.
 * - `too_many`: more than a report reads.
 * - `undated`: items without a time that is known here.
 * - `some_missing`: a sum without the agents whose number could not be read. The detail says of how many.
 * - `no_week_before`: no report was made a week before, and the service shows no earlier numbers.
 * - `made_later`: the report was made long after its week, and the service shows only the number of that moment.
 * - `new_period`: less than a week before, so the plan's period began in between.
 * - `service_days`: counted by the service, by days of UTC or for the last seven days.
 * - `account_only`: the number belongs to the account, so it stands in the totals alone.
 * - `same_twice`: the service returned the same numbers for both weeks, so perhaps it ignores the dates.
 */
export const REASONS = [
	'not_shown',
	'not_in_plan',
	'no_scope',
	'refused',
	'unavailable',
	'too_many',
	'undated',
	'some_missing',
	'no_week_before',
	'made_later',
	'new_period',
	'service_days',
	'account_only',
	'same_twice',
] as const;
export type Reason = (typeof REASONS)[number];

/** A number of the week and of the week before. Null: it is not known, and the note says why. */
export interface Measure {
	now: number | null;
	before: number | null;
	note: { reason: Reason; /** In the words of the service, or empty. */ detail: string } | null;
}

export type Measures = Record<MeasureName, Measure>;

/** The reasons that a retry, another key or another plan can change. A plan is nobody's failure. */
const FAILED: readonly Reason[] = ['no_scope', 'refused', 'unavailable'];

/** Whether a number is missing because a call failed. */
export function isFailed({ now, note }: Measure): boolean {
	return now === null && note !== null && FAILED.includes(note.reason);
}

export function unknown(reason: Reason, detail = ''): Measure {
	return { now: null, before: null, note: { reason, detail } };
}

/** The reasons for which an agent's number is missing although the agent has one. */
const LACKING: readonly Reason[] = [...FAILED, 'too_many', 'undated'];

/** How many agents have a number that could not be read. */
export function lackingIn(measures: readonly Measure[]): number {
	return measures.filter(({ now, note }) => now === null && note !== null && LACKING.includes(note.reason)).length;
}

/** The sum over agents. Null if no agent has the number. An agent without it is not counted as 0. */
export function sumOf(measures: readonly Measure[]): Measure {
	const shown = measures.filter(({ now }) => now !== null);
	// Why one agent has no number says nothing about the sum of the others.
	const notes = (shown.length === 0 ? measures : shown).flatMap(({ note }) => (note === null ? [] : [note]));
	const lacking = shown.length === 0 ? 0 : lackingIn(measures);
	if (lacking > 0) notes.unshift({ reason: 'some_missing', detail: `${lacking} of ${measures.length}` });
	return {
		now: sum(measures.map(({ now }) => now)),
		// A sum over fewer agents would look like a change.
		before: measures.some(({ now, before }) => now !== null && before === null)
			? null
			: sum(measures.map(({ before }) => before)),
		note: notes[0] ?? null,
	};
}

function sum(numbers: ReadonlyArray<number | null>): number | null {
	const known = numbers.filter((each) => each !== null);
	return known.length === 0 ? null : known.reduce((total, each) => total + each, 0);
}
