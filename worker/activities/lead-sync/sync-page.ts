import { activityInfo, cancellationSignal, heartbeat } from '@temporalio/activity';
import { isDeepStrictEqual } from 'node:util';
import { type ApiClient, ApiError, type Lead } from '../../../api';
import type { SyncedLead, SyncedPage, SyncOf, SyncPage } from '../../../workflows/lead-sync/activities';
import { describeSync, type LeadCursor } from '../../../workflows/lead-sync/cursor';
import type { Destination, Destinations } from '../../destinations';
import type { SyncedPersons, WithoutErased } from '../../privacy';
import { addSkipped, byAddress, byPerson } from '../../../workflows/leads/filter';
import { noteSchema } from '../../tasks/task-progress';
import { notYet } from '../../temporal/not-yet';
import { type ReportBlockage, watchBlockage } from './report-blockage';
import type { DestinationTurns } from './destination-turns';
import { unknownDestination } from './failures';
import type { ReadingOn } from './pages-ahead';
import { readLeads } from './read-leads';
import { filtered, type FilteredStep, newCursor, placeOf, type Step, stepOver, withReread } from './read-plan';
import { broughtOf, type FirstOf, writesPages, writeTogether } from './write-together';

/** Time within which the last page of a dispatch begins, so that progress is seen and a cancellation soon counts. */
const BEGIN_WITHIN_MS = 20_000;

export interface SyncsPages extends Reads {
	destinations: Pick<Destinations, 'find'>;
	turns: DestinationTurns;
	/** Number of pages that one dispatch may read, by the connection's limit. */
	pagesAtOnce: number;
	report: ReportBlockage;
}

/**
 * Reads a page of leads and writes the new ones to the destination, and then further pages of the same pass. The cursor
 * moves only past leads that were written. A cancellation does not interrupt it: a page that has begun is finished.
 *
 * A look for new leads is one call. Only a pass that goes over several pages reads several in a dispatch. If a later
 * page fails, the pages before it count, and the next dispatch reports the failure.
 */
export async function syncPage(syncs: SyncsPages, page: SyncPage): Promise<SyncedPage> {
	const most = (page.cursor?.pass ?? null) === null ? 1 : syncs.pagesAtOnce;
	return atDestination(syncs, page.of.destination, (destination, notes) =>
		syncPages({ ...syncs, destination, notes, page }, most),
	);
}

/** Works at a destination in its turn, and watches what blocks it. @throws `unknown_destination` */
function atDestination<Result>(
	{ destinations, turns, report }: Pick<SyncsPages, 'destinations' | 'turns' | 'report'>,
	name: string,
	work: (destination: Destination, notes: PageNotes) => Promise<Result>,
): Promise<Result> {
	const attempt = async (notes: PageNotes) => {
		const destination = await destinations.find(name);
		if (destination === null) throw unknownDestination(name);
		return work(destination, notes);
	};
	return withNotes((notes) => turns.take(name, () => watchBlockage(notes, report, () => attempt(notes))));
}

interface Syncing extends Reads {
	destination: Destination;
	notes: PageNotes;
	page: SyncPage;
}

async function syncPages(syncing: Syncing, most: number): Promise<SyncedPage> {
	const reading = { most: most - 1, beginUntil: Date.now() + BEGIN_WITHIN_MS, signal: cancellationSignal() };
	const { more, ...first } = await readAndWrite(syncing, syncing.page.cursor);
	let all: SyncedPage = first;
	// The sync counts what was refused before it reads on, as it may have to stop.
	if (!more || first.refused.length > 0) return all;
	try {
		for await (const page of pagesAfter(syncing, reading, first.cursor)) {
			all = {
				...page,
				written: all.written + page.written,
				brought: [...all.brought, ...page.brought],
				inPart: [...(all.inPart ?? []), ...(page.inPart ?? [])],
				skipped: addSkipped(all.skipped, page.skipped),
			};
		}
	} catch {
		// The next dispatch meets the failure with its first page, and reports it.
	}
	return all;
}

