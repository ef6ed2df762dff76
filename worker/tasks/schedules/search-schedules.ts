import type { ScheduleSummaryView } from './schedule-service';

type Searched = Pick<ScheduleSummaryView, 'id' | 'type' | 'connection' | 'note'>;

/** Whether a schedule has this text in its name, type, connection or note, in any case. */
export function scheduleHas({ id, type, connection, note }: Searched, text: string): boolean {
	const wanted = text.trim().toLowerCase();
	return [id, type, connection, note ?? ''].some((each) => each.toLowerCase().includes(wanted));
}
