import { isOurSchedule } from '../temporal/our-workflows';
import { textsOf } from './history-texts';
import type { Search } from './search';

/** Schedules whose input names the person: they would begin a task that names the person again. */
export async function searchSchedules({ client, mention, places, tell }: Search): Promise<void> {
	for await (const { scheduleId } of client.schedule.list()) {
		tell({ message: 'Reading schedules.' });
		const { raw } = await client.schedule.getHandle(scheduleId).describe();
		if (!isOurSchedule(raw.schedule)) continue;
		for await (const text of textsOf(client, raw)) {
			if (!mention.isInValue(text)) continue;
			const note = 'Its input names the person: save it without, or delete it.';
			places.push({ kind: 'schedule', where: scheduleId, count: 1, state: 'open', note });
			break;
		}
	}
}
