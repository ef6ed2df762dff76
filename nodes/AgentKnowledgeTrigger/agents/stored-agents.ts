import type { StoredMemory } from '../memory/memory';

/** What the trigger knows of one of several agents. */
export interface StoredAgent {
	/** Null until the first look. */
	memory: StoredMemory | null;
	/**
	 * Records of a later time are news at the first look. Milliseconds since the epoch, by the clock of n8n. Null: none
	 * is, because a person has just chosen the agent.
	 */
	since: number | null;
	/** The last look failed, and this was reported. */
	failed?: true;
	/** It is not in the list of agents any more. */
	gone?: true;
}

/** The memory of a trigger that watches several agents. */
export interface StoredAgents {
	/** The next poll begins with the first. */
	agents: Array<[id: string, StoredAgent]>;
	/** When the list of agents was read, in milliseconds since the epoch. Null if they are chosen by id. */
	listedAt: number | null;
	/** The list could not be read, and this was reported. */
	listFailed?: true;
}

/** Agents that one trigger watches. */
export const MOST_AGENTS = 200;
/** Agents that are not in the list any more, of which the trigger keeps what it knows: those that it saw last. */
export const MOST_GONE = 50;
/** Records that the memories of all agents keep together, so that n8n's state of the flow stays small. */
const MOST_KNOWN = 5_000;
/** One page of a list. */
const FEWEST_KNOWN = 100;

/** @returns records that the memory of each of so many agents keeps */
export function knownOfEach(agents: number): number {
	return Math.max(FEWEST_KNOWN, Math.floor(MOST_KNOWN / Math.max(1, agents)));
}
