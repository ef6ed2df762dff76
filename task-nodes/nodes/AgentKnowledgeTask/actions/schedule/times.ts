import type { INodeProperties } from 'n8n-workflow';
import type { FieldReader } from '../../fields/field-reader';

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ name: nameOfHour(hour), value: hour }));
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

export const every = {
	displayName: 'Run Every',
	name: 'every',
	type: 'options',
	options: [
		{ name: 'Custom (Cron)', value: 'cron' },
		{ name: 'Day', value: 'day' },
		{ name: 'Hour', value: 'hour' },
		{ name: 'Month', value: 'month' },
		{ name: 'Week', value: 'week' },
	],
	default: 'day',
	description: 'How often the task runs',
} as const satisfies INodeProperties;

const weekdays = {
	displayName: 'Weekdays',
	name: 'weekdays',
	type: 'multiOptions',
	displayOptions: { show: { every: ['week'] } },
	options: DAYS.map((name, value) => ({ name, value })),
	default: [1],
	description: 'The days of the week',
} satisfies INodeProperties;

const dayOfMonth = {
	displayName: 'Day of Month',
	name: 'dayOfMonth',
	type: 'number',
	displayOptions: { show: { every: ['month'] } },
	typeOptions: { minValue: 1, maxValue: 31, numberPrecision: 0 },
	default: 1,
	description: 'The day of the month, from 1 to 31. A month without this day has no run.',
} as const satisfies INodeProperties;

const hour = {
	displayName: 'Hour',
	name: 'hour',
	type: 'options',
	displayOptions: { show: { every: ['day', 'week', 'month'] } },
	options: HOURS,
	// Clock changes skip and repeat earlier hours.
	default: 4,
	description:
		'The hour of the day at which the task runs. In most time zones, clock changes skip or repeat an hour before 4am.',
} satisfies INodeProperties;

const minute = {
	displayName: 'Minute',
	name: 'minute',
	type: 'number',
	displayOptions: { show: { every: ['hour', 'day', 'week', 'month'] } },
	typeOptions: { minValue: 0, maxValue: 59, numberPrecision: 0 },
	default: 0,
	description: 'The minute past the hour, from 0 to 59',
} as const satisfies INodeProperties;

export const cron = {
	displayName: 'Cron Expression',
	name: 'cron',
	type: 'string',
	displayOptions: { show: { every: ['cron'] } },
	default: '0 4 * * 1-5',
	placeholder: 'e.g. 0 4 * * 1-5',
	description: 'Minute, hour, day of month, month and day of week',
} as const satisfies INodeProperties;

export const timeFields: readonly INodeProperties[] = [every, weekdays, dayOfMonth, hour, minute, cron];

/** For a schedule that runs once a day. */
export const nightFields: readonly INodeProperties[] = [
	{ ...hour, displayOptions: {} },
	{ ...minute, displayOptions: {} },
];

/** The cron line of the chosen times. @throws NodeOperationError naming the field */
export function readTimes(read: FieldReader): string {
	switch (read.choice(every)) {
		case 'cron':
			return read.text(cron);
		case 'hour':
			return `${readMinute(read)} * * * *`;
		case 'week':
			return `${timeOfDay(read)} * * ${readWeekdays(read)}`;
		case 'month':
			return `${timeOfDay(read)} ${within(read, dayOfMonth, 1, 31)} * *`;
		default:
			return readNight(read);
	}
}

/** The cron line of a time of the day. */
export function readNight(read: FieldReader): string {
	return `${timeOfDay(read)} * * *`;
}

function timeOfDay(read: FieldReader): string {
	return `${readMinute(read)} ${within(read, hour, 0, 23)}`;
}

function readMinute(read: FieldReader): number {
	return within(read, minute, 0, 59);
}

function readWeekdays(read: FieldReader): string {
	const days = read.list(weekdays);
	if (days.length === 0) throw read.problem(weekdays, 'is empty');
	const wrong = days.find((day) => !/^[0-6]$/.test(day));
	if (wrong !== undefined) throw read.problem(weekdays, `must have numbers from 0 (Sunday) to 6, but has "${wrong}"`);
	return days.join(',');
}

function within(read: FieldReader, field: INodeProperties, least: number, most: number): number {
	const number = read.number(field);
	if (number >= least && number <= most) return number;
	throw read.problem(field, `must be from ${least} to ${most}, but is ${number}`);
}

/** As n8n's own schedule names them: Midnight, 1am … Noon, 1pm. */
function nameOfHour(hourOfDay: number): string {
	if (hourOfDay === 0) return 'Midnight';
	if (hourOfDay === 12) return 'Noon';
	return hourOfDay < 12 ? `${hourOfDay}am` : `${hourOfDay - 12}pm`;
}
