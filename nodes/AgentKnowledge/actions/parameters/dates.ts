import type { INodeProperties } from 'n8n-workflow';

const day = <const Name extends string>(displayName: string, name: Name, description: string) =>
	({ displayName, name, type: 'dateTime', default: '', description }) as const satisfies INodeProperties;

/** A range of whole days; both ends belong to it (specification, part 4). */
export const endDate = day('End Date', 'endDate', 'The last day to include. Only its date counts, not its time.');
export const startDate = day(
	'Start Date',
	'startDate',
	'The first day to include. Only its date counts, not its time.',
);

/** Whole days that have passed. What is new since the last run belongs to the trigger, which keeps where it was. */
export const calendarPeriod = {
	displayName: 'Period',
	name: 'period',
	type: 'options',
	options: [
		{ name: 'Last Month', value: 'last_month', description: 'The whole month before this one' },
		{ name: 'Last Week', value: 'last_week', description: 'The whole week before this one, from Monday to Sunday' },
		{ name: 'Yesterday', value: 'yesterday', description: 'The whole day before today' },
	],
	default: 'yesterday',
	description:
		"Whole days that have passed, in the time zone of the workflow (its settings, otherwise n8n's own). A flow that runs each day, week or month gets each day once. Instead of Start Date and End Date.",
} as const satisfies INodeProperties;

/** @returns null if the range is valid */
export function rangeProblem(read: Record<string, unknown>): { problem: string; field: string } | null {
	const [first, last] = [read[startDate.name], read[endDate.name]];
	const given = [startDate, endDate].find(({ name }) => (read[name] ?? '') !== '');
	if (read[calendarPeriod.name] !== undefined && given !== undefined)
		return { problem: `cannot be combined with "${given.displayName}"`, field: calendarPeriod.displayName };
	if (typeof first !== 'string' || typeof last !== 'string' || last === '' || first <= last) return null;
	return { problem: `(${first}) is after "${endDate.displayName}" (${last})`, field: startDate.displayName };
}
