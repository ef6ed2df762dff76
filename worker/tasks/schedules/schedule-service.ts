import type { TaskType } from '../../../workflows/contracts';
import type { CallerLimits } from '../../../workflows/task/continue-as-new';

/** The times of a schedule. */
export interface ScheduleTiming {
	/** One or more cron lines of five fields; each of their times counts. */
	cron: readonly string[];
	/** IANA name of the cron lines' time zone. */
	timeZone: string;
	/** Each run begins up to this number of seconds late, so that not all begin at once. */
	jitterSeconds: number;
}

/** With the limits of the caller, which each run keeps. Default: none */
export interface SaveSchedule extends ScheduleTiming, CallerLimits {
	id: string;
	type: TaskType;
	/** Already checked against `taskSchemas[type].input`. */
	input: object;
	/** Time of day by which a run should be done, as `06:00`, in the zone of the cron lines. Default: none. */
	finishBy?: string | undefined;
	/** Minutes before that at which somebody is told at the latest. Default: 30. */
	warnMinutes?: number | undefined;
	/** Default: not paused for a new schedule, unchanged for an existing one. */
	paused?: boolean | undefined;
	/** Default: none for a new schedule, unchanged for an existing one. Not encrypted. */
	note?: string | undefined;
}

/** One run that a schedule began. */
export interface ScheduledRunView {
	/** Id of the task: `GET /v1/tasks/{id}` has its result. */
	taskId: string;
	/** Time when it was due, with jitter. ISO 8601 UTC. */
	dueAt: string;
	/** Time when it began. ISO 8601 UTC. */
	startedAt: string;
}

/** A schedule as lists show it. */
export interface ScheduleSummaryView extends ScheduleTiming {
	id: string;
	type: TaskType;
	connection: string;
	paused: boolean;
	note: string | null;
	/** Next times, ISO 8601 UTC, according to Temporal's calendar, with jitter. */
	next: string[];
	/** What clock changes do to it, in words: see `clockWarnings`. */
	clockWarnings: string[];
	/** The latest runs, oldest first. */
	recent: ScheduledRunView[];
}

export interface ScheduleView extends ScheduleSummaryView {
	/** Changes with every change of what a person saves: the input, the times, the note, paused or not. */
	version: string;
	input: Record<string, unknown>;
	/** Null: none. */
	finishBy: string | null;
	/** Null without `finishBy`. */
	warnMinutes: number | null;
	/** Ids of the running tasks. */
	running: string[];
	counts: {
		started: number;
		/** Number of missed runs, because Temporal was unavailable for longer than the catch-up window of an hour. */
		missed: number;
		/** Number of skipped runs, because the previous run was still active. */
		skipped: number;
	};
	/** ISO 8601 UTC. */
	createdAt: string;
	updatedAt: string | null;
}

/** A past time span whose runs are made up for. */
export interface BackfillSpan {
	from: Date;
	to: Date;
}

/** What a caller requires of the schedule that is there: none, or a version that it has read. */
export type SaveCondition = { isNew: true } | { version: string };

/** Schedules of tasks. Each method throws a Problem that says what to do. */
export interface ScheduleService {
	/**
	 * Creates the schedule, or changes the existing one with the id.
	 * @param condition Default: it is saved whatever is there. If exactly this is there already, a repeat succeeds
	 * @throws Problem 400 that names the field if it would never run, 412 if the condition is not met
	 */
	save(schedule: SaveSchedule, condition?: SaveCondition): Promise<ScheduleView>;
	/** Lists all schedules. A recent change may be missing for a moment. */
	list(): Promise<ScheduleSummaryView[]>;
	/** @throws Problem 404 */
	get(id: string): Promise<ScheduleView>;
	pause(id: string, note: string): Promise<ScheduleView>;
	resume(id: string, note: string): Promise<ScheduleView>;
	/**
	 * Starts a run now.
	 * @param key a repeat with the same key starts nothing
	 * @throws Problem 409 while a run is active
	 */
	runNow(id: string, key: string): Promise<ScheduleView>;
	/** Runs the times of a span one after the other. @throws Problem 400 if it contains none or too many */
	backfill(id: string, span: BackfillSpan, key: string): Promise<{ schedule: ScheduleView; times: string[] }>;
	/** Deletes the schedule. Active runs continue. */
	delete(id: string): Promise<void>;
}
