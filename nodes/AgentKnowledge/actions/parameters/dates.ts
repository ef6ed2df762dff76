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

/** @returns null if the range is valid */
export function rangeProblem(read: Record<string, unknown>): { problem: string; field: string } | null {
	const [first, last] = [read[startDate.name], read[endDate.name]];
	if (typeof first !== 'string' || typeof last !== 'string' || last === '' || first <= last) return null;
	return { problem: `(${first}) is after "${endDate.displayName}" (${last})`, field: startDate.displayName };
}
