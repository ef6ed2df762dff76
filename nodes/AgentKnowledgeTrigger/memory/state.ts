import type { IDataObject } from 'n8n-workflow';
import type { Batch } from './given-out';

/**
 * What a trigger knows from one poll to the next. The event and the agents decide what the memory is: a `StoredMemory`
 * for one agent, `StoredAgents` for several.
 */
export interface TriggerState<Stored = unknown> {
	version: 1;
	/** Event, agent and service. The state of another one does not count. */
	watching: string;
	/** The process of n8n that polled last. */
	process: string;
	/** When it was written, in milliseconds since the epoch. A state of an earlier release has none. */
	at?: number;
	memory: Stored;
	/** Hashes of persons whose leads started the flow. Only of a trigger that takes one lead of each person. */
	persons?: string[];
	/** What the last polls returned. */
	given: Batch[];
}

/** The state's field in n8n's static data of the node. */
export const FIELD = 'agentKnowledge';

/**
 * Reads the state from n8n's static data of the node.
 * @returns null if there is none for what the node watches now
 */
export function readState<Stored>(staticData: IDataObject, watching: string): TriggerState<Stored> | null {
	const state = anyState(staticData);
	// What is watched decides the form of the memory.
	return state?.watching === watching ? (state as TriggerState<Stored>) : null;
}

/** The state of whatever the node watched last. */
export function anyState(staticData: IDataObject): TriggerState | null {
	const stored = staticData[FIELD];
	if (typeof stored !== 'string') return null;
	const state: unknown = JSON.parse(stored);
	return isState(state) ? state : null;
}

/**
 * Replaces the state in one step, if it differs in more than its time. It is text, because n8n wraps each object in
 * static data to detect changes, and flows must not share objects with it.
 */
export function writeState(staticData: IDataObject, state: TriggerState): void {
	const { at } = anyState(staticData) ?? {};
	if (staticData[FIELD] !== JSON.stringify({ ...state, at })) staticData[FIELD] = JSON.stringify(state);
}

/** Only this node writes it, so its version is enough to know its form. */
function isState(value: unknown): value is TriggerState {
	return typeof value === 'object' && value !== null && Reflect.get(value, 'version') === 1;
}
