import Table from 'cli-table3';
import type { ScheduleListItem, ScheduleWithLinks } from '../../gateway/schemas';

/** A table of schedules, as wide as its content. */
export function scheduleTable(schedules: readonly ScheduleListItem[]): string {
	const table = new Table({
		head: ['Schedule', 'Task', 'Connection', 'When', 'Next', 'Last run'],
		style: { head: [] },
	});
	for (const schedule of schedules)
		table.push([
			schedule.id,
			schedule.type,
			schedule.connection,
			whenOf(schedule),
			schedule.paused ? 'paused' : (schedule.next[0] ?? ''),
			schedule.recent.at(-1)?.taskId ?? '',
		]);
	return table.toString();
}

/** Everything about one schedule, for a person. */
export function scheduleDetails(schedule: ScheduleWithLinks): string {
	const { counts, note, running, recent } = schedule;
	const rows: Array<[name: string, value: string]> = [
		['Schedule', schedule.id],
		['Task', schedule.type],
		['When', whenOf(schedule)],
		['State', schedule.paused ? 'paused' : 'active'],
		['Note', note ?? ''],
		['Next', schedule.next.slice(0, 5).join('\n')],
		['Running', running.join('\n')],
		['Runs', recent.map(({ dueAt, taskId }) => `${dueAt}  ${taskId}`).join('\n')],
		['Counts', `${counts.started} started, ${counts.missed} missed, ${counts.skipped} skipped`],
		['Input', JSON.stringify(schedule.input, null, 2)],
		['Made', schedule.createdAt],
		['Changed', schedule.updatedAt ?? ''],
	];
	const table = new Table({ wordWrap: true });
	for (const [name, value] of rows) if (value !== '') table.push({ [name]: value });
	return table.toString();
}

/** When it runs next, in one sentence. */
export function nextText({ id, paused, next }: ScheduleListItem): string {
	return paused ? `${id} is paused.` : `${id} runs next at ${next[0] ?? 'no time'}.`;
}

function whenOf({ cron, timeZone, jitterSeconds }: ScheduleListItem): string {
	const jitter = jitterSeconds > 0 ? `, up to ${jitterSeconds} s late` : '';
	return `${cron.join('; ')} (${timeZone}${jitter})`;
}
