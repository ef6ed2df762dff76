import type { IDataObject } from 'n8n-workflow';
import { canonicalJson } from './canonical-json';
import { hashOfText } from './hash';

/** One value of a record. */
export interface Field {
	/** Names from the outermost object on, joined by dots: `visitor.email`. */
	name: string;
	/** Its canonical JSON. */
	text: string;
}

/** Objects further in are one value. */
const MOST_LEVELS = 4;

/** Characters of the hash of a record: 96 bits. */
const MARK = 16;

/** Canonical JSON of what equals a missing field. An empty object has no fields anyway. */
const NOTHING: ReadonlySet<string> = new Set(['null', '{}', '[]']);

/** Says which fields do not count, by their name. */
export type Ignores = (name: string) => boolean;

/**
 * The values of a record, with those of the objects in it. Null, an empty object and an empty array are no value, so that
 * they equal a missing field.
 */
export function fieldsOf(record: IDataObject, ignores: Ignores): Field[] {
	return [...walk(record, [])].filter(({ name, text }) => !NOTHING.has(text) && !ignores(name));
}

/** Equal for two records with the same fields, whatever their order. */
export function markOf(fields: readonly Field[]): string {
	const lines = fields.map(({ name, text }) => canonicalJson([name, text]));
	return hashOfText(lines.sort().join('\n'), MARK);
}

/** @param above names of the objects around it */
function* walk(object: IDataObject, above: readonly string[]): Generator<Field> {
	for (const [name, value] of Object.entries(object)) {
		const path = [...above, name];
		if (isObject(value) && path.length < MOST_LEVELS) yield* walk(value, path);
		else yield { name: path.join('.'), text: canonicalJson(value) };
	}
}

export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
