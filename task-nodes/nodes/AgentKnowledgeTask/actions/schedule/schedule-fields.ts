import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { idInPath } from '../../../gateway/id-in-path';
import { duration } from '../../fields/duration';
import { FieldReader } from '../../fields/field-reader';

export const scheduleName = (example: string) =>
	({
		displayName: 'Schedule Name',
		name: 'scheduleName',
		type: 'string',
		default: example,
		required: true,
		placeholder: `e.g. ${example}`,
		description:
			'A name of up to 63 letters, digits, - and _. A schedule of this name is changed, otherwise it is created.',
	}) as const satisfies INodeProperties;

export const scheduleLocator = {
	displayName: 'Schedule',
	name: 'schedule',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The schedule to work with',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a schedule...',
			typeOptions: { searchListMethod: 'searchSchedules', searchable: true },
		},
		{ displayName: 'By Name', name: 'name', type: 'string', placeholder: 'e.g. nightly' },
	],
} as const satisfies INodeProperties;

/** @throws NodeOperationError if no schedule is chosen, or no address can carry its name */
export function readScheduleId(context: IExecuteFunctions, itemIndex: number): string {
	const id = new FieldReader(context, itemIndex).locator(scheduleLocator);
	idInPath(context, scheduleLocator.displayName, id, itemIndex);
	return id;
}

export const timeZone = {
	displayName: 'Time Zone',
	name: 'timeZone',
	type: 'string',
	default: '',
	placeholder: 'e.g. Europe/Berlin',
	description: 'The IANA name of the time zone of these times. Default: the time zone of the workflow.',
} as const satisfies INodeProperties;

export const paused = {
	displayName: 'Paused',
	name: 'paused',
	type: 'boolean',
	default: true,
	description: 'Whether the schedule starts no runs. Default: off for a new schedule, unchanged for an existing one.',
} as const satisfies INodeProperties;

export const note = {
	displayName: 'Note',
	name: 'note',
	type: 'string',
	default: '',
	description: 'A note for people. It is not encrypted.',
} as const satisfies INodeProperties;

export const jitter = duration({
	displayName: 'Random Delay',
	name: 'jitter',
	description:
		'Each run starts up to this time late, at most 1 hour, so that not all runs start at once. Default: no delay.',
	amount: 10,
	unit: 'minutes',
});

export const timingOptions = [jitter, note, paused] as const;
