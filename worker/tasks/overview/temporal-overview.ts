import type { Client } from '@temporalio/client';
import { connectionQuery, listEnded, listNewest, listQuery, NEEDS_ATTENTION } from '../list-tasks';
import { SYNC_TYPES } from '../definitions';
import type { ScheduleService } from '../schedules';
import { TaskReasons } from '../task-reasons';
import type { TaskService } from '../task-service';
import type { TaskView } from '../task-view';
import type { Overview, OverviewReader, SomeTasks, TroubledSchedule } from './overview';
import { TroubledSchedules } from './troubled-schedules';

/** More do not help somebody who looks what to do first. */
const SHOWN = 5;
/** Running syncs of a type that are looked at. */
const MOST_SYNCS = 100;
/** Syncs and schedules cost a request each, and change slowly. In ms. */
const FRESH_FOR_MS = 10_000;

/** A task that another started is reported by that one. */
const TOP_LEVEL = 'ParentWorkflowId IS NULL';

export interface OverviewSources {
	client: Client;
	tasks: Pick<TaskService, 'get' | 'list'>;
	schedules: Pick<ScheduleService, 'list'>;
}

/** Reads the overview with a few counts and short lists, however many tasks there are. */
export class TemporalOverview implements OverviewReader {
	readonly #reasons: TaskReasons;
	readonly #syncs: Kept<TaskView[]>;
	readonly #schedules: Kept<TroubledSchedule[]>;

	constructor(private readonly sources: OverviewSources) {
		this.#reasons = new TaskReasons((id) => sources.tasks.get(id));
		const troubled = new TroubledSchedules(sources);
		this.#syncs = new Kept(() => this.#blockedSyncs());
		this.#schedules = new Kept(() => troubled.read());
	}

	async read(since: Date, within?: readonly string[]): Promise<Overview> {
		const ofThese = within === undefined ? '' : ` AND ${connectionQuery(within)}`;
		const waits = listQuery({ waitsForPerson: true, within });
		const runs = `${listQuery({ ended: false, waitsForPerson: false, within })} AND ${TOP_LEVEL}`;
		const failed = `AkTask IS NOT NULL AND ${NEEDS_ATTENTION} AND CloseTime >= '${since.toISOString()}' AND ${TOP_LEVEL}${ofThese}`;
		const [waiting, running, failures, syncs, schedules] = await Promise.all([
			this.#some(waits),
			this.#some(runs),
			listEnded(this.sources.client, failed, SHOWN),
			this.#syncs.read(),
			this.#schedules.read(),
		]);
		const items = await Promise.all(failures.items.map((task) => this.#reasons.explain(task)));
		const isWithin = (connection: string) => within === undefined || within.includes(connection);
		return {
			waiting,
			running,
			failed: { ...failures, items },
			blockedSyncs: firstOf(syncs.filter(({ connection }) => isWithin(connection))),
			schedules: firstOf(schedules.filter(({ schedule: { connection } }) => isWithin(connection))),
		};
	}

	async #some(query: string): Promise<SomeTasks> {
		const { client } = this.sources;
		const [{ count }, items] = await Promise.all([client.workflow.count(query), listNewest(client, query, SHOWN)]);
		// Temporal counts and lists at different moments.
		return { count: Math.max(count, items.length), items };
	}

	async #blockedSyncs(): Promise<TaskView[]> {
		const query = { ended: false, fresh: true, limit: MOST_SYNCS } as const;
		const pages = await Promise.all(SYNC_TYPES.map((type) => this.sources.tasks.list({ ...query, type })));
		return pages
			.flatMap(({ items }) => items.filter(isBlocked))
			.toSorted((one, other) => other.startedAt.localeCompare(one.startedAt));
	}
}

function firstOf<Item>(all: readonly Item[]): { count: number; items: Item[] } {
	return { count: all.length, items: all.slice(0, SHOWN) };
}

/** Somebody paused or unpublished it on purpose, or it moves. */
const RESTING = ['paused', 'unpublished'];

function isBlocked({ stage, progress }: TaskView): boolean {
	return stage === 'full' || (progress?.problem !== undefined && !RESTING.includes(stage ?? ''));
}

/** A read whose result several readers share for a moment. */
class Kept<Value> {
	#value: Promise<Value> | null = null;
	#until = 0;

	constructor(private readonly load: () => Promise<Value>) {}

	read(): Promise<Value> {
		if (this.#value !== null && Date.now() < this.#until) return this.#value;
		const value = this.load();
		this.#value = value;
		this.#until = Date.now() + FRESH_FOR_MS;
		value.catch(() => {
			if (this.#value === value) this.#value = null;
		});
		return value;
	}
}
