import type { IDataObject } from 'n8n-workflow';
import { hashOfText } from './hash';
import { type Field, fieldsOf, type Ignores, isObject } from './record-fields';

/**
 * What the memory keeps of a record, so that a later poll can say what has changed. n8n stores the memory with the flow
 * and once more with each execution, so a record's part of it is bounded.
 */
export interface KeptRecord {
	/** Short values, each at its place in the record. */
	values: IDataObject;
	/** Field and hash of other values. */
	hashes?: Array<[name: string, hash: string]>;
	/** The record has further fields, for which there was no room. */
	isPart?: true;
}

/** A field whose value differs from the one that was kept. */
export interface ChangedField {
	name: string;
	/** Canonical JSON; `null` for none. Undefined if only its hash was kept. */
	before: string | undefined;
	after: string;
}

/** Longest canonical JSON of a kept value. A time or a status fits, and hardly a sentence that somebody wrote. */
const LONGEST_VALUE = 42;
/** Characters of the kept values of a record, with their names and what JSON puts around them. */
const ROOM_FOR_VALUES = 300;
/** The same for hashes. */
const ROOM_FOR_HASHES = 80;
/** What JSON puts around a name and a value, within a text. */
const AROUND = 8;
/** Characters of the hash of a value: 48 bits. */
const HASH = 8;

const sizeOf = ({ name, text }: Field) => name.length + text.length + AROUND;

/** @param fields all that count */
export function keptRecord(record: IDataObject, fields: readonly Field[]): KeptRecord {
	const short = fields.filter(({ text }) => text.length <= LONGEST_VALUE);
	const shown = new Set(firstOf(short, ROOM_FOR_VALUES, sizeOf));
	const others = fields.filter((field) => !shown.has(field));
	const hashed = firstOf(others, ROOM_FOR_HASHES, ({ name }) => name.length + HASH + AROUND);
	const names = new Set([...shown].map(({ name }) => name));
	return {
		values: partOf(record, names),
		...(hashed.length > 0 && { hashes: hashed.map(({ name, text }): [string, string] => [name, hash(text)]) }),
		...(hashed.length < others.length && { isPart: true }),
	};
}

/** In the order of their names. @param fields those of the record today */
export function changedFields(kept: KeptRecord, fields: readonly Field[], ignores: Ignores): ChangedField[] {
	const values = new Map(fieldsOf(kept.values, ignores).map(({ name, text }) => [name, text]));
	const hashes = new Map((kept.hashes ?? []).filter(([name]) => !ignores(name)));
	const now = new Map(fields.map(({ name, text }) => [name, text]));
	const names = [...new Set([...values.keys(), ...hashes.keys(), ...now.keys()])].sort();
	return names.flatMap((name): ChangedField[] => {
		const after = now.get(name) ?? 'null';
		if (hashes.has(name)) return hashes.get(name) === hash(after) ? [] : [{ name, before: undefined, after }];
		// It may be one of those for which there was no room.
		if (!values.has(name) && kept.isPart === true) return [];
		const before = values.get(name) ?? 'null';
		return before === after ? [] : [{ name, before, after }];
	});
}

/** Hashes of all values that were kept, by field. */
export function keptHashes({ values, hashes = [] }: KeptRecord): Map<string, string> {
	const shown = fieldsOf(values, () => false).map(({ name, text }): [string, string] => [name, hash(text)]);
	return new Map([...shown, ...hashes]);
}

/** The same of a record today. */
export function hashesOf(fields: readonly Field[]): Map<string, string> {
	return new Map(fields.map(({ name, text }) => [name, hash(text)]));
}

/** The smallest ones that have room together, so that a status stays and a text goes. */
function firstOf(fields: readonly Field[], room: number, size: (field: Field) => number): Field[] {
	let left = room;
	const smallestFirst = [...fields].sort((one, other) => size(one) - size(other));
	return smallestFirst.filter((field) => {
		left -= size(field);
		return left >= 0;
	});
}

function partOf(record: IDataObject, names: ReadonlySet<string>, above = ''): IDataObject {
	// By entries: a field may have any name, also __proto__.
	return Object.fromEntries(
		Object.entries(record).flatMap(([name, value]): Array<[string, IDataObject[string]]> => {
			const path = above + name;
			if (names.has(path)) return [[name, value]];
			if (!isObject(value)) return [];
			const part = partOf(value, names, `${path}.`);
			return Object.keys(part).length > 0 ? [[name, part]] : [];
		}),
	);
}

function hash(text: string): string {
	return hashOfText(text, HASH);
}
