import type { Client } from '@temporalio/client';
import { LRUCache } from 'lru-cache';
import { connectionQuery, type CountedTasks, listEnded, NEEDS_ATTENTION, TOP_LEVEL } from '../list-tasks';
import type { ScheduleService } from '../schedules';
import { TakeOvers } from '../take-overs';
import { TaskReasons } from '../task-reasons';
import type { TaskService } from '../task-service';
import type { TaskView } from '../task-view';
import { blockedSyncs } from './blocked-syncs';
import { Kept } from './kept';
import type { TroubledSchedule } from './overview';
import { TroubledSchedules } from './troubled-schedules';

export interface OverviewSources {
	client: Client;
	tasks: Pick<TaskService, 'get' | 'list'>;
	schedules: Pick<ScheduleService, 'list'>;
}

/** Clients whose people look at the same time. */
const MOST_REACHES = 200;

/** What needs a look: the one place that reads it, for the overview and for the incidents. */
export class Troubles {
	readonly #reasons: TaskReasons;
	readonly #takeOvers: TakeOvers;
	/** By the connections: others' syncs must not push those of a client off the end of the list. */
	readonly #syncs = new LRUCache<string, Kept<TaskView[]>>({ max: MOST_REACHES });
	readonly #schedules: Kept<TroubledSchedule[]>;

	constructor(private readonly sources: OverviewSources) {
		this.#reasons = new TaskReasons((id) => sources.tasks.get(id));
		this.#takeOvers = new TakeOvers(sources.client);
		const troubled = new TroubledSchedules(sources);
		this.#schedules = new Kept(() => troubled.read());
	}

	/**
	 * Running syncs that do not move, newest first.
	 * @param within only those of these connections. Default: all. The same of the other reads
	 */
	syncs(within?: readonly string[]): Promise<TaskView[]> {
		const reach = JSON.stringify(within ?? null);
		const kept = this.#syncs.get(reach) ?? new Kept(() => blockedSyncs(this.sources.tasks, within));
		this.#syncs.set(reach, kept);
		return kept.read();
	}

	/** Schedules whose last run did not do what it should, newest first. */
	async schedules(within?: readonly string[]): Promise<TroubledSchedule[]> {
		const all = await this.#schedules.read();
		return within === undefined ? all : all.filter(({ schedule }) => within.includes(schedule.connection));
	}

	/**
	 * Ended tasks since a moment that somebody has to look at and that no other task has taken over, newest first. Child
	 * tasks are part of their parent.
	 */
	failed(since: Date, limit: number, within?: readonly string[]): Promise<CountedTasks> {
		const ofThese = within === undefined ? '' : ` AND ${connectionQuery(within)}`;
		const query = `AkTask IS NOT NULL AND ${NEEDS_ATTENTION} AND CloseTime >= '${since.toISOString()}' AND ${TOP_LEVEL}${ofThese}`;
		return listEnded({ client: this.sources.client, takeOvers: this.#takeOvers }, query, limit);
	}

	/** With the reason why it failed, which costs a read. */
	explain(task: TaskView): Promise<TaskView> {
		return this.#reasons.explain(task);
	}
}
