import type { FieldForm } from '../api/types';
import { humanised, wordOf } from '../words/words';
import type { Field, Kind, KindOf, Variant } from './field';

/** The part of JSON Schema that the definitions of the tasks use. */
export interface FieldSchema {
	type?: string;
	title?: string;
	description?: string;
	default?: unknown;
	const?: unknown;
	enum?: readonly string[];
	format?: string;
	maxLength?: number;
	minimum?: number;
	maximum?: number;
	maxItems?: number;
	items?: FieldSchema;
	propertyNames?: FieldSchema;
	anyOf?: readonly FieldSchema[];
	oneOf?: readonly FieldSchema[];
	properties?: Readonly<Record<string, FieldSchema>>;
	required?: readonly string[];
	'x-form'?: FieldForm;
}

/**
 * The fields of a task's form, from the JSON Schema of its input. A constant, such as the version, is no field.
 * @throws Error if a field has a kind that forms do not know. A test holds all definitions against this
 */
export function fieldsOf({ properties = {}, required = [] }: FieldSchema): Field[] {
	return Object.entries(properties)
		.filter(([, schema]) => schema.const === undefined)
		.map(([name, schema]) => fieldOf(name, schema, required.includes(name)));
}

function fieldOf(name: string, schema: FieldSchema, isRequired: boolean): Field {
	const form = schema['x-form'] ?? {};
	return {
		name,
		label: schema.title ?? humanised(name),
		help: form.help ?? schema.description ?? '',
		isRequired,
		isRare: form.isRare === true,
		kind: kindOf(name, schema, form),
		preset: schema.default,
	};
}

function kindOf(name: string, schema: FieldSchema, form: FieldForm): Kind {
	if (form.upload !== undefined) return { is: 'upload', nameInto: form.upload.nameInto ?? null };
	if (schema.enum !== undefined)
		return { is: 'choice', options: schema.enum.map((value) => [value, wordsOf(value, form)]) };
	// A day or a moment: the form offers the day.
	if ([schema, ...(schema.anyOf ?? [])].some(({ format }) => format === 'date')) return { is: 'date' };
	switch (schema.type) {
		case 'string':
			return textOf(schema, form);
		case 'integer':
			return { is: 'number', least: schema.minimum ?? null, most: schema.maximum ?? null, unit: form.unit ?? null };
		case 'boolean':
			// Without a default, a third state says nothing.
			return schema.default === undefined ? { is: 'choice', options: YES_OR_NO, isYesNo: true } : { is: 'yes-no' };
		case 'array':
			return listOf(schema, form);
		case 'object':
			if (schema.propertyNames?.enum === undefined) return { is: 'json' };
			return { is: 'named', names: schema.propertyNames.enum, item: form.item ?? 'value' };
		default:
			break;
	}
	throw new Error(`Forms do not know the kind of the field ${name}.`);
}

const YES_OR_NO = [
	['yes', 'Yes'],
	['no', 'No'],
] as const;

function wordsOf(value: string, { options = {} }: FieldForm): string {
	return wordOf(options, value) ?? humanised(value);
}

function textOf({ maxLength, format }: FieldSchema, { isLong, choicesFrom }: FieldForm): KindOf<'text'> {
	return {
		is: 'text',
		isLong: isLong === true,
		longest: maxLength ?? null,
		format: format === 'email' || format === 'uri' ? format : null,
		from: choicesFrom ?? null,
	};
}

function listOf({ items = {}, maxItems }: FieldSchema, form: FieldForm): Kind {
	const item = form.item ?? 'item';
	const most = maxItems ?? null;
	const variants = items.oneOf ?? items.anyOf;
	if (variants !== undefined) return { is: 'rows', variants: variants.map(variantOf), item, most };
	if (items.type !== 'string') throw new Error(`Forms do not know lists of ${items.type ?? 'several kinds'}.`);
	return { is: 'texts', each: textOf(items, form), item, most };
}

function variantOf(schema: FieldSchema): Variant {
	const type = String(schema.properties?.['type']?.const);
	return { type, label: schema.title ?? humanised(type), fields: fieldsOf(schema) };
}
