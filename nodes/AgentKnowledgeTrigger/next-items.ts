import type { IDataObject } from 'n8n-workflow';
import { MOST_ITEMS, takeOldest } from './memory/batch';
import { keepRecent } from './memory/given-out';
import { Memory } from './memory/memory';
import { PROCESS_ID } from './memory/process-id';
import { readState, writeState, type TriggerState } from './memory/state';
import type { Watch } from './watch/watch';

/**
 * One poll of an active workflow. The state is written at its end, in one step, so that a poll that fails changes
 * nothing and the next one sees what this one would have.
 * @param watching what is watched, as text
 * @returns what is given out, oldest first
 * @throws ApiFailure when the service cannot be asked
 */
export async function nextItems(staticData: IDataObject, watching: string, watch: Watch): Promise<IDataObject[]> {
	const state = readState(staticData, watching);
	const write = (next: Pick<TriggerState, 'memory' | 'given'>) =>
		writeState(staticData, { version: 1, watching, process: PROCESS_ID, ...next });

	if (state === null) {
		const memory = Memory.of(await watch.look(null, MOST_ITEMS), watch.mostKnown);
		write({ memory: memory.toJSON(), given: [] });
		return [];
	}
	const { given } = state;
	if (state.process !== PROCESS_ID && given.length > 0) {
		write({ memory: state.memory, given: given.map(({ items }) => ({ at: Date.now(), items })) });
		return given.flatMap(({ items }) => items);
	}
	const memory = Memory.restore(state.memory, watch.mostKnown);
	const look = await watch.look(memory, MOST_ITEMS);
	const batch = takeOldest(look.news);
	memory.note([...look.rest, ...batch]);
	memory.settled = look.settled + batch.length;
	const items = batch.map(({ item }) => item);
	write({
		memory: memory.toJSON(),
		given: items.length === 0 ? given : keepRecent(given, { at: Date.now(), items }),
	});
	return items;
}