/** The last one has refused leads, or none has. */
function pagesAfter(syncing: Syncing, reading: ReadingOn, after: LeadCursor): AsyncGenerator<SyncedPage> {
	const { api, erased, synced, destination, page } = syncing;
	if (!writesPages(destination)) return pageByPage(syncing, reading, after);
	const tellsBrought = page.totals.refused > 0;
	const { of, filter, oncePerPerson = false } = page;
	const firstOf = oncePerPerson ? firstOfPersons(synced) : null;
	return writeTogether({ api, erased, firstOf, destination, of, filter, tellsBrought }, reading, after);
}

async function* pageByPage(syncing: Syncing, reading: ReadingOn, after: LeadCursor): AsyncGenerator<SyncedPage> {
	const { most, beginUntil, signal } = reading;
	let cursor = after;
	for (let pages = 0; pages < most && !signal.aborted && Date.now() < beginUntil; pages += 1) {
		const { more, ...page } = await readAndWrite(syncing, cursor);
		yield page;
		if (!more || page.refused.length > 0) return;
		({ cursor } = page);
	}
}

type WrittenPage = SyncedPage & { more: boolean };

export interface Reads {
	api: ApiClient;
	erased: WithoutErased;
	synced: Pick<SyncedPersons, 'firstOf'>;
}

/** @param cursor of the sync. It is further than that of `page` after pages of the same dispatch. */
async function readAndWrite(syncing: Syncing, cursor: LeadCursor | null): Promise<WrittenPage> {
	const { destination, page, notes } = syncing;
	const { of } = page;
	// If the destination keeps a cursor, only that one counts: it is stored beside the leads.
	const kept = destination.readCursor === undefined ? null : await destination.readCursor(of);
	const own = destination.readCursor === undefined ? cursor : (kept?.cursor ?? null);
	// The workflow's cursor differs if the response of the page before was lost.
	const unheard = kept === null || isDeepStrictEqual(kept.cursor, page.cursor) ? [] : kept.refused;
	const step = await readStep(syncing, page, own, notes, unheard.length > 0);
	// Skip leads that an earlier attempt of this page has already written.
	const leads = step.leads.filter(({ id }) => !notes.delivered.has(id));
	const onWritten = (leadId: number) => notes.delivered.add(leadId);
	const {
		written,
		refused,
		inPart = [],
		skipped: withoutAddress = 0,
	} = await destination.writePage({
		of,
		leads,
		kept,
		cursor: step.cursor,
		unheard,
		onWritten,
	});
	const skipped = withoutAddress === 0 ? step.skipped : addSkipped(step.skipped, byAddress(withoutAddress));
	return {
		cursor: step.cursor,
		written: written + step.leads.length - leads.length,
		refused,
		...(inPart.length === 0 ? {} : { inPart }),
		...(skipped === undefined ? {} : { skipped }),
		brought: page.totals.refused === 0 ? [] : broughtOf(step.leads, refused),
		more: step.more,
	};
}

/**
 * Reads the next page of the list, without the leads of erased persons and those that the filter skips.
 * @param own the cursor that counts; null: none yet
 * @param hasNews there is something to write even without new leads
 * @throws `not_yet` if there is nothing new
 */
export async function readStep(
	{ api, erased, synced }: Reads,
	page: SyncPage,
	own: LeadCursor | null,
	notes: PageNotes,
	hasNews = false,
): Promise<FilteredStep> {
	const before = withReread(own ?? newCursor(page.startAt), page.reread);
	const now = Date.now();
	const read = stepOver(before, await readLeads(api, page.of.agentId, placeOf(before)), now);
	const matching = filtered({ ...read, leads: await erased.without(read.leads) }, page.filter);
	const step = page.oncePerPerson === true ? await oncePerPerson(matching, firstOfPersons(synced)) : matching;
	if (isNothingNew(before, step) && !hasNews && step.skipped === undefined) {
		notes.upToDateAt = now;
		notes.dueAt = now + page.intervalMs;
		throw nothingNew(page, now);
	}
	return step;
}

