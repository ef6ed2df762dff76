import type { PersonPlace } from '../../workflows/persons/contract';
import type { SubscriptionState } from '../../workflows/subscriptions/state';
import { executionInfoWithoutMemo, isOurSchedule, listExecutions } from '../temporal/executions';
import { RUNNING_SUBSCRIPTIONS, subscriptionIn } from '../webhooks/subscription';
import { isGone, textsOf } from './runs';
import { eraseOrNote, type Search, wordsOf } from './search';
import { searchBlobs } from './search-blobs';
import { searchHistories } from './search-histories';
import { searchSyncs } from './search-syncs';

/** Looks everywhere. Syncs come first: they begin new histories, so that the old ones have ended when those are read. */
export async function searchAll(search: Search): Promise<PersonPlace[]> {
	await searchSyncs(search);
	await searchHistories(search);
	await searchSchedules(search);
	await searchBlobs(search);
	await searchDestinations(search);
	await searchReceivers(search);
	return search.places;
}

const NAMES = 'Its input names the person: save it without, or delete it.';

/** Schedules whose input names the person: they would begin a task that names the person again. */
export async function searchSchedules(search: Search): Promise<void> {
	const { client, places, tell } = search;
	for await (const { scheduleId } of client.schedule.list()) {
		tell({ message: 'Reading schedules.' });
		const place = { kind: 'schedule', where: scheduleId } as const;
		try {
			if (await inputNamesPerson(search, scheduleId)) places.push({ ...place, count: 1, state: 'open', note: NAMES });
		} catch (error) {
			if (isGone(error)) continue;
			const note = `It could not be read: ${wordsOf(error)} Save it again, or delete it.`;
			places.push({ ...place, count: null, state: 'failed', note });
		}
	}
}

/** The client's own `describe` would decrypt schedules of others too. */
async function inputNamesPerson({ client, mention }: Search, scheduleId: string): Promise<boolean> {
	const { workflowService, options } = client;
	const described = await workflowService.describeSchedule({ namespace: options.namespace, scheduleId });
	if (!isOurSchedule(described.schedule)) return false;
	for await (const text of textsOf(client, described)) if (mention.isInValue(text)) return true;
	return false;
}

/** Where leads were synced to. */
export async function searchDestinations(search: Search): Promise<void> {
	const { person, places, tell, destinations } = search;
	for (const destination of destinations.list()) {
		const { name, target } = destination;
		tell({ message: `Looking at the destination ${name}.` });
		const place = { kind: 'destination', where: name } as const;
		if (destination.countPerson === undefined || destination.erasePerson === undefined) {
			const note = `Leads are posted to ${target}, and only it knows what became of them: find and delete the person there.`;
			places.push({ ...place, count: null, state: 'elsewhere', note });
			continue;
		}
		try {
			const count = await destination.countPerson(person);
			if (count === 0) continue;
			await eraseOrNote(search, { ...place, count, note: target }, async () => destination.erasePerson?.(person));
		} catch (error) {
			places.push({ ...place, count: null, state: 'failed', note: `It could not be looked at: ${wordsOf(error)}` });
		}
	}
}

/** Events that name people or the subject of a mail. */
const TELLING = ['email.outcome', 'review.requested', 'task.failed'];

/** Who is told of events, and may keep what they were told. */
export async function searchReceivers({ client, places }: Search): Promise<void> {
	for await (const raw of listExecutions(client, RUNNING_SUBSCRIPTIONS)) {
		const { workflowId } = await executionInfoWithoutMemo(client, raw);
		const place = { kind: 'receiver', where: workflowId, count: null } as const;
		try {
			const subscription = await subscriptionIn(client, raw);
			const note = subscription === null ? null : noteOn(subscription.state);
			if (note !== null) places.push({ ...place, state: 'elsewhere', note });
		} catch (error) {
			places.push({ ...place, state: 'failed', note: `It could not be read: ${wordsOf(error)}` });
		}
	}
}

/** Null for who is told nothing of people. */
function noteOn({ settings: { url, events } }: SubscriptionState): string | null {
	const told = events.filter((event) => TELLING.includes(event));
	if (told.length === 0) return null;
	return `${new URL(url).host} is told of ${told.join(', ')}, and may keep it: find and delete the person there.`;
}
