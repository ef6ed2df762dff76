import { changedFields } from '../memory/kept-record';
import type { Memory } from '../memory/memory';
import { PAGE, type RecordList, type SeenRecord, seenRecords } from './seen-records';

/** With fewer records, people may have changed all of them. */
const FEWEST = 5;
/** Between two reads, so that a clock that counts seconds has moved. Milliseconds. */
const PAUSE_MS = 1_100;

/**
 * Finds fields that only say the time of the read, or count reads, whatever their name. Such a field differs in every
 * record that was known, and again in every record of a second read a second later. Nothing else does both.
 * @param wait waits so many milliseconds
 * @returns all restless fields, with those of earlier polls
 */
export async function restlessFields(
	list: RecordList & { wait: (ms: number) => Promise<void> },
	memory: Memory,
	records: readonly SeenRecord[],
): Promise<readonly string[]> {
	const suspects = changedInAll(records, memory);
	if (suspects.length === 0) return memory.restless;
	await list.wait(PAUSE_MS);
	const { items } = await list.readPage({ limit: PAGE, offset: 0 });
	const before = new Map(records.map(({ key, fields }) => [key, fields]));
	const pairs = seenRecords(list, items).flatMap(({ key, fields }) => {
		const earlier = before.get(key);
		return earlier === undefined ? [] : [{ earlier: texts(earlier), later: texts(fields) }];
	});
	if (pairs.length < FEWEST) return memory.restless;
	const moves = (name: string) => pairs.every(({ earlier, later }) => earlier.get(name) !== later.get(name));
	return [...memory.restless, ...suspects.filter(moves)];
}

/** Fields that have changed in every known record since the last poll. */
function changedInAll(records: readonly SeenRecord[], memory: Memory): string[] {
	const ignores = (name: string) => memory.restless.includes(name);
	const changed = records.flatMap(({ key, fields }) => {
		const kept = memory.recall(key)?.kept;
		if (kept === undefined) return [];
		const counting = fields.filter(({ name }) => !ignores(name));
		return [changedFields(kept, counting, ignores).map(({ name }) => name)];
	});
	const [first = []] = changed;
	return changed.length < FEWEST ? [] : first.filter((name) => changed.every((names) => names.includes(name)));
}

function texts(fields: SeenRecord['fields']): Map<string, string> {
	return new Map(fields.map(({ name, text }) => [name, text]));
}
