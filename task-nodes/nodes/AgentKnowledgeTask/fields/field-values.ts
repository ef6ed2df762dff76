import { jsonParse, tryToParseDateTime } from 'n8n-workflow';
import type { IDataObject } from 'n8n-workflow';
import { isRecord } from '../../gateway/gateway-responses';
import { SECONDS_OF } from './duration';

/** What is wrong with a value, as the end of a sentence that begins with the field. */
export class FieldProblem extends Error {
	override name = 'FieldProblem';
}

export function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}

export function asText(value: unknown): string {
	const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : undefined;
	if (text === '' || isEmpty(value)) throw new FieldProblem('is empty');
	if (text === undefined) throw new FieldProblem(`must be text, but is ${shown(value)}`);
	return text;
}

export function asFlag(value: unknown): boolean {
	if (typeof value === 'boolean') return value;
	throw new FieldProblem(`must be true or false, but is ${shown(value)}`);
}

export function asChoice(value: unknown, allowed: readonly string[]): string {
	const found = allowed.find((one) => one === value);
	if (found !== undefined) return found;
	throw new FieldProblem(`must be one of ${allowed.join(', ')}, but is ${shown(value)}`);
}

export function asCount(value: unknown, least: number): number {
	const count = asNumber(value);
	if (count !== undefined && Number.isInteger(count) && count >= least) return count;
	const wanted = least === 1 ? 'a positive whole number' : `a whole number of at least ${least}`;
	throw new FieldProblem(`must be ${wanted}, but is ${shown(value)}`);
}

/** Entries without text are skipped. */
export function asList(value: unknown): string[] {
	const entries: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [value];
	return entries.filter((entry) => !isEmpty(typeof entry === 'string' ? entry.trim() : entry)).map(asText);
}

/** The date as it stands in a text, a date picker's value or n8n's own dates. */
export function asDay(value: unknown): string {
	const text = isoTextOf(value);
	const day = text === undefined ? undefined : /^\d{4}-\d{2}-\d{2}(?=$|[T ])/.exec(text)?.[0];
	if (day !== undefined && !Number.isNaN(Date.parse(day))) return day;
	throw new FieldProblem(`must be a date such as 2026-01-31, but is ${shown(value)}`);
}

/** ISO 8601 in UTC. @param timeZone of a time that names none, such as that of a date picker */
export function asTime(value: unknown, timeZone: string): string {
	const text = isoTextOf(value);
	const time = text !== undefined && /^\d{4}-\d{2}-\d{2}(?=$|[T ])/.test(text) ? inUtc(text, timeZone) : undefined;
	if (time !== undefined) return time;
	throw new FieldProblem(`must be a time such as 2026-01-31T08:00:00, but is ${shown(value)}`);
}

/** @returns undefined if it is no time */
function inUtc(text: string, timeZone: string): string | undefined {
	try {
		return tryToParseDateTime(text, timeZone).toJSDate().toISOString();
	} catch {
		return undefined;
	}
}

/** n8n's dates ($now, $today) are objects with `toISO`. */
function isoTextOf(value: unknown): string | undefined {
	if (value instanceof Date) return value.toISOString();
	if (typeof value === 'string') return value.trim();
	const toISO: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'toISO') : undefined;
	const text: unknown = typeof toISO === 'function' ? Reflect.apply(toISO, value, []) : undefined;
	return typeof text === 'string' ? text : undefined;
}

/** Whole seconds of an amount and a unit. */
export function asSeconds(value: unknown): number {
	const duration = isRecord(value) ? value['duration'] : undefined;
	const { amount: given, unit } = isRecord(duration) ? duration : {};
	const amount = asNumber(given);
	const factor = typeof unit === 'string' && Object.hasOwn(SECONDS_OF, unit) ? SECONDS_OF[unit] : undefined;
	if (amount === undefined || amount <= 0) {
		throw new FieldProblem(`must be an amount of more than 0, but is ${shown(given)}`);
	}
	if (factor === undefined) {
		throw new FieldProblem(`must have a unit (${Object.keys(SECONDS_OF).join(', ')}), but it is ${shown(unit)}`);
	}
	return Math.max(1, Math.round(amount * factor));
}

export function asRecords(value: unknown): IDataObject[] {
	const list = typeof value === 'string' ? jsonParse<unknown>(value, { fallbackValue: value }) : value;
	if (Array.isArray(list) && list.every(isRecord)) return list as IDataObject[];
	throw new FieldProblem(`must be a list of objects, but is ${shown(value)}`);
}

export function asRecord(value: unknown): IDataObject {
	const record = typeof value === 'string' ? jsonParse<unknown>(value, { fallbackValue: value }) : value;
	if (isRecord(record)) return record as IDataObject;
	throw new FieldProblem(`must be an object, but is ${shown(value)}`);
}

export function asRows(value: unknown, group: string): IDataObject[] {
	if (isEmpty(value)) return [];
	const rows = isRecord(value) ? (value[group] ?? []) : value;
	if (Array.isArray(rows) && rows.every(isRecord)) return rows as IDataObject[];
	throw new FieldProblem(`must have rows, but is ${shown(value)}`);
}

function asNumber(value: unknown): number | undefined {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function shown(value: unknown): string {
	if (isEmpty(value)) return 'empty';
	return `"${start(typeof value === 'string' ? value : JSON.stringify(value))}"`;
}

/** The first characters of a text. n8n's database refuses half of a surrogate pair, so it never cuts one. */
function start(text: string): string {
	return text
		.slice(0, 60)
		.replace(/\p{Surrogate}$/u, '')
		.toWellFormed();
}
