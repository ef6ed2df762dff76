import { z } from 'zod';
import {
	type ApiClient,
	type Lead,
	type LeadConversation,
	leadConversation,
	noConversation,
	type NoConversation,
	type ShownConversation,
} from '../../../api';
import type { WantedConversation } from '../../../workflows/leads/conversation';
import { addressesIn, type WithoutErased } from '../../privacy';
import { startOf } from '../../storage/conversation-files/shown-conversation';
import { isMoreToDo } from '../../temporal/not-yet';
import { BEGIN_WITHIN_MS } from '../list-reading/read-pages';
import { readOne } from './read-one';
import { failedAgain, failingSchema, markOf } from '../transcripts/why-missing';

/** Requests under way in one dispatch. */
const REQUESTS_AT_ONCE = 4;

/** What an attempt passes to the next one. It names no conversation: marks are hashes of their ids. */
export const turnNotesSchema = z.object({
	/** The stored parts. */
	parts: z.array(
		z.object({
			/** When its first conversation was requested, in milliseconds since 1970. */
			readAt: z.number(),
			/** Conversations that count, of those in it. */
			read: z.array(z.string()),
		}),
	),
	/** Whether an attempt had them all. */
	isWhole: z.boolean(),
	/** Attempts in a row that failed. */
	failures: z.number(),
	failing: failingSchema.nullable(),
});
export type TurnNotes = z.output<typeof turnNotesSchema>;

export function newTurnNotes(): TurnNotes {
	return { parts: [], isWhole: false, failures: 0, failing: null };
}

/** Where the attempts of an activity keep what they have read: leads with their conversation. */
export interface StoredParts {
	write(part: number, leads: readonly Lead[]): Promise<void>;
	/** Null if it is not there any more. */
	read(part: number): Promise<readonly Lead[] | null>;
}

export interface ReadInTurnsWith {
	api: ApiClient;
	erased: WithoutErased;
	parts: StoredParts;
	notes: TurnNotes;
	/** How many calls this attempt may make. */
	calls: number;
	/** See `ReadOneWith`. */
	needsAgent: boolean;
	/**
	 * Whether a conversation that was read at that time (milliseconds since 1970) has to be read again. It is asked only
	 * after an attempt that had them all. Default: none has to.
	 */
	isStale?: (lead: Lead, readAt: number) => boolean;
	signal: AbortSignal;
}

/**
 * Reads the conversations of leads, each once, as many as this attempt may. What was read is stored, so that the next
 * attempt goes on behind it and a lost one loses only its own calls.
 * @returns the leads, each with its conversation; null if there are more to read in another attempt
 * @throws the failure of the first call
 */
export async function readInTurns(
	leads: readonly Lead[],
	wanted: WantedConversation,
	given: ReadInTurnsWith,
): Promise<Lead[] | null> {
	const { notes, parts } = given;
	forgetStale(leads, given);
	const done = new Set(notes.parts.flatMap(({ read }) => read));
	const left = firstOfEach(leads).filter(({ conversationId }) => !done.has(markOf(conversationId)));
	const readAt = Date.now();
	const fresh = await readSome(left, wanted, given);
	if (fresh.size > 0) {
		const theirs = leads.filter(({ conversationId }) => fresh.has(conversationId));
		await parts.write(notes.parts.length, withConversations(theirs, fresh));
		notes.parts.push({ readAt, read: [...fresh.keys()].map(markOf) });
	}
	if (fresh.size < left.length) return null;
	const all = await together(leads, fresh, given);
	notes.isWhole = all !== null;
	return all;
}

/** When the conversation of a lead was read, in milliseconds since 1970; null: it was not. */
export function readAtOf({ parts }: TurnNotes, { conversationId }: Lead): number | null {
	const mark = markOf(conversationId);
	return parts.findLast(({ read }) => read.includes(mark))?.readAt ?? null;
}

function forgetStale(leads: readonly Lead[], { notes, isStale }: ReadInTurnsWith): void {
	if (!notes.isWhole || isStale === undefined) return;
	const stale = new Set(
		leads.flatMap((lead) => {
			const readAt = readAtOf(notes, lead);
			return readAt !== null && isStale(lead, readAt) ? [markOf(lead.conversationId)] : [];
		}),
	);
	if (stale.size === 0) return;
	notes.isWhole = false;
	notes.parts = notes.parts.map(({ readAt, read }) => ({ readAt, read: read.filter((mark) => !stale.has(mark)) }));
}

