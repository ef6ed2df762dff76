import type { ScheduleView, TaskType } from '../api/types';
import type { Field } from '../forms/field';
import { span } from '../words/times';
import { counted } from '../words/words';
import { fieldsOfType } from './typed-schedule';
import { wordsOf } from './when';

/** A field that differs between two versions of a schedule, in words. */
export interface Difference {
	label: string;
	before: string;
	after: string;
}

/** What somebody changed in a schedule, field by field. */
export function differences(before: ScheduleView, after: ScheduleView, types: readonly TaskType[]): Difference[] {
	const [old, now] = [linesOf(before, types), linesOf(after, types)];
	return [...new Set([...old.keys(), ...now.keys()])]
		.map((label) => ({ label, before: old.get(label) ?? 'none', after: now.get(label) ?? 'none' }))
		.filter((each) => each.before !== each.after);
}

function linesOf(view: ScheduleView, types: readonly TaskType[]): Map<string, string> {
	const { type, input, cron, timeZone, jitterSeconds, paused, note, finishBy, warnMinutes } = view;
	const fields = fieldsOfType(types, type);
	return new Map([
		['Task', types.find((each) => each.type === type)?.title ?? type],
		...fields.map((field) => [field.label, textOf(field, input[field.name])] as const),
		['Times', wordsOf(cron)],
		['Time zone', timeZone],
		['Done by', finishBy === null ? 'none' : `${finishBy}, told ${counted(warnMinutes ?? 0, 'minute')} before`],
		['Random delay', span(jitterSeconds)],
		['Paused', paused ? 'yes' : 'no'],
		['Note', note ?? 'none'],
	]);
}

/** The value of a field of an input, for people. */
export function textOf({ kind }: Field, value: unknown): string {
	if (value === undefined || value === null) return 'none';
	if (typeof value === 'boolean') return value ? 'yes' : 'no';
	if (Array.isArray(value)) return value.map(String).join(', ');
	if (kind.is === 'number' && kind.unit === 'seconds' && typeof value === 'number') return span(value);
	const option = kind.is === 'choice' ? kind.options.find(([each]) => each === value) : undefined;
	if (option !== undefined) return option[1];
	return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
}
