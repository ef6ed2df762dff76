import { isDeepStrictEqual } from 'node:util';
import { conversationOf, type Lead, type Page } from '../../../api';
import type { SyncedPage, SyncPage } from '../../../workflows/lead-sync/activities';
import type { EarlyLead, LeadCursor } from '../../../workflows/lead-sync/cursor';
import type { WantedConversation } from '../../../workflows/leads/conversation';
import { type BlobStore, readLeads as readStored, writeLeads } from '../../storage/blobs';
import { moreToDo } from '../../temporal/not-yet';
import { readAtOf, readInTurns, type StoredParts } from '../lead-conversations/read-in-turns';
import { AtOnce } from './at-once';
import { readingOfActivity } from './blob-of-activity';
import { type ConversationNotes, newConversationNotes } from './conversation-notes';
import type { PageNotes } from './page-notes';
import { filtered, type FilteredStep, newCursor, type Place, placeOf, stepOver, withReread } from './read-plan';
import { oncePerPerson, type Reads, readUnlessGone, restIfNothingNew } from './read-step';

/** How long a lead waits at most after its capture. */
const LONGEST_MS = 3_600_000;
/** While the destination takes nothing, a talk that may have gone on since it was read is read again after so long. */
const FRESH_MS = 5 * 60_000;
const SHORTEST_PAUSE_MS = 1_000;

export interface ReadsConversations extends Reads {
	store: BlobStore;
	notes: PageNotes;
	/** How many calls this attempt may make. */
	calls: number;
}

/** A step whose leads bring their conversation. */
export interface StepInTurns extends FilteredStep {
	/** Those that the destination has since before their wait was over. One whose conversation is gone keeps what it has. */
	again: Lead[];
	/** Which leads come again after this page. @param refused those of its leads that the destination does not have */
	earlyAfter: (refused: SyncedPage['refused']) => EarlyLead[] | undefined;
	/** Removes what the attempts kept for each other. */
	discard: () => Promise<void>;
}

/**
 * Reads the next page of the list and the conversations of its leads, in as many attempts as it takes. A lead whose talk
 * may go on waits: it is not done, so that a later look meets it again.
 * @param own the cursor that counts; null: none yet
 * @param hasNews there is something to write even without new leads
 * @throws `not_yet` if there is nothing new, or more to read
 */
export async function readStepInTurns(
	reads: ReadsConversations,
	page: SyncPage,
	wanted: WantedConversation,
	own: LeadCursor | null,
	hasNews: boolean,
): Promise<StepInTurns> {
	const { erased, store, notes, synced } = reads;
	const state = (notes.conversations ??= newConversationNotes());
	const kept = new KeptPage(store, state);
	const before = withReread(own ?? newCursor(page.startAt), page.reread);
	const place = placeOf(before);
	const { list, readAt, calls, isFresh } = await listOf(reads, page, place, kept);
	const remaining = new Set(await erased.without(list.items));
	const stepWith = (holds: (lead: Lead) => boolean) => {
		const step = stepOver(before, list, readAt, { isHeld: holds, longestMs: LONGEST_MS });
		const [leads, held] = [step.leads, step.held].map((some) => some.filter((lead) => remaining.has(lead)));
		return filtered({ ...step, leads: leads ?? [], held: held ?? [] }, page.filter);
	};
	const atOnce = new AtOnce(page);
	const waits = (lead: Lead) => waitsUntil(lead, wanted, state, readAt) > readAt;
	const first = stepWith(waits);
	// An earlier attempt has written them.
	const unread = [...first.leads, ...atOnce.freshOf(first.held)].filter(({ id }) => !notes.delivered.has(id));
	if (isFresh && unread.length > 0) await kept.store(list, place, readAt);
	const read = await readAll(unread, { ...reads, calls }, wanted, kept);
	for (const lead of read) hold(lead, wanted, state, readAtOf(state.turns, lead) ?? Date.now());
	const complete = new Map(read.map((lead) => [lead.id, lead]));
	const isHeld = (lead: Lead) => waits(lead) || (state.held[lead.id] ?? 0) > 0;
	// Only leads that do not wait count as the first one of their person.
	const settled = stepWith(isHeld);
	const step = await oncePerPerson(page, synced, settled);
	// Those of a person who has another lead come no more than that one. It is told once they have waited.
	const tried = atOnce.freshOf(settled.held).filter(({ id }) => complete.has(id) || notes.delivered.has(id));
	const fresh = (await oncePerPerson(page, synced, { ...settled, leads: tried })).leads;
	if (!hasNews && tried.length === 0) {
		const due = list.items.map((lead) => waitsUntil(lead, wanted, state, readAt)).filter((at) => at > readAt);
		const pauseMs = Math.min(page.intervalMs, Math.max(SHORTEST_PAUSE_MS, Math.min(...due) - Date.now()));
		try {
			restIfNothingNew(page, before, step, notes, readAt, { pauseMs, waiting: due.length });
		} catch (error) {
			await kept.discard();
			throw error;
		}
	}
	const whole = (leads: readonly Lead[]) => leads.map((lead) => complete.get(lead.id) ?? lead);
	const leads = whole(step.leads);
	return {
		...step,
		leads: [...leads.filter(({ id }) => atOnce.leftOf(id) === 0), ...whole(fresh)],
		again: leads.filter((lead) => atOnce.leftOf(lead.id) === 1 && conversationOf(lead)?.missing === null),
		earlyAfter: (refused) => {
			const taken = new Set(fresh.map(({ id }) => id));
			for (const { leadId } of refused) taken.delete(leadId);
			return atOnce.after(settled, tried, taken);
		},
		discard: () => kept.discard(),
	};
}

