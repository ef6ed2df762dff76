import type { IDataObject } from 'n8n-workflow';
import { rowOf } from '../../AgentKnowledge/transport/row';
import { canonicalJson } from './canonical-json';
import { hashOfText } from './hash';
import type { KeptRecord } from './kept-record';

export interface Sighting {
	/** Identifies the item from one poll to the next. */
	key: string;
	/** Its state. A known key in another state is news. Null: a state that the event ignores. */
	mark: string | null;
	/** When it was created, in milliseconds since the epoch. Null if the service does not say. */
	at: number | null;
	/** What a flow gets of it. */
	item: IDataObject;
	/** What the memory keeps of the record, for an event that says what has changed. */
	kept?: KeptRecord;
}

const THERE = 'there';

/** For an event that is the creation of a record, so that the record needs no state. */
export function sightingOf(record: object): Sighting {
	const item = rowOf(record);
	const { id } = item;
	const key = typeof id === 'string' || typeof id === 'number' ? String(id) : hashOf(item);
	return { key, mark: THERE, at: timeOf(item.capturedAt ?? item.createdAt), item };
}

/** Identifies a record without an id (the specification shows none for some), whatever the order of its fields. */
export function hashOf(item: IDataObject): string {
	return hashOfText(canonicalJson(item), 22);
}

/** @returns milliseconds since the epoch */
export function timeOf(value: unknown): number | null {
	const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
	return Number.isNaN(time) ? null : time;
}
