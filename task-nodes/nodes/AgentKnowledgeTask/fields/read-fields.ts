import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

/** An expression can yield anything, so what a field holds is checked before it is sent. */
type Field = Pick<INodeProperties, 'displayName' | 'name'>;
type Choice = Field & { options: ReadonlyArray<{ value: string }> };

/** @throws NodeOperationError when nothing is chosen */
export function readLocator(context: IExecuteFunctions, field: Field, itemIndex: number): string {
	const value: unknown = context.getNodeParameter(field.name, itemIndex, '', { extractValue: true });
	return asText(context, field, itemIndex, value);
}

/** @throws NodeOperationError when the field is empty */
export function readText(context: IExecuteFunctions, field: Field, itemIndex: number): string {
	const value: unknown = context.getNodeParameter(field.name, itemIndex, '');
	return asText(context, field, itemIndex, value);
}

/** @returns the text under the field's name, or nothing when it is empty; @throws NodeOperationError when it is no text */
export function readGivenText(context: IExecuteFunctions, field: Field, itemIndex: number): Record<string, string> {
	const value: unknown = context.getNodeParameter(field.name, itemIndex, '') ?? '';
	return value === '' ? {} : { [field.name]: asText(context, field, itemIndex, value) };
}

/** @throws NodeOperationError when the value is neither true nor false */
export function readFlag(context: IExecuteFunctions, field: Field, itemIndex: number): boolean {
	const value: unknown = context.getNodeParameter(field.name, itemIndex);
	if (typeof value === 'boolean') return value;
	throw problem(context, field, itemIndex, `must be true or false, but is ${shown(value)}`);
}

/** @throws NodeOperationError when the value is none of the field's options */
export function readChoice(context: IExecuteFunctions, field: Choice, itemIndex: number): string {
	const value: unknown = context.getNodeParameter(field.name, itemIndex);
	const allowed = field.options.map((option) => option.value);
	const found = allowed.find((one) => one === value);
	if (found !== undefined) return found;
	throw problem(context, field, itemIndex, `must be one of ${allowed.join(', ')}, but is ${shown(value)}`);
}

/** @throws NodeOperationError when the value is not a whole number of seconds, 0 or more */
export function readSeconds(context: IExecuteFunctions, field: Field, itemIndex: number): number {
	return asSeconds(context, field, itemIndex, context.getNodeParameter(field.name, itemIndex, 0));
}

/** @throws NodeOperationError when the value is not a whole number, 1 or more */
export function readCount(context: IExecuteFunctions, field: Field, itemIndex: number): number {
	const value: unknown = context.getNodeParameter(field.name, itemIndex);
	const count = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof count === 'number' && Number.isInteger(count) && count >= 1) return count;
	throw problem(context, field, itemIndex, `must be a whole number of at least 1, but is ${shown(value)}`);
}

/**
 * Texts with commas between them, or what an expression gives as a list.
 * @returns none when the field is empty
 * @throws NodeOperationError when an entry is no text
 */
export function readList(context: IExecuteFunctions, field: Field, itemIndex: number): string[] {
	const value: unknown = context.getNodeParameter(field.name, itemIndex, '');
	const entries: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [value];
	return entries
		.filter((entry) => typeof entry !== 'string' || entry.trim() !== '')
		.map((entry) => asText(context, field, itemIndex, entry));
}

/** A day as YYYY-MM-DD. @returns undefined when the field is empty; @throws NodeOperationError when it is no such day */
export function readDay(context: IExecuteFunctions, field: Field, itemIndex: number): string | undefined {
	const value: unknown = context.getNodeParameter(field.name, itemIndex, '');
	if (value === '') return undefined;
	const day = asText(context, field, itemIndex, value).slice(0, 10);
	if (/^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day))) return day;
	throw problem(context, field, itemIndex, `must be a day (YYYY-MM-DD), but is ${shown(value)}`);
}

/**
 * A list of objects, as JSON or as what an expression gives.
 * @throws NodeOperationError when it is anything else
 */
export function readRecords(context: IExecuteFunctions, field: Field, itemIndex: number): IDataObject[] {
	const value: unknown = context.getNodeParameter(field.name, itemIndex, '');
	const list = typeof value === 'string' ? parsed(value) : value;
	const isRecord = (entry: unknown): entry is IDataObject =>
		typeof entry === 'object' && entry !== null && !Array.isArray(entry);
	if (Array.isArray(list) && list.every(isRecord)) return list;
	throw problem(context, field, itemIndex, `must be a list of objects, but is ${shown(value)}`);
}

function parsed(json: string): unknown {
	try {
		return JSON.parse(json) as unknown;
	} catch {
		return json;
	}
}

/** A text among the Options. @returns undefined when it is left out or empty; @throws NodeOperationError */
export function readOptionalText(context: IExecuteFunctions, field: Field, itemIndex: number): string | undefined {
	const value = optionValue(context, field, itemIndex) ?? '';
	return value === '' ? undefined : asText(context, field, itemIndex, value);
}

/** Seconds among the Options, 0 when left out. @throws NodeOperationError */
export function readOptionalSeconds(context: IExecuteFunctions, field: Field, itemIndex: number): number {
	return asSeconds(context, field, itemIndex, optionValue(context, field, itemIndex) ?? 0);
}

function optionValue(context: IExecuteFunctions, field: Field, itemIndex: number): unknown {
	const options: unknown = context.getNodeParameter('options', itemIndex, {});
	return typeof options === 'object' && options !== null ? Reflect.get(options, field.name) : undefined;
}

function asSeconds(context: IExecuteFunctions, field: Field, itemIndex: number, value: unknown): number {
	const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof seconds === 'number' && Number.isInteger(seconds) && seconds >= 0) return seconds;
	throw problem(context, field, itemIndex, `must be a whole number of seconds of at least 0, but is ${shown(value)}`);
}

function asText(context: IExecuteFunctions, field: Field, itemIndex: number, value: unknown): string {
	const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : undefined;
	if (text === undefined) throw problem(context, field, itemIndex, `must be text, but is ${shown(value)}`);
	if (text === '') throw problem(context, field, itemIndex, 'is empty');
	return text;
}

function problem(context: IExecuteFunctions, field: Field, itemIndex: number, what: string): NodeOperationError {
	return new NodeOperationError(context.getNode(), `The field "${field.displayName}" ${what}`, {
		itemIndex,
		description: 'Correct the field or its expression. Nothing was sent for this item.',
	});
}

function shown(value: unknown): string {
	if (value === undefined || value === null || value === '') return 'empty';
	return `"${start(typeof value === 'string' ? value : JSON.stringify(value))}"`;
}

/** The first characters of a text, cut between two and well formed: n8n's database refuses half of one. */
function start(text: string): string {
	return text
		.slice(0, 60)
		.replace(/\p{Surrogate}$/u, '')
		.toWellFormed();
}