/** Of this sync. */
function firstOfPersons(synced: Reads['synced']): FirstOf {
	const sync = activityInfo().workflowExecution?.workflowId ?? '';
	return (leads) => synced.firstOf(sync, leads);
}

async function oncePerPerson(step: FilteredStep, firstOf: FirstOf): Promise<FilteredStep> {
	const leads = await firstOf(step.leads);
	return { ...step, leads, skipped: addSkipped(step.skipped, byPerson(step.leads.length - leads.length)) };
}

/** Whether a complete pass found no new leads and no change of the cursor. */
function isNothingNew(before: LeadCursor, { leads, cursor, more }: Step): boolean {
	const rested = before.pass === null && before.completeAt !== null && !more;
	return rested && leads.length === 0 && cursor.done.length === before.done.length;
}

function nothingNew({ of, totals, intervalMs, flow }: SyncPage, now: number): Error {
	const progress = describeSync({
		...totals,
		...(flow === undefined ? {} : { flow }),
		destination: of.destination,
		completeAt: now,
		nextAt: now + intervalMs,
		at: new Date(now).toISOString(),
	});
	return notYet(progress.message, intervalMs, progress);
}

/** Reads the current state of a lead that was refused before, and writes it. */
export async function syncLead(
	syncs: Omit<SyncsPages, 'pagesAtOnce'>,
	of: SyncOf,
	leadId: number,
): Promise<SyncedLead> {
	return atDestination(syncs, of.destination, async (destination) => {
		const lead = await findLead(syncs.api, of.agentId, leadId);
		if (lead === null || (await syncs.erased.without([lead])).length === 0) return { outcome: 'gone' };
		const { refused, inPart = [], skipped = 0 } = await destination.writeLead(of, lead);
		if (skipped > 0) return { outcome: 'skipped' };
		const [[refusal], [part]] = [refused, inPart];
		if (refusal === undefined) return { outcome: 'written', ...(part === undefined ? {} : { inPart: part.reason }) };
		const { reason, kind } = refusal;
		return { outcome: 'refused', reason, ...(kind === undefined ? {} : { kind }) };
	});
}

/** Null if the service no longer has the lead. */
async function findLead(api: ApiClient, agentId: string, leadId: number): Promise<Lead | null> {
	try {
		return await api.call('getLead', { params: { id: agentId, leadId } });
	} catch (error) {
		if (error instanceof ApiError && error.status === 404) return null;
		throw error;
	}
}

/** A quarter of the timeout (`workflows/lead-sync/sync-activities.ts`). */
const BEAT_MS = 5_000;

/** Notes that an attempt of a page passes to the next one. They are readable from outside while the page is pending. */
export interface PageNotes {
	/** Ids of leads that the destination already has. */
	delivered: Set<number>;
	/** Time of the last look that found nothing new, in milliseconds since 1970; null if there was none. */
	upToDateAt: number | null;
	/** Time at which the next look was first due, in milliseconds since 1970. Retries do not change it. */
	dueAt: number;
	/** The first of the failed attempts since the last one that worked, in milliseconds since 1970; null if none failed. */
	blockedSince: number | null;
	/** The sync knows that it is blocked. */
	isBlockageReported: boolean;
}

/**
 * Runs work that may take minutes with a heartbeat, so that the server soon notices a lost worker. Notes of an earlier
 * attempt of the same activity are available in the next one.
 */
export async function withNotes<Result>(work: (notes: PageNotes) => Promise<Result>): Promise<Result> {
	const info = activityInfo();
	const { delivered, upToDateAt, dueAt, blockedSince, isBlockageReported } = noteSchema.parse(info.heartbeatDetails);
	const notes: PageNotes = {
		delivered: new Set(delivered),
		upToDateAt,
		dueAt: dueAt ?? info.currentAttemptScheduledTimestampMs,
		blockedSince,
		isBlockageReported,
	};
	const beat = () => {
		heartbeat({ ...notes, delivered: [...notes.delivered] });
	};
	beat();
	const timer = setInterval(beat, BEAT_MS);
	try {
		return await work(notes);
	} finally {
		clearInterval(timer);
		// The last notes are sent along with a failure.
		beat();
	}
}
