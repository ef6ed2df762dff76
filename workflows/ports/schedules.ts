/** What a schedule has counted since it was made. */
export interface ScheduleCounts {
	/** How often Temporal found a time that was too long ago: the same one again at each look, until the next run. */
	missed: number;
	/** Times that came while the run before was still under way. */
	skipped: number;
	/** Times between the run before and this one that have no run. Left out by workers that did not look yet. */
	withoutRun?: number;
}

/** Looks at schedules, on the worker's own queue. */
export interface ScheduleActivities {
	/**
	 * Nothing is counted for a schedule that is not there any more.
	 * @param dueAt ISO 8601: the time that the run was meant for
	 */
	countScheduleTimes(scheduleId: string, dueAt: string): Promise<ScheduleCounts>;
}
