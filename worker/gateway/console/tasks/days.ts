interface Period {
	/** As in the page's address. */
	name: string;
	label: string;
	/** Hours from the beginning of this day, where the reader is. */
	from: number;
	/** Null: until now. */
	until: number | null;
}

/** Times that people ask for. A night is the last one, also on the evening after it. */
export const PERIODS: readonly Period[] = [
	{ name: 'last-night', label: 'Last night (18:00 to 08:00)', from: -6, until: 8 },
	{ name: 'today', label: 'Today', from: 0, until: null },
	{ name: 'last-7-days', label: 'Last 7 days', from: -6 * 24, until: null },
];

export interface StartedIn {
	/** Of `PERIODS`. It goes before the days. */
	period?: string | undefined;
	/** `2026-11-23` */
	from?: string | undefined;
	to?: string | undefined;
}

/** When the tasks of a filter started, as GET /v1/tasks takes it. */
export function startedIn({ period, from, to }: StartedIn, now = new Date()): Record<string, string> {
	const found = PERIODS.find(({ name }) => name === period);
	if (found === undefined) return startedBetween(from, to);
	const startedFrom = atHour(now, found.from);
	return found.until === null ? { startedFrom } : { startedFrom, startedBefore: atHour(now, found.until) };
}

/** By the clock of the reader, so that a night in which clocks change begins and ends at the same hours. */
function atHour(now: Date, hour: number): string {
	return new Date(now.getFullYear(), now.getMonth(), now.getDate(), hour).toISOString();
}

/** The days of a filter as GET /v1/tasks takes them: from the beginning of one day to the end of another, where the reader is. */
export function startedBetween(from = '', to = ''): Record<string, string> {
	return { ...midnight('startedFrom', from, 0), ...midnight('startedBefore', to, 1) };
}

/** @param day `2026-11-23`. Anything else restricts nothing: somebody changed the page's address */
function midnight(name: string, day: string, later: number): Record<string, string> {
	const time = new Date(`${day}T00:00:00`);
	if (Number.isNaN(time.getTime())) return {};
	time.setDate(time.getDate() + later);
	return { [name]: time.toISOString() };
}
