import type { IDataObject } from 'n8n-workflow';
import { type ReadPage, UnreadableListError, type Window } from '../../AgentKnowledge/generated/pages';
import { listItems } from '../../AgentKnowledge/transport/list-items';
import { rowOf } from '../../AgentKnowledge/transport/row';
import { type Field, fieldsOf, type Ignores } from '../memory/record-fields';

/** A list of records whose fields the specification does not name. */
export interface RecordList {
	/** Reads the list, newest first. */
	readPage: ReadPage<object>;
	/** Fields that may hold the id of a record, the likeliest first. */
	idFields: readonly string[];
	/** Fields that do not count. */
	ignores: Ignores;
}

/** A record as one read showed it. */
export interface SeenRecord {
	key: string;
	record: IDataObject;
	/** All that count, without the id. */
	fields: Field[];
}

/** Records of one page. */
export const PAGE = 100;
/** Records of the list that a poll reads. A page repeats ten of the page before, so these are six pages. */
const NEWEST = 500;

/**
 * @returns newest first, and whether the list has more
 * @throws UnreadableListError if there are records, and none has an id
 */
export async function readNewest(list: RecordList): Promise<{ records: SeenRecord[]; goesOn: boolean }> {
	const rows: object[] = [];
	let total = 0;
	const readPage = async (window: Window) => {
		const page = await list.readPage(window);
		total = page.total;
		return page;
	};
	for await (const row of listItems(readPage, NEWEST)) rows.push(row);
	const records = seenRecords(list, rows);
	if (rows.length > 0 && records.length === 0) {
		throw new UnreadableListError(`No record has an id (${list.idFields.join(', ')}), which shows what has changed.`);
	}
	return { records, goesOn: rows.length >= NEWEST || total > rows.length };
}

/** Those with an id, each once. */
export function seenRecords({ idFields, ignores }: RecordList, rows: readonly object[]): SeenRecord[] {
	const seen = new Map<string, SeenRecord>();
	for (const record of rows.map(rowOf)) {
		const [id] = idFields.flatMap((name) => {
			const value = record[name];
			return typeof value === 'string' || typeof value === 'number' ? [{ name, key: String(value) }] : [];
		});
		if (id === undefined || seen.has(id.key)) continue;
		const fields = fieldsOf(record, (name) => name === id.name || ignores(name));
		seen.set(id.key, { key: id.key, record, fields });
	}
	return [...seen.values()];
}
