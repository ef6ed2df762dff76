import type { LateTask } from './late';

/** The signal that says that somebody saved the schedule. */
export const LOOK_AGAIN = 'lookAgain';

/** What a look at a schedule found. Times in milliseconds since 1970. */
export type ScheduleLook =
	/** It is gone, or no longer has a time to finish by. */
	{ over: true } | { over: false; late: (LateTask & { dueAt: string }) | null; nextLookAt: number };

export interface LookAtSchedule {
	scheduleId: string;
	/** The due time of the run that was told last (ISO 8601 UTC); null: none. */
	told: string | null;
}

/** On the worker's own queue. */
export interface FinishByActivities {
	/** Looks whether the run of a schedule will be done in time. */
	lookAtFinish(look: LookAtSchedule): Promise<ScheduleLook>;
}
