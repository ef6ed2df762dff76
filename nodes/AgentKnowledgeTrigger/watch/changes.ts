import type { IDataObject } from 'n8n-workflow';
import { type ChangedField, changedFields, type KeptRecord, keptRecord } from '../memory/kept-record';
import type { Look } from '../memory/look';
import type { Memory } from '../memory/memory';
import { type Ignores, markOf } from '../memory/record-fields';
import type { Sighting } from '../memory/sighting';
import { namesOnly, type Rename, renamedFields } from './renamed-fields';
import { restlessFields } from './restless-fields';
import { readNewest, type RecordList, type SeenRecord, seenRecords } from './seen-records';
import type { Watch } from './watch';

/** Some more than a poll reads, so that a record that leaves the newest ones for a while is recognized. */
const MOST_KNOWN = 600;

/** A list whose records change, and what an event says of them. */
export interface ChangingList extends RecordList {
	/** What happened, in a word. @param changed empty if only a hash shows that the record has changed */
	wordFor: (changed: readonly ChangedField[]) => string;
	/** The word in the editor's test, which has seen nothing before. */
	sampleWord: (record: IDataObject) => string;
	/** New records are news too. */
	withNew: boolean;
	/** Waits so many milliseconds. */
	wait: (ms: number) => Promise<void>;
}

/**
 * Watches the newest records of a list for changes. It compares a hash of each record, because the specification names
 * none of their fields. A record that it sees for the first time has not changed.
 */
export function changes(list: ChangingList): Watch {
	return {
		mostKnown: MOST_KNOWN,
		async look(memory) {
			const { records, goesOn } = await readNewest(list);
			const restless = memory === null ? [] : await restlessFields(list, memory, records);
			const renames = memory === null ? [] : renamedFields(memory, records);
			return { ...compare(list, memory, { records, restless, renames }), goesOn, restless };
		},
		async newest(most) {
			const { items } = await list.readPage({ limit: most, offset: 0 });
			const seen = seenRecords(list, items);
			return seen.map((one, index) => {
				// Of several, the newest shows what a new record looks like.
				const isNew = list.withNew && index === 0 && seen.length > 1;
				const { key, record, fields } = one;
				return changeItem({ key, mark: markOf(fields) }, { ...(isNew ? NEW : sampleChange(list, one)), after: record });
			});
		},
	};
}

interface Compared {
	/** Newest first. */
	records: readonly SeenRecord[];
	/** Fields that do not count from now on. */
	restless: readonly string[];
	/** Fields with another name than at the last poll. */
	renames: readonly Rename[];
}

function compare(list: ChangingList, memory: Memory | null, { records, restless, renames }: Compared): Look {
	const ignores: Ignores = (name) => restless.includes(name);
	const mayOnlyLookChanged = renames.length > 0 || restless.length > (memory?.restless.length ?? 0);
	const look: Look = { news: [], rest: [], settled: 0 };
	const firstKnown = records.findIndex(({ key }) => memory?.has(key) === true);
	for (const [index, { key, record, ...seen }] of [...records.entries()].reverse()) {
		const fields = seen.fields.filter(({ name }) => !ignores(name));
		const sighting = { key, mark: markOf(fields), at: null, kept: keptRecord(record, fields) };
		const known = memory?.recall(key);
		// One below a known record is older and has moved up, unless the memory has had all there were. With no known one
		// left, so many have come that they fill what is read.
		const isAbove = firstKnown === -1 || index < firstKnown;
		const isNew = memory !== null && known === undefined && (isAbove || memory.isNewer(null));
		const change =
			known === undefined || known.mark === sighting.mark
				? null
				: changeSince(known.kept, { fields, ignores, renames, mayOnlyLookChanged, wordFor: list.wordFor });
		const news = isNew && list.withNew ? NEW : change;
		if (news === null) look.rest.push({ ...sighting, item: {} });
		else look.news.push({ ...sighting, item: changeItem(sighting, { ...news, after: record }) });
	}
	return look;
}

interface Now extends Pick<SeenRecord, 'fields'>, Pick<ChangingList, 'wordFor' | 'ignores'> {
	renames: readonly Rename[];
	/** The hash differs in any case. */
	mayOnlyLookChanged: boolean;
}

/** @returns null if only fields have changed that do not count */
function changeSince(
	kept: KeptRecord | undefined,
	{ fields, ignores, renames, mayOnlyLookChanged, wordFor }: Now,
): Omit<Change, 'after'> | null {
	if (kept === undefined) return null;
	const renamed = namesOnly(renames, kept, fields);
	const changed = changedFields(kept, fields, ignores).filter(({ name }) => !renamed.has(name));
	// Only the hash shows a change in a field for which there was no room.
	if (changed.length === 0 && (kept.isPart !== true || mayOnlyLookChanged)) return null;
	return { change: wordFor(changed), changed: changed.map(({ name }) => name), before: kept.values };
}

const NEW: Omit<Change, 'after'> = { change: 'new', changed: [], before: null };

/** What a change to the record of today would be, in the words of a poll. Its fields are those that give it its word. */
function sampleChange(
	{ wordFor, sampleWord }: Pick<ChangingList, 'wordFor' | 'sampleWord'>,
	{ record, fields }: SeenRecord,
): Omit<Change, 'after'> {
	const wordOf = ({ name, text }: SeenRecord['fields'][number]) => wordFor([{ name, before: undefined, after: text }]);
	const wanted = sampleWord(record);
	const ofWord = fields.filter((field) => wordOf(field) === wanted);
	const [first] = fields;
	const changed = ofWord.length > 0 || first === undefined ? ofWord : [first];
	const change = ofWord.length > 0 || first === undefined ? wanted : wordOf(first);
	return { change, changed: changed.map(({ name }) => name), before: keptRecord(record, fields).values };
}

interface Change {
	change: string;
	changed: string[];
	before: KeptRecord['values'] | null;
	after: IDataObject;
}

/** `changeId` differs for each change, and stays where a batch is repeated after a kill. */
function changeItem(
	{ key, mark }: Pick<Sighting, 'key' | 'mark'>,
	{ change, changed, before, after }: Change,
): Sighting['item'] {
	const seenAt = new Date().toISOString();
	return { change, changeId: `${key} ${seenAt} ${mark}`, seenAt, changed, before, after };
}
