import type { INodeProperties } from 'n8n-workflow';
import { rangeProblem } from './dates';
import { start, textProblem, wantedText } from './text-form';

/** A valid value, or the field that is invalid and why. */
export type Checked = { value: unknown; problem?: undefined } | { problem: string; field: string };

/** Checks a value, which an expression may have made, against the parameter's description. */
export function checkedValue(property: INodeProperties, value: unknown): Checked {
	const fail = (problem: string): Checked => ({ problem, field: property.displayName });
	switch (property.type) {
		case 'collection':
			return checkedFields(property, property.options, value);
		case 'fixedCollection':
			return checkedGroups(property, value);
		case 'boolean':
			return typeof value === 'boolean' ? { value } : fail(`must be true or false, but is ${shown(value)}`);
		case 'number':
			return checkedNumber(property, value);
		case 'options':
			return checkedOption(property, value);
		case 'multiOptions':
			return isTexts(value) ? { value } : fail(`must be a list of texts, but is ${shown(value)}`);
		case 'dateTime':
			return checkedDay(property, value);
		default:
			return checkedText(property, value);
	}
}

function checkedText(property: INodeProperties, value: unknown): Checked {
	const field = property.displayName;
	if (typeof value !== 'string' && typeof value !== 'number') {
		return { problem: `${wantedText(property)}, but is ${shown(value)}`, field };
	}
	const text = property.type === 'resourceLocator' ? String(value).trim() : String(value);
	const problem = textProblem(property, text);
	return problem === null ? { value: text } : { problem, field };
}

function checkedNumber({ displayName: field, typeOptions = {} }: INodeProperties, value: unknown): Checked {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	const { minValue, maxValue, numberPrecision } = typeOptions;
	if (typeof number !== 'number' || !Number.isFinite(number)) {
		return { problem: `must be a number, but is ${shown(value)}`, field };
	}
	if (numberPrecision === 0 && !Number.isInteger(number)) {
		return { problem: `must be a whole number, but is ${number}`, field };
	}
	if (minValue !== undefined && number < minValue) {
		return { problem: `must be at least ${minValue}, but is ${number}`, field };
	}
	if (maxValue !== undefined && number > maxValue) {
		return { problem: `must be at most ${maxValue}, but is ${number}`, field };
	}
	return { value: number };
}

function checkedOption(property: INodeProperties, value: unknown): Checked {
	// The editor loads these options from the service, so they are not known here.
	if (property.options === undefined) return checkedText(property, value);
	const allowed = (property.options ?? []).flatMap((option) => ('value' in option ? [option.value] : []));
	if (allowed.some((one) => one === value)) return { value };
	return { problem: `must be one of ${allowed.join(', ')}, but is ${shown(value)}`, field: property.displayName };
}

/** The service accepts days as YYYY-MM-DD. The editor and expressions may add a time, which is cut off as text. */
function checkedDay({ displayName: field }: INodeProperties, value: unknown): Checked {
	if (value === '') return { value };
	const text = value instanceof Date ? value.toISOString() : isoTextOf(value);
	const day = text === undefined ? undefined : /^\d{4}-\d{2}-\d{2}(?=$|[T ])/.exec(text)?.[0];
	if (day !== undefined && isDay(day)) return { value: day };
	return { problem: `must be a date such as 2026-01-31, but is ${shown(value)}`, field };
}

/** Whether the calendar has the day: JavaScript reads 2026-02-31 as a day in March. */
function isDay(day: string): boolean {
	const time = Date.parse(day);
	return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

/** n8n's own dates ($now, $today) are objects with `toISO`. */
function isoTextOf(value: unknown): string | undefined {
	if (typeof value === 'string') return value.trim();
	const toISO: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'toISO') : undefined;
	const text: unknown = typeof toISO === 'function' ? Reflect.apply(toISO, value, []) : undefined;
	return typeof text === 'string' ? text : undefined;
}

/** A collection here never has `multipleValues`, so each group is one object. */
function checkedGroups(property: INodeProperties, value: unknown): Checked {
	if (typeof value !== 'object' || value === null) return notFields(property, value);
	const read: Record<string, unknown> = {};
	for (const group of property.options ?? []) {
		const given: unknown = Reflect.get(value, group.name);
		if (given === undefined || !('values' in group)) continue;
		const checked = checkedFields(property, group.values, given);
		if (checked.problem !== undefined) return checked;
		read[group.name] = checked.value;
	}
	return { value: read };
}

function checkedFields(property: INodeProperties, options: INodeProperties['options'], value: unknown): Checked {
	if (typeof value !== 'object' || value === null) return notFields(property, value);
	const fields = (options ?? []).filter((option): option is INodeProperties => 'type' in option);
	const read: Record<string, unknown> = {};
	for (const field of fields) {
		const given: unknown = Reflect.get(value, field.name);
		if (given === undefined || isAbsent(field, given)) continue;
		const checked = checkedValue(field, given);
		if (checked.problem !== undefined) return checked;
		read[field.name] = checked.value;
	}
	return rangeProblem(read) ?? { value: read };
}

/** An empty cell of a table, where the field says that this means "not given". */
function isAbsent({ typeOptions }: INodeProperties, value: unknown): boolean {
	return typeOptions?.emptyIsAbsent === true && (value === null || value === '');
}

function notFields(property: INodeProperties, value: unknown): Checked {
	return { problem: `must be an object with fields, but is ${shown(value)}`, field: property.displayName };
}

function isTexts(value: unknown): value is string[] {
	return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function shown(value: unknown): string {
	if (value === undefined || value === null) return 'empty';
	if (Array.isArray(value)) return 'a list';
	return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
		? `"${start(String(value))}"`
		: 'an object';
}
