import { createHash } from 'node:crypto';
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
import { readOne } from './read-one';

/** Requests under way in one dispatch. */
const REQUESTS_AT_ONCE = 4;
/** Time within which the last request of a dispatch begins. */
const BEGIN_WITHIN_MS = 20_000;
const MARK_LENGTH = 12;

/** What an attempt passes to the next one. It names no conversation: marks are hashes of their ids. */
export const turnNotesSchema = z.object({
	/** Stored parts. */
	parts: z.number(),
	/** Conversations that are in them. */
	read: z.array(z.string()),
	/** How often the call of the next one has failed. */
	failures: z.number(),
});
export type TurnNotes = z.output<typeof turnNotesSchema>;

export function newTurnNotes(): TurnNotes {
	return { parts: 0, read: [], failures: 0 };
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
	const done = new Set(notes.read);
	const left = firstOfEach(leads).filter(({ conversationId }) => !done.has(markOf(conversationId)));
	const fresh = await readSome(left, wanted, given);
	if (fresh.size === left.length && notes.parts === 0) return withConversations(leads, fresh);
	if (fresh.size > 0) {
		const theirs = leads.filter(({ conversationId }) => fresh.has(conversationId));
		await parts.write(notes.parts, withConversations(theirs, fresh));
		notes.parts += 1;
		notes.read.push(...[...fresh.keys()].map(markOf));
	}
	return fresh.size < left.length ? null : together(leads, given);
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

function markOf(conversationId: string): string {
	return createHash('sha256').update(conversationId).digest('base64url').slice(0, MARK_LENGTH);
}

type Conversations = Map<string, LeadConversation>;

/** By their id. Those before the first failure, unless the first of all fails. */
async function readSome(
	left: readonly Lead[],
	{ form, size }: WantedConversation,
	given: ReadInTurnsWith,
): Promise<Conversations> {
	const { api, notes, calls, erased, signal } = given;
	const beginUntil = Date.now() + BEGIN_WITHIN_MS;
	const read: Conversations = new Map();
	while (read.size < Math.min(calls, left.length) && Date.now() < beginUntil) {
		const next = left.slice(read.size, Math.min(calls, read.size + REQUESTS_AT_ONCE));
		const { failures } = notes;
		const outcomes = await Promise.allSettled(next.map((lead) => readOne(lead, { api, failures, signal })));
		const failed = outcomes.find((outcome) => outcome.status === 'rejected');
		const whole = outcomes.flatMap((outcome, index) =>
			isBefore(outcomes, index) && 'value' in outcome ? [outcome.value] : [],
		);
		if (whole.length === 0 && read.size === 0 && failed !== undefined) {
			notes.failures += 1;
			throw failed.reason;
		}
		const named = await erasedIn(next, whole, erased);
		for (const [index, each] of whole.entries()) {
			const id = next[index]?.conversationId ?? '';
			read.set(id, made(named.has(id) ? 'erased' : each, form, size));
		}
		notes.failures = 0;
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

/** All leads with what the stored parts have. Null if an erasure removed some of them, so that they are read again. */
async function together(leads: readonly Lead[], { notes, parts }: ReadInTurnsWith): Promise<Lead[] | null> {
	const conversations = new Map<string, unknown>();
	for (let part = 0; part < notes.parts; part += 1)
		for (const { conversationId, conversation } of (await parts.read(part)) ?? [])
			conversations.set(conversationId, conversation);
	const isWhole = firstOfEach(leads).every(({ conversationId }) => conversations.has(conversationId));
	if (isWhole) return withConversations(leads, conversations);
	Object.assign(notes, newTurnNotes());
	return null;
}
