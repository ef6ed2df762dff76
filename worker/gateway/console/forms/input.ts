import { span } from '../words/times';
import { secondsOf } from './duration';
import {
	type Field,
	INCOMPLETE_DATE,
	itemsIn,
	type Kind,
	type KindOf,
	textIn,
	type TypedForm,
	type Variant,
} from './field';
import type { FieldProblem } from './problems';

/** What a form sends, and what is wrong with it before it is sent. */
export interface FormInput {
	input: Record<string, unknown>;
	problems: FieldProblem[];
}

/** As typed: a value, nothing, or what is wrong. */
interface Reading {
	/** Undefined: nothing was typed. */
	value?: unknown;
	problems?: FieldProblem[];
}

/** The input that a form sends. An empty field is not sent. The gateway checks more than this. */
export function inputOf(fields: readonly Field[], typed: TypedForm): FormInput {
	const readings = fields.map((field) => ({ field, ...readingOf(field.kind, field.name, typed) }));
	const values = readings.flatMap(({ field, value }) => (value === undefined ? [] : [[field.name, value] as const]));
	const problems = readings.flatMap(({ field, value, problems: found = [] }) => {
		if (found.length > 0) return found.map(({ path, message }) => ({ path: joined(field.name, path), message }));
		return field.isRequired && value === undefined ? [{ path: field.name, message: 'is missing' }] : [];
	});
	return { input: Object.fromEntries(values), problems };
}

function joined(name: string, path: string): string {
	return path === '' ? name : `${name}.${path}`;
}

function readingOf(kind: Kind, name: string, typed: TypedForm): Reading {
	switch (kind.is) {
		case 'text':
			return readText(kind, textIn(typed, name));
		case 'number':
			return readNumber(kind, textIn(typed, name));
		case 'yes-no':
			return { value: typed[name] === true };
		case 'choice': {
			const chosen = filled(textIn(typed, name));
			return kind.isYesNo === true && chosen.value !== undefined ? { value: chosen.value === 'yes' } : chosen;
		}
		case 'upload':
			return filled(textIn(typed, name));
		case 'date':
			return readDate(textIn(typed, name));
		case 'texts':
			return readTexts(kind, textIn(typed, name));
		case 'rows':
			return readRows(kind, typed[name]);
		case 'json':
			return readJson(textIn(typed, name));
		case 'named':
			return readNamed(kind, textIn(typed, name));
	}
}

function filled(text: string): Reading {
	return text.trim() === '' ? {} : { value: text.trim() };
}

function wrong(message: string): Reading {
	return { problems: [{ path: '', message }] };
}

function readText({ isLong, longest, format }: KindOf<'text'>, typed: string): Reading {
	const text = isLong ? typed : typed.trim();
	if (text.trim() === '') return {};
	if (longest !== null && text.length > longest) return wrong(`must be at most ${longest} characters long`);
	if (format === 'email' && !/^[^\s@]+@[^\s@]+$/.test(text)) return wrong('is not an email address');
	if (format === 'uri' && !/^https?:\/\/[^/]/i.test(text)) return wrong('must be an http:// or https:// address');
	return { value: text };
}

function readNumber({ least, most, unit }: KindOf<'number'>, typed: string): Reading {
	const isDuration = unit === 'seconds';
	const text = typed.trim();
	const value = isDuration ? secondsOf(typed) : text === '' ? undefined : Number(text);
	if (value === undefined) return {};
	const words = (bound: number) => (isDuration ? span(bound) : bound.toLocaleString('en'));
	if (!Number.isInteger(value)) return wrong('must be a whole number');
	if (least !== null && value < least) return wrong(`must be at least ${words(least)}`);
	if (most !== null && value > most) return wrong(`must be at most ${words(most)}`);
	return { value };
}

function readDate(typed: string): Reading {
	if (typed === INCOMPLETE_DATE) return wrong('is not a date; enter an existing day, month and year');
	// A year of five digits has more characters.
	if (typed.length > 10) return wrong('must have a year of four digits');
	return filled(typed);
}

function readTexts({ each, item, most }: KindOf<'texts'>, typed: string): Reading {
	const items = itemsIn(typed);
	if (items.length === 0) return {};
	if (most !== null && items.length > most) return wrong(`has more than ${most} lines, with one ${item} each`);
	const problems = items.flatMap((text, index) =>
		(readText(each, text).problems ?? []).map(({ message }) => ({ path: String(index), message })),
	);
	return { value: items, problems };
}

/** One `name=value` a line. */
function readNamed({ names }: KindOf<'named'>, typed: string): Reading {
	const lines = typed.split('\n').filter((line) => line.trim() !== '');
	if (lines.length === 0) return {};
	const parts = lines.map((line) => {
		const at = line.indexOf('=');
		return [line.slice(0, at === -1 ? undefined : at).trim(), at === -1 ? '' : line.slice(at + 1).trim()] as const;
	});
	const wrongLine = parts.find(([name, value]) => !names.includes(name) || value === '');
	if (wrongLine !== undefined)
		return wrong(`has a line that is not name=value: "${wrongLine[0]}". The names are: ${names.join(', ')}`);
	const twice = parts.find(([name], index) => parts.findIndex(([other]) => other === name) < index);
	if (twice !== undefined) return wrong(`has ${twice[0]} twice; keep one of the two lines`);
	return { value: Object.fromEntries(parts) };
}

function readJson(typed: string): Reading {
	if (typed.trim() === '') return {};
	try {
		const value: unknown = JSON.parse(typed);
		if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { value };
	} catch {
		// Said below, too.
	}
	return wrong('must be a JSON object, such as {"atOnce": 2}');
}

function readRows({ variants, most }: KindOf<'rows'>, typed: TypedForm[string] | undefined): Reading {
	if (typeof typed !== 'object' || typed.length === 0) return {};
	if (most !== null && typed.length > most) return wrong(`has more than ${most} entries; use several tasks`);
	const rows = typed.map((row) => readRow(variants, row));
	const problems = rows.flatMap((row, index) =>
		row.problems.map(({ path, message }) => ({ path: `${index}.${path}`, message })),
	);
	return { value: rows.map(({ input }) => input), problems };
}

function readRow(variants: readonly Variant[], row: TypedForm): FormInput {
	const variant = variantOf(variants, row);
	const { input, problems } = inputOf(variant?.fields ?? [], row);
	return { input: { type: variant?.type, ...input }, problems };
}

/** The form of a row that somebody chose. */
export function variantOf(variants: readonly Variant[], row: TypedForm): Variant | undefined {
	return variants.find(({ type }) => type === row['type']) ?? variants[0];
}
