import type { ScheduleSummaryView } from '../../tasks/schedules';

/** The schedule as the API returns it, with its path. */
export function presentSchedule<View extends ScheduleSummaryView>(view: View) {
	return { ...view, cron: [...view.cron], links: { self: `/v1/schedules/${encodeURIComponent(view.id)}` } };
}
