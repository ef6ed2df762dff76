/** What a schedule has counted since it was made. */
export interface ScheduleCounts {
	/** How often Temporal found a time that was too long ago: the same one again at each look, until the next run. */
	missed: number;
	/** Times that came while the run before was still under way. */
	skipped: number;
	/** Times of the span that have no run, where it was looked at. */
	withoutRun?: number;
}

/** What a run of a schedule can tell of: ISO 8601. */
export interface RunSpan {
	/** When the last run that completed was due; null when none has. */
	since: string | null;
	/** When this run was due. */
	dueAt: string;
}

/** Looks at schedules, on the worker's own queue. */
export interface ScheduleActivities {
	/** Nothing is counted for a schedule that is not there any more. */
	countScheduleTimes(scheduleId: string, span: RunSpan): Promise<ScheduleCounts>;
}
