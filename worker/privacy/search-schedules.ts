import { isOurSchedule } from '../temporal/our-workflows';
import { textsOf } from './history-texts';
import { isGone } from './runs';
import { type Search, wordsOf } from './search';

const NAMES = 'Its input names the person: save it without, or delete it.';

/** Schedules whose input names the person: they would begin a task that names the person again. */
export async function searchSchedules(search: Search): Promise<void> {
	const { client, places, tell } = search;
	for await (const { scheduleId } of client.schedule.list()) {
		tell({ message: 'Reading schedules.' });
		const place = { kind: 'schedule', where: scheduleId } as const;
		try {
			if (await namesPerson(search, scheduleId)) places.push({ ...place, count: 1, state: 'open', note: NAMES });
		} catch (error) {
			if (isGone(error)) continue;
			const note = `It could not be read: ${wordsOf(error)} Save it again, or delete it.`;
			places.push({ ...place, count: null, state: 'failed', note });
		}
	}
}

/** The client's own `describe` would decrypt schedules of others too. */
async function namesPerson({ client, mention }: Search, scheduleId: string): Promise<boolean> {
	const { workflowService, options } = client;
	const described = await workflowService.describeSchedule({ namespace: options.namespace, scheduleId });
	if (!isOurSchedule(described.schedule)) return false;
	for await (const text of textsOf(client, described)) if (mention.isInValue(text)) return true;
	return false;
}
