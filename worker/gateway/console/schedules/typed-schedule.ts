import type { ScheduleBody, ScheduleView, TaskType } from '../api/types';
import type { Field, TypedForm } from '../forms/field';
import { fieldsOf } from '../forms/fields-of';
import { inputOf } from '../forms/input';
import type { FieldProblem } from '../forms/problems';
import { emptyForm, typedForm } from '../forms/typed';
import { cronOf, NIGHTLY, type TypedWhen, whenOf } from './when';

/** The form of a schedule, as it was typed. */
export interface TypedSchedule {
	/** Of `SETTINGS`, and the name of a new schedule. */
	settings: TypedForm;
	type: string;
	/** By the type of the task, so that a change of the type loses nothing. */
	inputs: Readonly<Record<string, TypedForm>>;
	when: TypedWhen;
	timeZone: string;
}

/** Only a new schedule gets a name. */
export const NAME: readonly Field[] = [
	{
		name: 'id',
		label: 'Name',
		help: 'Letters, digits, - and _',
		isRequired: true,
		isRare: false,
		kind: { is: 'text', isLong: false, longest: 63, format: null, from: null },
		preset: undefined,
	},
];

/** What a schedule has beside its task and its times, as PUT /v1/schedules/{id} takes it. */
export const SETTINGS: readonly Field[] = [
	{
		name: 'note',
		label: 'Note',
		help: 'For people. It is not encrypted',
		isRequired: false,
		isRare: false,
		kind: { is: 'text', isLong: false, longest: 200, format: null, from: null },
		preset: undefined,
	},
	{
		name: 'finishBy',
		label: 'Done by',
		help: 'A time of day in the time zone, such as 06:00. The event task.late says if a run will miss it',
		isRequired: false,
		isRare: true,
		kind: { is: 'text', isLong: false, longest: 5, format: null, from: null },
		preset: undefined,
	},
	{
		name: 'warnMinutes',
		label: 'Send the event before',
		help: 'If a run is not done so long before, the event is sent at the latest',
		isRequired: false,
		isRare: true,
		kind: { is: 'number', least: 1, most: 1_440, unit: 'minutes' },
		preset: 30,
	},
	{
		name: 'jitterSeconds',
		label: 'Random delay',
		help: 'Each run starts up to this time late, so that not all start at once',
		isRequired: false,
		isRare: true,
		kind: { is: 'number', least: 0, most: 3_600, unit: 'seconds' },
		preset: 0,
	},
	{
		name: 'paused',
		label: 'Paused',
		help: 'No run starts until somebody resumes the schedule',
		isRequired: false,
		isRare: true,
		kind: { is: 'yes-no' },
		preset: false,
	},
];

/** The fields of a type of task. */
export function fieldsOfType(types: readonly TaskType[], type: string): Field[] {
	const found = types.find((each) => each.type === type);
	return found === undefined ? [] : fieldsOf(found.inputSchema);
}

/** @param types that can be scheduled @param timeZone of the person */
export function emptySchedule(types: readonly TaskType[], timeZone: string): TypedSchedule {
	const type = types[0]?.type ?? '';
	const settings = emptyForm([...NAME, ...SETTINGS]);
	return { settings, type, inputs: { [type]: emptyForm(fieldsOfType(types, type)) }, when: NIGHTLY, timeZone };
}

export function typedSchedule(types: readonly TaskType[], view: ScheduleView): TypedSchedule {
	const { type, input, cron, timeZone, jitterSeconds, paused, note, finishBy, warnMinutes } = view;
	const finish = { finishBy: finishBy ?? '', ...(warnMinutes === null ? {} : { warnMinutes }) };
	return {
		settings: typedForm(SETTINGS, { jitterSeconds, paused, note: note ?? '', ...finish }),
		type,
		inputs: { [type]: typedForm(fieldsOfType(types, type), input) },
		when: whenOf(cron),
		timeZone,
	};
}

/** What a form saves, and what is wrong with it before it is sent. */
export function bodyOf(typed: TypedSchedule, types: readonly TaskType[], isNew: boolean) {
	const task = inputOf(fieldsOfType(types, typed.type), typed.inputs[typed.type] ?? {});
	const settings = inputOf(isNew ? [...NAME, ...SETTINGS] : SETTINGS, typed.settings);
	const cron = cronOf(typed.when);
	const { id, note = '', ...saved } = settings.input;
	const timeZone = typed.timeZone.trim();
	const problems: FieldProblem[] = [
		...settings.problems,
		...task.problems.map(({ path, message }) => ({ path: `input.${path}`, message })),
		...(cron.length === 0 ? [{ path: 'cron', message: missingOf(typed.when) }] : []),
		...(timeZone === '' ? [{ path: 'timeZone', message: 'is missing' }] : []),
	];
	// The settings and the input have what the form's fields have, which the gateway checks.
	const body = { type: typed.type, input: task.input, cron, timeZone, note, ...saved } as ScheduleBody;
	return { id: typeof id === 'string' ? id : '', body, problems };
}

function missingOf({ kind }: TypedWhen): string {
	return kind === 'lines' ? 'is missing; enter one cron line or several' : 'is not complete; enter hours and minutes';
}
