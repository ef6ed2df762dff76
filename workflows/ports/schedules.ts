/** What a schedule has counted since it was made. */
export interface ScheduleCounts {
	/** Times that passed while Temporal was away, and were not caught up. */
	missed: number;
	/** Times that came while the run before was still under way. */
	skipped: number;
}

/** Looks at schedules, on the worker's own queue. */
export interface ScheduleActivities {
	/** Nothing is counted for a schedule that is not there any more. */
	countScheduleTimes(scheduleId: string): Promise<ScheduleCounts>;
}
