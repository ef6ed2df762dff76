import type { PersonPlace } from '../../workflows/persons/contract';
import type { SubscriptionSettings } from '../../workflows/subscriptions/state';
import { executionInfoWithoutMemo, isOurSchedule, listExecutions } from '../temporal/executions';
import { RUNNING_SUBSCRIPTIONS, subscriptionIn } from '../webhooks/subscription';
import { SYNCED_PERSONS } from '../storage/blobs';
import type { Destination, PersonAtDestination } from '../destinations/destination';
import { isGone, textsOf } from './runs';
import { eraseOrNote, type Search, wordsOf } from './search';
import { searchBlobs } from './search-blobs';
import { searchHistories } from './search-histories';
import { searchSets } from './search-sets';
import { searchSyncs } from './search-syncs';

/**
 * Searches everywhere. Syncs come first: they continue as new, so that their earlier histories have ended when the
 * search reads histories.
 */
export async function searchAll(search: Search): Promise<PersonPlace[]> {
	await searchSyncs(search);
	await searchHistories(search);
	await searchSchedules(search);
	await searchBlobs(search);
	await searchSets(search);
	await searchSyncedPersons(search);
	await searchDestinations(search);
	await searchReceivers(search);
	search.places.push(IN_N8N);
	return search.places;
}

/** The worker reaches n8n's database nowhere, and every lead and mail of a flow passes through it. */
const IN_N8N = {
	kind: 'n8n',
	where: 'executions',
	count: null,
	state: 'elsewhere',
	note: 'n8n keeps the input and output of each node with the execution: leads, addresses and texts of mails. Delete these executions in n8n under Executions. EXECUTIONS_DATA_PRUNE and EXECUTIONS_DATA_MAX_AGE (hours) delete old ones by themselves. Data tables and pinned data of workflows keep what flows wrote there: search them too.',
} as const satisfies PersonPlace;

const NAMES = 'Its input names the person. Save the schedule with another input, or delete it.';

/** Finds schedules whose input names the person: their next task would name the person again. */
export async function searchSchedules(search: Search): Promise<void> {
	const { client, places, report } = search;
	for await (const { scheduleId } of client.schedule.list()) {
		report({ message: 'Reading schedules.' });
		const place = { kind: 'schedule', where: scheduleId } as const;
		try {
			if (await inputNamesPerson(search, scheduleId)) places.push({ ...place, count: 1, state: 'open', note: NAMES });
		} catch (error) {
			if (isGone(error)) continue;
			const note = `The worker could not read it: ${wordsOf(error)} Save the schedule again, or delete it.`;
			places.push({ ...place, count: null, state: 'failed', note });
		}
	}
}

/** The client's own `describe` would also decrypt schedules of other programs. */
async function inputNamesPerson({ client, mention }: Search, scheduleId: string): Promise<boolean> {
	const { workflowService, options } = client;
	const described = await workflowService.describeSchedule({ namespace: options.namespace, scheduleId });
	if (!isOurSchedule(described.schedule)) return false;
	for await (const text of textsOf(client, described)) if (mention.isInValue(text)) return true;
	return false;
}

const SYNCED = 'It says that a sync has taken a lead of the person.';

/** Finds what syncs that take one lead of each person know of the address and of the numbers of leads. */
async function searchSyncedPersons(search: Search): Promise<void> {
	const { person, places, numbers, synced } = search;
	const note = async (key: string) => {
		const place = { kind: 'synced-person', where: key, count: 1, note: SYNCED } as const;
		await eraseOrNote(search, place, () => synced.forget(key));
	};
	try {
		for await (const key of synced.claimsIn(numbers, person.leads)) await note(key);
		for await (const key of synced.claimsOf(person.email)) await note(key);
	} catch (error) {
		const note = `The worker could not read it: ${wordsOf(error)}`;
		places.push({ kind: 'synced-person', where: SYNCED_PERSONS, count: null, state: 'failed', note });
	}
}

/** Searches the destinations of syncs. It counts in all of them first: several may share a table of refusals. */
export async function searchDestinations(search: Search): Promise<void> {
	const { person, mention, places, report, destinations } = search;
	const theirs = { email: person.email, leads: person.leads, isNamedIn: (text: string) => mention.isInValue(text) };
	const counted: Array<[Destination, number]> = [];
	for (const destination of await destinations.list()) {
		const { name, target } = destination;
		const tell = (note: string) => {
			places.push({ kind: 'destination', where: name, count: null, state: 'elsewhere', note });
		};
		report({ message: `Looking at the destination ${name}.` });
		if (destination.countPerson === undefined || destination.erasePerson === undefined) {
			tell(`Syncs post leads to ${target}, and the worker cannot search there. Find and delete the person there.`);
			continue;
		}
		try {
			counted.push([destination, await destination.countPerson(theirs)]);
			for (const note of (await destination.uncertainRecords?.(theirs)) ?? []) tell(note);
		} catch (error) {
			places.push(failed(name, error));
		}
	}
	for (const [destination, count] of counted) await eraseAt(search, destination, count, theirs);
}

async function eraseAt(
	search: Search,
	destination: Destination,
	count: number,
	person: PersonAtDestination,
): Promise<void> {
	const { name, target } = destination;
	const erase = async () => destination.erasePerson?.(person);
	if (count > 0) return eraseOrNote(search, { kind: 'destination', where: name, count, note: target }, erase);
	// A sync may be writing a lead of the person, which nobody can count yet.
	if (search.mode === 'find' || destination.readCursor === undefined) return;
	try {
		await erase();
	} catch (error) {
		search.places.push(failed(name, error));
	}
}

function failed(where: string, error: unknown): PersonPlace {
	const note = `The worker could not search it: ${wordsOf(error)}`;
	return { kind: 'destination', where, count: null, state: 'failed', note };
}

/** Types of events that name people or the subject of a mail. */
const PERSONAL_EVENTS = ['email.outcome', 'lead.refused', 'review.requested', 'task.completed', 'task.failed'];

/** Lists the receivers of events, which may have stored them, and the subscriptions that mail the person. */
export async function searchReceivers({ client, places, mention }: Search): Promise<void> {
	for await (const raw of listExecutions(client, RUNNING_SUBSCRIPTIONS)) {
		const { workflowId } = await executionInfoWithoutMemo(client, raw);
		const place = { kind: 'receiver', where: workflowId, count: null } as const;
		try {
			const subscription = await subscriptionIn(client, raw);
			if (subscription === null) continue;
			const { settings } = subscription.state;
			if (mention.isInValue([settings.recipients, settings.description]))
				places.push({ ...place, count: 1, state: 'open', note: MAILS });
			const note = noteOn(settings);
			if (note !== null) places.push({ ...place, state: 'elsewhere', note });
		} catch (error) {
			places.push({ ...place, state: 'failed', note: `The worker could not read it: ${wordsOf(error)}` });
		}
	}
}

const MAILS = 'Its settings name the person. Change the subscription, or delete it.';

/** Null if the receiver gets no event about people. */
function noteOn({ url, events }: SubscriptionSettings): string | null {
	const personal = events.filter((event) => PERSONAL_EVENTS.includes(event));
	if (personal.length === 0) return null;
	const receiver = url === null ? 'Its recipients' : new URL(url).host;
	const receives = url === null ? 'receive' : 'receives';
	return `${receiver} ${receives} the events ${personal.join(', ')} and may store them. Find and delete the person there.`;
}
