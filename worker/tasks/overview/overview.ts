import type { ScheduleSummaryView } from '../schedules';
import type { TaskView } from '../task-view';

/** Some tasks of a kind, and how many there are. */
export interface SomeTasks {
	count: number;
	/** The newest ones, at most five. */
	items: TaskView[];
}

/** Why a schedule needs a look. */
export type ScheduleTrouble = 'failed' | 'missed';

export interface TroubledSchedule {
	schedule: Pick<ScheduleSummaryView, 'id' | 'type' | 'connection' | 'timeZone' | 'paused'>;
	trouble: ScheduleTrouble;
	/** The last run that has ended. */
	taskId: string;
	/** ISO 8601 UTC: when it was due. */
	dueAt: string;
	/** One sentence for a person. */
	message: string;
}

/** What a person who looks after tasks wants to know first. */
export interface Overview {
	/** Tasks that wait for a person. */
	waiting: SomeTasks;
	/** Running tasks that wait for nobody. Child tasks are part of their parent. */
	running: SomeTasks;
	/** Ended tasks since a moment that somebody has to look at, with their reasons. Child tasks are part of their parent. */
	failed: SomeTasks;
	/** Running syncs that do not move. */
	blockedSyncs: SomeTasks;
	/** Schedules whose last run did not do what it should. */
	schedules: { count: number; items: TroubledSchedule[] };
}

export interface OverviewReader {
	/**
	 * @param since tasks that failed before it are not counted
	 * @param within only what belongs to these connections. Default: everything
	 */
	read(since: Date, within?: readonly string[]): Promise<Overview>;
}
