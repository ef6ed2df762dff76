import type { Client } from '@temporalio/client';
import { listNewest, listQuery, TOP_LEVEL } from '../list-tasks';
import type { Overview, OverviewReader, SomeTasks } from './overview';
import type { Troubles } from './troubles';

/** More do not help somebody who looks what to do first. */
const SHOWN = 5;

/** Reads the overview with a few counts and short lists, however many tasks there are. */
export class TemporalOverview implements OverviewReader {
	constructor(
		private readonly client: Client,
		private readonly troubles: Troubles,
	) {}

	async read(since: Date, within?: readonly string[]): Promise<Overview> {
		const { troubles } = this;
		const waits = listQuery({ waitsForPerson: true, within });
		const runs = `${listQuery({ ended: false, waitsForPerson: false, within })} AND ${TOP_LEVEL}`;
		const [waiting, running, failures, syncs, schedules] = await Promise.all([
			this.#some(waits),
			this.#some(runs),
			troubles.failed(since, SHOWN, within),
			troubles.syncs(within),
			troubles.schedules(within),
		]);
		const items = await Promise.all(failures.items.map((task) => troubles.explain(task)));
		return {
			waiting,
			running,
			failed: { ...failures, items },
			blockedSyncs: firstOf(syncs),
			schedules: firstOf(schedules),
		};
	}

	async #some(query: string): Promise<SomeTasks> {
		const { client } = this;
		const [{ count }, items] = await Promise.all([client.workflow.count(query), listNewest(client, query, SHOWN)]);
		// Temporal counts and lists at different moments.
		return { count: Math.max(count, items.length), items };
	}
}

function firstOf<Item>(all: readonly Item[]): { count: number; items: Item[] } {
	return { count: all.length, items: all.slice(0, SHOWN) };
}
