import type { IDataObject } from 'n8n-workflow';
import type { Batch } from './given-out';
import type { StoredMemory } from './memory';

/** What a trigger knows from one poll to the next. */
export interface TriggerState {
	version: 1;
	/** What it watches: event, agent and service. What was known of another one counts for nothing. */
	watching: string;
	/** The process of n8n that polled last. */
	process: string;
	/** When it was written, in milliseconds since the epoch. A state of an earlier release has none. */
	at?: number;
	memory: StoredMemory;
	/** What was given out last. */
	given: Batch[];
}

/** Where the state stands in n8n's static data of the node. */
export const FIELD = 'agentKnowledge';

/**
 * Reads the state from n8n's static data of the node.
 * @returns null when there is none of what is watched now
 */
export function readState(staticData: IDataObject, watching: string): TriggerState | null {
	const state = anyState(staticData);
	return state?.watching === watching ? state : null;
}

/** The state of whatever the node watched last. */
export function anyState(staticData: IDataObject): TriggerState | null {
	const stored = staticData[FIELD];
	if (typeof stored !== 'string') return null;
	const state: unknown = JSON.parse(stored);
	return isState(state) ? state : null;
}

/**
 * Replaces the state in one step, if it differs in more than its time. It is stored as text: n8n wraps every object in
 * static data to see it change, and items that are given out must not be the ones that are kept.
 */
export function writeState(staticData: IDataObject, state: TriggerState): void {
	const { at } = anyState(staticData) ?? {};
	if (staticData[FIELD] !== JSON.stringify({ ...state, at })) staticData[FIELD] = JSON.stringify(state);
}

/** Nobody but this node writes it: its version tells what is in it. */
function isState(value: unknown): value is TriggerState {
	return typeof value === 'object' && value !== null && Reflect.get(value, 'version') === 1;
}
