import type { TaskType } from '../../../workflows/contracts';

/** When something is to be done. */
export interface ScheduleTiming {
	/** One or more cron lines of five fields; each of their times counts. */
	cron: readonly string[];
	/** IANA name of the zone that the cron lines are meant in. */
	timeZone: string;
	/** Each run begins up to so many seconds late, so that not all begin at once. */
	jitterSeconds: number;
}

export interface SaveSchedule extends ScheduleTiming {
	id: string;
	type: TaskType;
	/** Already checked against `taskSchemas[type].input`. */
	input: object;
	/** Left out: not paused when it is made, and as it was when it is changed. */
	paused?: boolean | undefined;
	/** Left out: none when it is made, and as it was when it is changed. Not encrypted. */
	note?: string | undefined;
}

/** One run that a schedule began. */
export interface ScheduledRunView {
	/** Of the task: `GET /v1/tasks/{id}` has its result. */
	taskId: string;
	/** ISO 8601 UTC: when it was due, jitter included. */
	dueAt: string;
	/** ISO 8601 UTC: when it began. */
	startedAt: string;
}

/** A schedule as lists show it. */
export interface ScheduleSummaryView extends ScheduleTiming {
	id: string;
	type: TaskType;
	connection: string;
	paused: boolean;
	note: string | null;
	/** ISO 8601 UTC, by Temporal's own calendar; jitter included. */
	next: string[];
	/** The newest ones, oldest first. */
	recent: ScheduledRunView[];
}

export interface ScheduleView extends ScheduleSummaryView {
	input: Record<string, unknown>;
	/** Ids of the tasks that run now. */
	running: string[];
	counts: {
		started: number;
		/** Times that passed while Temporal was away, more than the hour that is caught up. */
		missed: number;
		/** Times that came while the run before was still under way. */
		skipped: number;
	};
	/** ISO 8601 UTC. */
	createdAt: string;
	updatedAt: string | null;
}

/** A time span in the past whose times are run after the fact. */
export interface BackfillSpan {
	from: Date;
	to: Date;
}

/** Schedules of tasks. Each throws a Problem that says what to do. */
export interface ScheduleService {
	/** Makes it, or changes the one that has the id. @throws Problem 400 that names the field when it would never run */
	save(schedule: SaveSchedule): Promise<ScheduleView>;
	/** All of them. One that was made or changed a moment ago may be missing or old. */
	list(): Promise<ScheduleSummaryView[]>;
	/** @throws Problem 404 */
	get(id: string): Promise<ScheduleView>;
	pause(id: string, note: string): Promise<ScheduleView>;
	resume(id: string, note: string): Promise<ScheduleView>;
	/** Begins a run now. @param key a repeat with the same one begins nothing @throws Problem 409 while one is under way */
	runNow(id: string, key: string): Promise<ScheduleView>;
	/** Runs the times of a span one after the other. @throws Problem 400 when it holds none, or too many */
	backfill(id: string, span: BackfillSpan, key: string): Promise<{ schedule: ScheduleView; times: string[] }>;
	/** Runs that are under way go on. */
	delete(id: string): Promise<void>;
}
