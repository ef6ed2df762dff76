import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { isProblem } from '../../problems/problem';
import { keyErrorOf } from '../../temporal/payload-codec';
import type { ScheduledRunView, ScheduleService, ScheduleSummaryView } from '../schedules';
import { endOf, shownEnd } from '../task-end';
import type { TaskService } from '../task-service';
import type { TaskView } from '../task-view';
import type { TroubledSchedule } from './overview';

/** A run that did what it should changes no more. Any other one may be retried. */
const KEPT_RUNS = 1_000;
const KEPT_MS = 60_000;
/** Runs of one schedule to look at: the last one may still run. */
const LOOKED_AT = 2;
/** The error of a run that no worker picked up in time: see workflows/task/schedule.ts. */
const SLEPT_THROUGH = 'slept_through';

/** Missed runs before this one, in the result of a nightly retrain. */
const missedSchema = z.object({ schedule: z.object({ missed: z.number() }).nullable() });

interface Sources {
	tasks: Pick<TaskService, 'get'>;
	schedules: Pick<ScheduleService, 'list'>;
}

/** The schedules whose last run that has ended failed, did not do all of its work, or was missed. */
export class TroubledSchedules {
	readonly #ended = new LRUCache<string, TaskView>({ max: KEPT_RUNS, ttl: KEPT_MS });

	constructor(private readonly sources: Sources) {}

	/** Newest first. */
	async read(): Promise<TroubledSchedule[]> {
		const schedules = await this.sources.schedules.list();
		const found = await Promise.all(schedules.map((schedule) => this.#troubleOf(schedule)));
		const items = found.filter((each) => each !== null);
		return items.toSorted((one, other) => Date.parse(other.dueAt) - Date.parse(one.dueAt));
	}

	async #troubleOf(schedule: ScheduleSummaryView): Promise<TroubledSchedule | null> {
		for (const run of schedule.recent.slice(-LOOKED_AT).toReversed()) {
			const task = await this.#endedTask(run);
			if (task === null || task.takenOver?.state === 'running') continue;
			return task.takenOver?.state === 'done' ? null : troubleOf(schedule, run, task);
		}
		return null;
	}

	/** @returns null if it still runs, is no longer kept, or no key decrypts it */
	async #endedTask({ taskId }: ScheduledRunView): Promise<TaskView | null> {
		const known = this.#ended.get(taskId);
		if (known !== undefined) return known;
		try {
			const task = await this.sources.tasks.get(taskId);
			if (task.status === 'running') return null;
			if (shownEnd(task)?.needsAttention !== true) this.#ended.set(taskId, task);
			return task;
		} catch (error) {
			if (isProblem(error, 'task_not_found') || keyErrorOf(error) !== null) return null;
			throw error;
		}
	}
}

/** @returns null if the run did what it should */
export function troubleOf(
	{ id, type, connection, timeZone, paused }: ScheduleSummaryView,
	{ taskId, dueAt }: Pick<ScheduledRunView, 'taskId' | 'dueAt'>,
	task: TaskView,
): TroubledSchedule | null {
	const about = { schedule: { id, type, connection, timeZone, paused }, taskId, dueAt };
	const end = endOf(task);
	if (end === null) return null;
	if (task.error?.type === SLEPT_THROUGH) return { ...about, trouble: 'missed', message: task.error.detail };
	// What somebody stopped on purpose is no trouble.
	if (shownEnd(task)?.needsAttention === true)
		return { ...about, trouble: 'failed', message: end.reason ?? 'The last run failed.' };
	const missed = missedSchema.safeParse(task.result).data?.schedule?.missed ?? 0;
	if (missed === 0) return null;
	const runs = missed === 1 ? 'One run was' : `${missed} runs were`;
	return { ...about, trouble: 'missed', message: `${runs} missed before the last one, which succeeded.` };
}
