import { z } from 'zod';
import type { PropertyDefinition } from './contacts-api';

/** Longest text of a property, in characters (HubSpot's documentation of text properties). */
const LONGEST_TEXT = 65_536;
/** No number, day, moment or choice is longer. Longer texts are not examined. */
const LONGEST_OTHER = 1_000;

/** A value as HubSpot takes it, or what the property takes if the value does not fit. */
export type Fitted = { value: string } | { takes: string };

/**
 * Turns a value of a lead into one that the property takes. HubSpot refuses the whole contact for one wrong value.
 * Blanks around a value are an error too, unless the property is text.
 * https://developers.hubspot.com/docs/api-reference/crm-properties-v3/guide
 * @param property undefined: the account does not have it; the value stays as it is
 */
export function fittedTo(property: PropertyDefinition | undefined, given: string | number): Fitted {
	const text = String(given);
	if (property === undefined) return { value: text };
	const takes = takenBy(property);
	const trimmed = text.trim();
	if (isText(property)) return text.length > LONGEST_TEXT ? { takes } : { value: text };
	const value = trimmed.length > LONGEST_OTHER ? null : valueFor(property, trimmed);
	return value === null ? { takes } : { value };
}

/** What a property takes, in the words of the check and of a lead that lacks the value. */
export function takenBy(property: PropertyDefinition): string {
	if (isFlag(property)) return 'only true or false (also yes, no, on, off, 1 and 0)';
	switch (property.type) {
		case 'number':
			return 'only numbers, such as 1250.5';
		case 'date':
			return 'only days: YYYY-MM-DD, or the day in UTC of a time. They are sent as midnight UTC';
		case 'datetime':
			return 'only times: ISO 8601, in UTC if they name no zone';
		case 'enumeration':
			return property.options.length === 0
				? 'only the options that HubSpot knows'
				: `only its ${property.options.length} options, by their internal name or label${isMultiple(property) ? ', several with semicolons between' : ''}`;
		default:
			return 'any text of up to 65,536 characters';
	}
}

/** Whether HubSpot's value and the one to send mean the same. HubSpot returns days and numbers in other forms. */
export function isSame(property: PropertyDefinition | undefined, current: string, value: string): boolean {
	return current === value || canonical(property, current) === canonical(property, value);
}

/** Milliseconds since 1970 of a day or time, as HubSpot sends it or takes it; NaN if it is neither. */
export function momentOf(text: string): number {
	return MILLISECONDS.test(text) ? Number(text) : Date.parse(text);
}

export function isText({ type }: PropertyDefinition): boolean {
	return !['number', 'date', 'datetime', 'enumeration', 'bool'].includes(type);
}

function valueFor(property: PropertyDefinition, text: string): string | null {
	if (isFlag(property)) return flagOf(text);
	switch (property.type) {
		case 'number':
			return NUMBER.test(text) && Number.isFinite(Number(text)) ? text : null;
		case 'date':
			return dayOf(text);
		case 'datetime':
			return timeOf(text);
		default:
			return choiceOf(property, text);
	}
}

const NUMBER = /^[+-]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})(?:[eE][+-]?\d{1,4})?$/;
const MILLISECONDS = /^-?\d{11,15}$/;
const DAY = /^(\d{4}-\d{2}-\d{2})(?:$|[T ])/;
const TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?$/i;
const DAY_MS = 86_400_000;

/** Midnight UTC of a day, in milliseconds. */
function dayOf(text: string): string | null {
	const at = instantOf(text);
	return at === null ? null : String(Math.floor(at / DAY_MS) * DAY_MS);
}

function timeOf(text: string): string | null {
	const at = instantOf(text);
	return at === null ? null : new Date(at).toISOString();
}

/** Null: it is no time, or one of a day that does not exist. Other orders of day and month could mean either. */
function instantOf(text: string): number | null {
	if (MILLISECONDS.test(text)) return isDate(Number(text)) ? Number(text) : null;
	const [, day] = DAY.exec(text) ?? [];
	if (day === undefined) return null;
	const midnight = Date.parse(`${day}T00:00:00Z`);
	// The engine takes 30 February for 2 March.
	if (!isDate(midnight) || new Date(midnight).toISOString().slice(0, day.length) !== day) return null;
	if (text === day) return midnight;
	const [, zone] = TIME.exec(text) ?? [];
	if (!TIME.test(text)) return null;
	const at = Date.parse(`${text.replace(' ', 'T').replace(',', '.')}${zone === undefined ? 'Z' : ''}`);
	return isDate(at) ? at : null;
}

function isDate(at: number): boolean {
	return !Number.isNaN(new Date(at).getTime());
}

const TRUE = new Set(['true', 'yes', 'on', '1']);
const FALSE = new Set(['false', 'no', 'off', '0']);

function flagOf(text: string): string | null {
	const word = text.toLowerCase();
	if (TRUE.has(word)) return 'true';
	return FALSE.has(word) ? 'false' : null;
}

/** A single checkbox is a property of either type. */
function isFlag({ type, options }: PropertyDefinition): boolean {
	if (type === 'bool') return true;
	const values = new Set(options.map(({ value }) => value));
	return type === 'enumeration' && values.size === 2 && values.has('true') && values.has('false');
}

function isMultiple({ fieldType }: PropertyDefinition): boolean {
	return fieldType === 'checkbox';
}

/** Options of other places, such as the users of the account, are not in the property: HubSpot judges them. */
function choiceOf(property: PropertyDefinition, text: string): string | null {
	if (property.options.length === 0) return text;
	if (!isMultiple(property)) return optionOf(property, text);
	const chosen = chosenIn(text).map((each) => optionOf(property, each));
	if (chosen.length === 0 || chosen.includes(null)) return null;
	return [...new Set(chosen)].join(';');
}

/** A form sends several choices as an array. */
function chosenIn(text: string): string[] {
	const several = listSchema.safeParse(text.startsWith('[') ? jsonOf(text) : null);
	const choices = several.success ? several.data.map(String) : text.split(';');
	return choices.map((each) => each.trim()).filter((each) => each !== '');
}

const listSchema = z.array(z.union([z.string(), z.number(), z.boolean()]));

function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return null;
	}
}

/** Visitors choose by label, and programs by value. */
function optionOf({ options }: PropertyDefinition, text: string): string | null {
	const word = text.toLowerCase();
	const found =
		options.find(({ value }) => value === text) ??
		options.find(({ value }) => value.toLowerCase() === word) ??
		options.find(({ label }) => label.trim().toLowerCase() === word);
	return found?.value ?? null;
}

function canonical(property: PropertyDefinition | undefined, text: string): string {
	switch (property?.type) {
		case 'date':
		case 'datetime':
			return String(momentOf(text));
		case 'number':
			return String(Number(text));
		case 'enumeration':
			return text.split(';').sort().join(';');
		default:
			return text;
	}
}