/** One lead of each conversation. */
function firstOfEach(leads: readonly Lead[]): Lead[] {
	const seen = new Set(['']);
	return leads.filter(({ conversationId }) => {
		const isNew = !seen.has(conversationId);
		seen.add(conversationId);
		return isNew;
	});
}

type Conversations = Map<string, LeadConversation>;

/** By their id. Those before the first failure, unless the first of all fails. */
async function readSome(
	left: readonly Lead[],
	{ form, size }: WantedConversation,
	given: ReadInTurnsWith,
): Promise<Conversations> {
	const { api, notes, calls, needsAgent, erased, signal } = given;
	const beginUntil = Date.now() + BEGIN_WITHIN_MS;
	const read: Conversations = new Map();
	while (read.size < Math.min(calls, left.length) && Date.now() < beginUntil) {
		const next = left.slice(read.size, Math.min(calls, read.size + REQUESTS_AT_ONCE));
		const outcomes = await Promise.allSettled(
			next.map((lead, index) => {
				const isFirst = read.size === 0 && index === 0;
				const other = left[1]?.conversationId ?? null;
				return readOne(lead, { api, failing: isFirst ? notes.failing : null, other, needsAgent, signal });
			}),
		);
		const failed = outcomes.find((outcome) => outcome.status === 'rejected');
		const whole = outcomes.flatMap((outcome, index) =>
			isBefore(outcomes, index) && 'value' in outcome ? [outcome.value] : [],
		);
		if (whole.length === 0 && read.size === 0 && failed !== undefined) {
			// A call that waits for its turn is no failure.
			if (!isMoreToDo(failed.reason)) notes.failures += 1;
			notes.failing = failedAgain(notes.failing, next[0]?.conversationId ?? '', failed.reason);
			throw failed.reason;
		}
		const named = await erasedIn(next, whole, erased);
		for (const [index, each] of whole.entries()) {
			const id = next[index]?.conversationId ?? '';
			read.set(id, made(named.has(id) ? 'erased' : each, form, size));
		}
		Object.assign(notes, { failures: 0, failing: null });
		if (failed !== undefined) break;
	}
	return read;
}

/** Whether no outcome up to this one failed. */
function isBefore(outcomes: ReadonlyArray<PromiseSettledResult<unknown>>, index: number): boolean {
	return outcomes.slice(0, index + 1).every(({ status }) => status === 'fulfilled');
}

function made(
	read: ShownConversation | NoConversation,
	form: WantedConversation['form'],
	size: number,
): LeadConversation {
	return typeof read === 'string' ? noConversation(read) : leadConversation(read, form, size);
}

/** Ids of the conversations that name an erased person and began before the erasure. */
async function erasedIn(
	leads: readonly Lead[],
	read: ReadonlyArray<ShownConversation | NoConversation>,
	erased: WithoutErased,
): Promise<Set<string>> {
	const persons = read.flatMap((shown, index) => {
		const lead = leads[index];
		if (typeof shown === 'string' || lead === undefined) return [];
		// Without a time it may have begun before.
		const capturedAt = new Date(startOf(shown) ?? 0).toISOString();
		return [...addressesIn(shown)].map((email) => ({ ...lead, id: 0, email, capturedAt }));
	});
	const kept = new Set(await erased.without(persons));
	return new Set(persons.filter((person) => !kept.has(person)).map(({ conversationId }) => conversationId));
}

function withConversations(leads: readonly Lead[], conversations: ReadonlyMap<string, unknown>): Lead[] {
	return leads.map((lead) => ({
		...lead,
		conversation: conversations.get(lead.conversationId) ?? noConversation('no_id'),
	}));
}

/** All leads with what was read. Null if an erasure removed some of the stored parts, so that they are read again. */
async function together(
	leads: readonly Lead[],
	fresh: Conversations,
	{ notes, parts }: ReadInTurnsWith,
): Promise<Lead[] | null> {
	const conversations = new Map<string, unknown>();
	const earlier = notes.parts.length - (fresh.size > 0 ? 1 : 0);
	for (let part = 0; part < earlier; part += 1)
		for (const { conversationId, conversation } of (await parts.read(part)) ?? [])
			conversations.set(conversationId, conversation);
	for (const [conversationId, conversation] of fresh) conversations.set(conversationId, conversation);
	const isWhole = firstOfEach(leads).every(({ conversationId }) => conversations.has(conversationId));
	if (isWhole) return withConversations(leads, conversations);
	Object.assign(notes, newTurnNotes());
	return null;
}
