import type { IDataObject } from 'n8n-workflow';
import { MOST_ITEMS, takeOldest } from './memory/batch';
import { type Batch, keepRecent } from './memory/given-out';
import { Memory } from './memory/memory';
import { PROCESS_ID } from './memory/process-id';
import { readState, writeState } from './memory/state';
import type { Watch } from './watch/watch';

/**
 * One poll of an active workflow. It writes the state at its end, in one step, so a poll that fails changes nothing.
 * What another process returned last is returned once more, because that process may have been killed. It is not
 * returned a third time, because both processes may run and poll in turn.
 * @param watching what the node watches, as text
 * @param savedWithExecution n8n saves the state and the execution together, so no batch is kept for a repeat
 * @returns repeats first, then news, each oldest first
 * @throws ApiFailure if the service cannot be read
 */
export async function nextItems(
	staticData: IDataObject,
	watching: string,
	watch: Watch,
	savedWithExecution = false,
): Promise<IDataObject[]> {
	const state = readState(staticData, watching);
	const common = { version: 1, watching, at: Date.now() } as const;
	if (state === null) {
		const memory = Memory.of(await watch.look(null, MOST_ITEMS), watch.mostKnown);
		writeState(staticData, { ...common, process: PROCESS_ID, memory: memory.toJSON(), given: [] });
		return [];
	}
	const memory = Memory.restore(state.memory, watch.mostKnown);
	const look = await watch.look(memory, MOST_ITEMS);
	const batch = takeOldest(look.news);
	memory.keep(look.news.slice(batch.length).map(({ key }) => key));
	memory.note([...look.rest, ...batch]);
	memory.restless = look.restless ?? memory.restless;
	memory.settled = look.settled + batch.length;
	const items = batch.map(({ item }) => item);

	const repeats = state.process === PROCESS_ID ? [] : state.given;
	const given = keptBatches(repeats.length > 0 ? [] : state.given, savedWithExecution ? [] : items);
	// The process only decides who repeats the items, so without items it is not stored.
	const process = given.length > 0 ? PROCESS_ID : state.process;
	writeState(staticData, { ...common, process, memory: memory.toJSON(), given });
	return [...repeats.flatMap((one) => one.items), ...items];
}

function keptBatches(kept: readonly Batch[], items: IDataObject[]): Batch[] {
	return items.length === 0 ? [...kept] : keepRecent(kept, { at: Date.now(), items });
}
