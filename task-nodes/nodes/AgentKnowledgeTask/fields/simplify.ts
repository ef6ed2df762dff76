import type { IDataObject, INodeProperties } from 'n8n-workflow';

export const simplify = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
} as const satisfies INodeProperties;

const SCHEDULE = [
	...['id', 'type', 'connection', 'cron', 'timeZone', 'paused', 'next', 'clockWarnings', 'warnings'],
	...['recent', 'links'],
];

export function simplifiedSchedule(schedule: IDataObject): IDataObject {
	return only(schedule, SCHEDULE);
}

/** The named fields that a record has, in the order of the names. */
export function only(record: IDataObject, names: readonly string[]): IDataObject {
	return Object.fromEntries(names.filter((name) => name in record).map((name) => [name, record[name]]));
}
