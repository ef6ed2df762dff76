import { hashesOf, type KeptRecord, keptHashes } from '../memory/kept-record';
import type { Memory } from '../memory/memory';
import type { Field } from '../memory/record-fields';
import type { SeenRecord } from './seen-records';

/** With fewer records, equal values may be a coincidence. */
const FEWEST = 5;
/** Share of the records whose value is the same under both names. The others have changed in the same minute. */
const SAME_SHARE = 0.8;

/** A field that is gone, and one that came in its place. */
export type Rename = [from: string, to: string];

interface Pair {
	/** Hashes of the values, by field. */
	before: Map<string, string>;
	now: Map<string, string>;
}

/**
 * Finds fields that the service has given another name since the last poll, as with a new release: in all known records
 * with the field, another one came, with the same value in nearly all. No record has changed by that.
 */
export function renamedFields(memory: Memory, records: readonly SeenRecord[]): Rename[] {
	const pairs = records.flatMap(({ key, fields }): Pair[] => {
		const kept = memory.recall(key)?.kept;
		return kept === undefined ? [] : [pairOf(kept, fields)];
	});
	const candidates = new Map(pairs.flatMap(renamesIn).map((rename) => [JSON.stringify(rename), rename]));
	return [...candidates.values()].filter((rename) => isRename(rename, pairs));
}

/** @returns old and new names of the fields that have the same value in this record */
export function namesOnly(renames: readonly Rename[], kept: KeptRecord, fields: readonly Field[]): Set<string> {
	if (renames.length === 0) return new Set();
	const { before, now } = pairOf(kept, fields);
	return new Set(renames.filter(([from, to]) => before.get(from) === now.get(to)).flat());
}

function pairOf(kept: KeptRecord, fields: readonly Field[]): Pair {
	return { before: keptHashes(kept), now: hashesOf(fields) };
}

function renamesIn({ before, now }: Pair): Rename[] {
	const gone = [...before].filter(([name]) => !now.has(name));
	if (gone.length === 0) return [];
	const came = [...now].filter(([name]) => !before.has(name));
	return gone.flatMap(([from, hash]) => came.filter(([, one]) => one === hash).map(([to]): Rename => [from, to]));
}

function isRename([from, to]: Rename, pairs: readonly Pair[]): boolean {
	const having = pairs.filter(({ before, now }) => before.has(from) || now.has(to));
	if (having.length < FEWEST || having.some(({ before, now }) => before.has(to) || now.has(from))) return false;
	const same = having.filter(({ before, now }) => before.get(from) === now.get(to));
	return same.length >= SAME_SHARE * having.length;
}