/** A lead that brings its conversation. */
export interface LeadInTurns {
	/** Null: the service no longer has it. */
	lead: Lead | null;
	/** Removes what the attempts kept for each other. */
	discard: () => Promise<void>;
}

/**
 * A lead with its conversation, in two attempts of one call each.
 * @param find reads it; null: the service no longer has it
 * @throws `not_yet` after the first
 */
export async function leadInTurns(
	reads: ReadsConversations,
	wanted: WantedConversation,
	find: () => Promise<Lead | null>,
): Promise<LeadInTurns> {
	const state = (reads.notes.conversations ??= newConversationNotes());
	const kept = new KeptPage(reads.store, state);
	const discard = () => kept.discard();
	const stored = await kept.items();
	if (stored === null) {
		const lead = await find();
		if (lead === null) return { lead, discard };
		await kept.store({ items: [lead], total: 1 }, { offset: 0 }, Date.now());
		throw goesOn();
	}
	const [lead = null] = await readAll(stored, reads, wanted, kept);
	return { lead, discard };
}

/** @throws `not_yet` if there are more to read in another attempt */
async function readAll(
	leads: readonly Lead[],
	{ api, erased, calls }: ReadsConversations,
	wanted: WantedConversation,
	kept: KeptPage,
): Promise<Lead[]> {
	if (leads.length === 0) return [];
	if (calls < 1) throw goesOn();
	// A cancellation does not interrupt the few calls of an attempt.
	const { signal } = new AbortController();
	const read = await readInTurns(leads, wanted, {
		api,
		erased,
		calls,
		needsAgent: true,
		signal,
		isStale: ({ capturedAt }, readAt) => readAt < Math.min(Date.parse(capturedAt) + LONGEST_MS, Date.now() - FRESH_MS),
		notes: kept.state.turns,
		parts: kept.parts,
	});
	if (read === null) throw goesOn();
	return read;
}

function goesOn(): Error {
	return moreToDo('The sync reads the conversations of new leads.');
}

interface ListAt {
	list: Page<Lead>;
	/** Milliseconds since 1970. */
	readAt: number;
	/** Calls that are left. */
	calls: number;
	/** The service has just shown it. */
	isFresh: boolean;
}

/** The page as an attempt before read it, or from the service. */
async function listOf(
	{ api, calls }: ReadsConversations,
	given: SyncPage,
	place: Place,
	kept: KeptPage,
): Promise<ListAt> {
	const { page } = kept.state;
	const items = page !== null && isDeepStrictEqual(page.place, place) ? await kept.items() : null;
	if (page !== null && items !== null)
		return { list: { items, total: page.total }, readAt: page.readAt, calls, isFresh: false };
	await kept.discard();
	const readAt = Date.now();
	const list = await readUnlessGone(api, given, place);
	return { list, readAt, calls: calls - 1, isFresh: true };
}

/** Until when a lead waits, in milliseconds since 1970. A time of capture far in the future says nothing. */
function waitsUntil(
	{ id, capturedAt }: Lead,
	{ settleMs = 0 }: WantedConversation,
	{ held }: ConversationNotes,
	now: number,
): number {
	const at = Date.parse(capturedAt);
	if (at > now + LONGEST_MS) return 0;
	return Math.min(at + LONGEST_MS, Math.max(at + settleMs, held[id] ?? 0));
}

/** Notes a lead whose talk went on when it was read. @param readAt milliseconds since 1970 */
function hold(lead: Lead, { settleMs = 0 }: WantedConversation, { held }: ConversationNotes, readAt: number): void {
	const at = Date.parse(lead.capturedAt);
	const last = conversationOf(lead)?.lastMessageAt ?? null;
	// As in `waitsUntil`, a time far in the future says nothing.
	const isKnown = last !== null && at <= readAt + LONGEST_MS;
	const until = isKnown ? Math.min(at + LONGEST_MS, readAt + LONGEST_MS, Date.parse(last) + settleMs) : 0;
	held[lead.id] = until > readAt ? until : 0;
}

/** What the attempts of an activity keep for each other: the page, and parts of its leads with conversations. */
class KeptPage {
	readonly #key = readingOfActivity();

	constructor(
		private readonly blobs: BlobStore,
		readonly state: ConversationNotes,
	) {}

	get parts(): StoredParts {
		return {
			write: (part, leads) => writeLeads(this.blobs, this.#partKey(part), leads),
			read: async (part) => [...(await readStored(this.blobs, this.#partKey(part))).values()],
		};
	}

	/** In the order of the list; null if there is none. */
	async items(): Promise<Lead[] | null> {
		if (this.state.page === null) return null;
		const leads = [...(await readStored(this.blobs, this.#pageKey)).values()];
		return leads.length === 0 ? null : leads;
	}

	async store({ items, total }: Pick<Page<Lead>, 'items' | 'total'>, place: Place, readAt: number): Promise<void> {
		await writeLeads(this.blobs, this.#pageKey, items);
		this.state.page = { place, total, readAt };
	}

	async discard(): Promise<void> {
		const { page, turns } = this.state;
		if (page === null && turns.parts.length === 0) return;
		const keys = [this.#pageKey, ...turns.parts.map((_, part) => this.#partKey(part))];
		await Promise.all(keys.map((key) => this.blobs.remove(key)));
		const now = Date.now();
		const held = Object.fromEntries(Object.entries(this.state.held).filter(([, until]) => until > now));
		Object.assign(this.state, { ...newConversationNotes(), held });
	}

	get #pageKey(): string {
		return `${this.#key}.page`;
	}

	#partKey(part: number): string {
		return `${this.#key}.part-${part}`;
	}
}
