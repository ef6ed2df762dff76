import { listSubscriptions } from '../subscriptions/read-subscription';
import type { Search } from './search';

/** Events that name people or the subject of a mail. */
const TELLING = ['email.outcome', 'review.requested', 'task.failed'];

/** Who is told of events, and may keep what they were told. */
export async function searchReceivers({ client, places }: Search): Promise<void> {
	for (const { id, state } of await listSubscriptions(client)) {
		const { url, events } = state.settings;
		const told = events.filter((event) => TELLING.includes(event));
		if (told.length === 0) continue;
		const note = `${new URL(url).host} is told of ${told.join(', ')}, and may keep it: find and delete the person there.`;
		places.push({ kind: 'receiver', where: id, count: null, state: 'elsewhere', note });
	}
}
