import type { IDataObject } from 'n8n-workflow';
import { MOST_ITEMS, takeOldest } from './memory/batch';
import { type Batch, keepRecent } from './memory/given-out';
import { Memory, type StoredMemory } from './memory/memory';
import type { OnePerPerson } from './memory/persons';
import { PROCESS_ID } from './memory/process-id';
import { readState, type TriggerState, writeState } from './memory/state';
import type { Watch } from './watch/watch';

/** What one poll found. */
export interface Found<Stored> {
	/** The memory for the next poll. */
	memory: Stored;
	/** What the poll returns, oldest first. Empty at the first poll. */
	items: IDataObject[];
	/** Why nothing could be read. The memory is kept, and the poll fails. */
	failure?: Error;
}

/** Which of the items start the flow, and what to remember of them. @param known as it returned it last */
export type Sieve = (items: IDataObject[], known: readonly string[]) => OnePerPerson;

/** @param memory null at the first poll @throws ApiFailure if the service cannot be read */
export type Find<Stored> = (memory: Stored | null) => Promise<Found<Stored>>;

/**
 * One poll of an active workflow. It writes the state at its end, in one step, so a poll that fails changes nothing.
 * What another process returned last is returned once more, because that process may have been killed. It is not
 * returned a third time, because both processes may run and poll in turn.
 * @param watching what the node watches, as text
 * @param savedWithExecution n8n saves the state and the execution together, so no batch is kept for a repeat
 * @param sieve default: all items start the flow
 * @returns repeats first, then news, each oldest first
 * @throws ApiFailure if the service cannot be read
 */
export async function nextItemsBy<Stored>(
	staticData: IDataObject,
	watching: string,
	find: Find<Stored>,
	savedWithExecution = false,
	sieve?: Sieve,
): Promise<IDataObject[]> {
	const state = readState<Stored>(staticData, watching);
	const common = { version: 1, watching, at: Date.now() } as const;
	const { memory, items: found, failure } = await find(state?.memory ?? null);
	if (failure !== undefined) {
		if (state !== null) writeState(staticData, { ...state, at: common.at, memory });
		throw failure;
	}
	if (state === null) {
		writeState(staticData, { ...common, process: PROCESS_ID, memory, given: [] });
		return [];
	}
	const { items, ...known } = sieve === undefined ? { items: found } : sieve(found, state.persons ?? []);
	const repeats = repeatsOf(state);
	const given = keptBatches(repeats.length > 0 ? [] : state.given, savedWithExecution ? [] : items);
	// The process only decides who repeats the items, so without items it is not stored.
	const process = given.length > 0 ? PROCESS_ID : state.process;
	writeState(staticData, { ...common, process, memory, ...known, given });
	return [...repeats.flatMap((one) => one.items), ...items];
}

/** The same with one list. */
export async function nextItems(
	staticData: IDataObject,
	watching: string,
	watch: Watch,
	savedWithExecution = false,
): Promise<IDataObject[]> {
	const find: Find<StoredMemory> = (memory) => findInList(watch, memory);
	return await nextItemsBy(staticData, watching, find, savedWithExecution);
}

/** What is new in one list. */
export async function findInList(watch: Watch, stored: StoredMemory | null): Promise<Found<StoredMemory>> {
	if (stored === null) {
		return { memory: Memory.of(await watch.look(null, MOST_ITEMS), watch.mostKnown).toJSON(), items: [] };
	}
	const memory = Memory.restore(stored, watch.mostKnown);
	const look = await watch.look(memory, MOST_ITEMS);
	const batch = takeOldest(look.news);
	memory.settle(look, batch);
	return { memory: memory.toJSON(), items: batch.map(({ item }) => item) };
}

function repeatsOf({ process, given }: TriggerState): Batch[] {
	return process === PROCESS_ID ? [] : given;
}

function keptBatches(kept: readonly Batch[], items: IDataObject[]): Batch[] {
	return items.length === 0 ? [...kept] : keepRecent(kept, { at: Date.now(), items });
}
