import type { INodeProperties } from 'n8n-workflow';
import type { FieldReader } from '../fields/field-reader';
import type { TaskType } from './task-type';

// What the exports of leads and of conversations ask for.

export const period = {
	displayName: 'Period',
	name: 'period',
	type: 'options',
	options: [
		{ name: 'All', value: 'all', description: 'From the first one to the start of the task' },
		{ name: 'Between Two Days', value: 'between', description: 'Both days are included' },
		{
			name: 'Last Days',
			value: 'lastDays',
			description:
				'A number of days (UTC) up to and including today. What is still to come today is skipped, so a run at midnight gets nothing of the day that begins.',
		},
		{ name: 'Last Month', value: 'last_month', description: 'The whole month before this one' },
		{ name: 'Last Week', value: 'last_week', description: 'The whole week before this one, from Monday to Sunday' },
		{ name: 'Yesterday', value: 'yesterday', description: 'The whole day before today' },
	],
	default: 'all',
	description:
		'When the leads were captured, or when the conversations began. Flows that run each day, week or month get each day once with Yesterday, Last Week or Last Month.',
} as const satisfies INodeProperties;

const scheduledPeriod = {
	...period,
	options: [
		...period.options,
		{
			name: 'Since Last Run',
			value: 'since_last_run',
			description: 'All that has come since the last run that came to its end. The first run has everything.',
		},
	],
} as const satisfies INodeProperties;

export const periodZone = {
	displayName: 'Time Zone of the Days',
	name: 'periodZone',
	type: 'string',
	displayOptions: { show: { period: ['yesterday', 'last_week', 'last_month'] } },
	default: '={{ $now.zoneName }}',
	placeholder: 'e.g. Europe/Berlin',
	description: 'The zone in which the days begin, by its IANA name. Default: the zone of the workflow.',
} as const satisfies INodeProperties;

export const lastDays = {
	displayName: 'Number of Days',
	name: 'lastDays',
	type: 'number',
	displayOptions: { show: { period: ['lastDays'] } },
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 7,
	description: 'The number of last days, including today',
} as const satisfies INodeProperties;

export const startDate = {
	displayName: 'From Day',
	name: 'startDate',
	type: 'dateTime',
	displayOptions: { show: { period: ['between'] } },
	default: '',
	description: 'The first day (UTC). Only its date counts, not its time. Default: the first day there is.',
} as const satisfies INodeProperties;

export const endDate = {
	displayName: 'To Day',
	name: 'endDate',
	type: 'dateTime',
	displayOptions: { show: { period: ['between'] } },
	default: '',
	description: 'The last day (UTC). Only its date counts, not its time. Default: today.',
} as const satisfies INodeProperties;

export const spreadsheet = {
	displayName: 'For Excel',
	name: 'spreadsheet',
	type: 'options',
	displayOptions: { show: { format: ['csv'] } },
	options: [
		{
			name: 'No',
			value: 'any',
			description: 'For every program. Formulas are made harmless.',
		},
		{
			name: 'No, Raw Texts',
			value: 'none',
			description: 'For programs only: a text may be a formula that a spreadsheet computes',
		},
		{ name: 'Yes, With Commas', value: 'comma', description: 'For Excel that writes 1.5, as in English' },
		{
			name: 'Yes, With Semicolons',
			value: 'semicolon',
			description: 'For Excel that writes 1,5, as in German or French',
		},
	],
	default: 'any',
	description:
		'Whether people open the CSV file in Excel, and the separator that their Excel expects. With Yes, Excel shows telephone numbers as captured. For LibreOffice, choose the format XLSX.',
} as const satisfies INodeProperties;

export const bucket = {
	displayName: 'Bucket Name or ID',
	name: 'bucket',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getBuckets' },
	default: '',
	description:
		'The bucket that stores the file. Default: the gateway keeps the file, and the node downloads it. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
} as const satisfies INodeProperties;

/** An export for a schedule, which offers the period since its last run too. */
export function scheduled(task: TaskType): TaskType {
	return { ...task, fields: task.fields.map((field) => (field === period ? scheduledPeriod : field)) };
}

const CALENDAR: readonly string[] = periodZone.displayOptions.show.period;

/** The days as a part of an input. */
export function readPeriod(read: FieldReader): Record<string, unknown> {
	const chosen = read.choice(scheduledPeriod);
	if (chosen === 'lastDays') return { lastDays: read.count(lastDays) };
	if (chosen === 'since_last_run') return { period: chosen };
	if (CALENDAR.includes(chosen)) return { period: chosen, timeZone: read.optionalText(periodZone) };
	if (chosen === 'between') return { startDate: read.optionalDay(startDate), endDate: read.optionalDay(endDate) };
	return {};
}
