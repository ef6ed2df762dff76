// @ts-check
import { isRecord, listAt, textAt, valueAt } from '../json.mjs';

/**
 * A field of a JSON Schema, for a row of a table.
 * @typedef {object} SchemaRow
 * @property {string} path from the object; `[]` stands for each item of a list, `<name>` for each name of a map
 * @property {string} type in words, with its bounds
 * @property {string} preset `required`, the default, or an empty text
 * @property {string} description
 */

/**
 * Every field of an object's JSON Schema, nested ones too. Of alternatives it takes the fields of all.
 * @param {unknown} schema
 * @param {(path: string, schema: unknown) => string} [describe] the description of a field. Default: the schema's
 * @returns {SchemaRow[]} one for each path
 */
export function schemaRows(schema, describe = (_path, field) => textAt(field, 'description')) {
	/** @type {Map<string, SchemaRow>} */
	const rows = new Map();
	visit(schema, '');
	return [...rows.values()];

	/**
	 * @param {unknown} inner
	 * @param {string} path
	 */
	function visit(inner, path) {
		for (const choice of alternatives(inner)) visit(choice, path);
		const required = listAt(inner, 'required');
		const properties = valueAt(inner, 'properties');
		for (const [name, field] of isRecord(properties) ? Object.entries(properties) : []) {
			const here = path === '' ? name : `${path}.${name}`;
			add(here, field, required.includes(name));
			visit(field, here);
		}
		const items = valueAt(inner, 'items');
		if (isRecord(items)) visit(items, `${path}[]`);
		const values = valueAt(inner, 'additionalProperties');
		if (isRecord(values) && Object.keys(values).length > 0) visit(values, `${path}.<name>`);
	}

	/**
	 * @param {string} path
	 * @param {unknown} field
	 * @param {boolean} isRequired
	 */
	function add(path, field, isRequired) {
		const known = rows.get(path);
		if (known !== undefined) {
			known.type = [...new Set([known.type, typeInWords(field)])].filter(Boolean).join(' or ');
			return;
		}
		const preset = valueAt(field, 'default');
		const hasPreset = preset !== undefined && !isEmptyObject(preset);
		rows.set(path, {
			path,
			type: typeInWords(field),
			preset: hasPreset ? `\`${JSON.stringify(preset)}\`` : isRequired && preset === undefined ? 'required' : '',
			description: describe(path, field),
		});
	}
}

/** @param {unknown} schema */
function alternatives(schema) {
	return ['anyOf', 'oneOf', 'allOf'].flatMap((kind) => listAt(schema, kind));
}

/**
 * @param {unknown} schema
 * @returns {string}
 */
export function typeInWords(schema) {
	const constant = valueAt(schema, 'const');
	if (constant !== undefined) return `\`${JSON.stringify(constant)}\``;
	const choices = listAt(schema, 'enum');
	if (choices.length > 0) return choices.map((choice) => `\`${String(choice)}\``).join(', ');
	const inner = alternatives(schema);
	if (inner.length > 0) return [...new Set(inner.map(typeInWords).filter((words) => words !== ''))].join(' or ');
	const type = textAt(schema, 'type');
	if (type === 'array') return `list of ${typeInWords(valueAt(schema, 'items')) || 'values'}${bounds(schema, 'Items')}`;
	if (type === 'string') return `${textAt(schema, 'format') || 'text'}${bounds(schema, 'Length')}`;
	if (type === 'integer' || type === 'number')
		return `${type === 'integer' ? 'whole number' : 'number'}${bounds(schema, 'imum')}`;
	return type;
}

/** The largest bound that is worth a word; beyond it, the schema only repeats what its type can hold. */
const LARGEST_BOUND = 1e15;

/**
 * @param {unknown} schema
 * @param {'Items' | 'Length' | 'imum'} what
 */
function bounds(schema, what) {
	const [least, most] = [valueAt(schema, `min${what}`), valueAt(schema, `max${what}`)].map((bound) =>
		typeof bound === 'number' && Math.abs(bound) < LARGEST_BOUND ? bound : undefined,
	);
	const unit = { Items: '', Length: ' characters', imum: '' }[what];
	if (least !== undefined && most !== undefined) return `, ${least} to ${most}${unit}`;
	if (most !== undefined) return `, at most ${most}${unit}`;
	if (least !== undefined && !(what !== 'imum' && least === 1)) return `, at least ${least}${unit}`;
	return '';
}

/** @param {unknown} value */
function isEmptyObject(value) {
	return isRecord(value) && Object.keys(value).length === 0;
}
