import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Lead } from '../../../api';
import type { SyncedPage, SyncPage } from '../../../workflows/lead-sync/activities';
import type { WantedConversation } from '../../../workflows/leads/conversation';
import type { LeadCursor } from '../../../workflows/lead-sync/cursor';
import type { Destination } from '../../destinations';
import type { KeptCounts, KeptCursor, Refusal } from '../../destinations/destination';
import { addSkipped, byAddress } from '../../../workflows/leads/filter';
import { BEGIN_WITHIN_MS } from '../list-reading/read-pages';
import { atDestination, destinationOf, isWithinPass } from './at-destination';
import { writeAgain } from './at-once';
import { watchBlockage } from './report-blockage';
import type { SyncsLeads } from './sync-lead';
import type { ReadingOn } from './pages-ahead';
import { type PageNotes, withNotes } from './page-notes';
import type { FilteredStep } from './read-plan';
import { personsOfSync, type Reads, readStep, reportOf } from './read-step';
import { readStepInTurns } from './with-conversations';
import { broughtOf, writesPages, writeTogether } from './write-together';

export interface SyncsPages extends SyncsLeads {
	/** Number of pages that one dispatch may read, by the connection's limit. */
	pagesAtOnce: number;
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
	if (page.conversation !== undefined) return syncWithConversations({ ...syncs, calls: most }, page, page.conversation);
	return atDestination(
		{ ...syncs, report: reportOf(page, syncs.report) },
		page.of.destination,
		(destination, notes) => syncPages({ ...syncs, destination, notes, page }, most),
		page,
	);
}

/**
 * The same of one page, whose leads bring their conversation. Its calls are made in as many attempts as it takes, and only
 * the last one writes. So the sync holds no turn at the destination while it reads.
 */
async function syncWithConversations(
	syncs: SyncsPages & { calls: number },
	page: SyncPage,
	wanted: WantedConversation,
): Promise<SyncedPage> {
	const { destinations, turns } = syncs;
	const report = reportOf(page, syncs.report);
	const name = page.of.destination;
	return withNotes(async (notes) => {
		const { destination, place, step } = await watchBlockage(notes, report, async () => {
			const found = await destinationOf(destinations, name);
			const at = await placeIn(found, page, page.cursor);
			const read = await readStepInTurns({ ...syncs, notes }, page, wanted, at.own, hasNews(at));
			return { destination: found, place: at, step: read };
		});
		const writeAll = async () => {
			const lacking = await writeAgain(destination, page.of, step.again, place.kept);
			return withAgain(await writeStep({ ...syncs, destination, page, notes }, place, step), page, step.again, lacking);
		};
		const write = () => watchBlockage(notes, report, writeAll, 'write');
		const written = await turns.take(name, write, isWithinPass(page));
		await step.discard();
		const early = step.earlyAfter(written.refused);
		return { ...withUnheard(written), ...(early === undefined ? {} : { early }) };
	}, page);
}

/**
 * @param again leads that the page did not write, and whose conversation was written again
 * @param lacking those of them whose conversation the destination does not have as it ended
 */
function withAgain(
	written: WrittenPage,
	{ totals }: Pick<SyncPage, 'totals'>,
	again: readonly Lead[],
	lacking: Refusal[],
): WrittenPage {
	if (again.length === 0) return written;
	const inPart = [...(written.inPart ?? []), ...lacking];
	return {
		...written,
		...(inPart.length === 0 ? {} : { inPart }),
		brought: totals.refused === 0 ? [] : [...written.brought, ...broughtOf(again, lacking)],
	};
}

interface Syncing extends Reads {
	destination: Destination;
	notes: PageNotes;
	page: SyncPage;
}

async function syncPages(syncing: Syncing, most: number): Promise<SyncedPage> {
	const reading = { most: most - 1, beginUntil: Date.now() + BEGIN_WITHIN_MS, signal: cancellationSignal() };
	const written = await readAndWrite(syncing, syncing.page.cursor);
	const { more } = written;
	const first = withUnheard(written);
	let all = first;
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
	} catch (error) {
		// What was committed is known to the row alone. The retry begins where this dispatch did, and tells it.
		if (syncing.destination.readCursor !== undefined) throw error;
		// The next dispatch meets the failure with its first page, and reports it.
	}
	return all;
}

/** The last one has refused leads, or none has. */
function pagesAfter(syncing: Syncing, reading: ReadingOn, after: LeadCursor): AsyncGenerator<SyncedPage> {
	const { api, erased, synced, destination, page } = syncing;
	if (!writesPages(destination)) return pageByPage(syncing, reading, after);
	const tellsBrought = page.totals.refused > 0;
	const { of, filter } = page;
	const persons = personsOfSync(page, synced);
	return writeTogether({ api, erased, persons, destination, of, filter, tellsBrought }, reading, after);
}

async function* pageByPage(syncing: Syncing, reading: ReadingOn, after: LeadCursor): AsyncGenerator<SyncedPage> {
	const { most, beginUntil, signal } = reading;
	let cursor = after;
	for (let pages = 0; pages < most && !signal.aborted && Date.now() < beginUntil; pages += 1) {
		const { more, unheard: _told, ...page } = await readAndWrite(syncing, cursor);
		yield page;
		if (!more || page.refused.length > 0) return;
		({ cursor } = page);
	}
}

/** `unheard`: leads of pages before, which the sync does not know. */
type WrittenPage = SyncedPage & { more: boolean; unheard: KeptCounts };

/** With what the sync does not know of the pages before. */
function withUnheard({ more: _more, unheard, ...page }: WrittenPage): SyncedPage {
	const skipped = addSkipped(unheard.skipped, page.skipped);
	return { ...page, written: unheard.written + page.written, ...(skipped === undefined ? {} : { skipped }) };
}

/** @param cursor of the sync. It is further than that of `page` after pages of the same dispatch. */
async function readAndWrite(syncing: Syncing, cursor: LeadCursor | null): Promise<WrittenPage> {
	const { destination, page, notes } = syncing;
	const place = await placeIn(destination, page, cursor);
	const step = await readStep(syncing, page, place.own, notes, hasNews(place));
	return writeStep(syncing, place, step);
}

/** Where a sync continues. */
interface PlaceOfSync {
	/** What the destination keeps; null: nothing. */
	kept: KeptCursor | null;
	/** The cursor that counts; null: none yet. */
	own: LeadCursor | null;
	/** Refused leads that the sync does not know. */
	unheard: readonly Refusal[];
	/** Other leads that it does not know. */
	counts: KeptCounts;
}

/** Whether there is something to tell the sync even without new leads. */
function hasNews({ unheard, counts: { written, skipped } }: PlaceOfSync): boolean {
	return unheard.length > 0 || written > 0 || skipped !== undefined;
}

async function placeIn(destination: Destination, page: SyncPage, cursor: LeadCursor | null): Promise<PlaceOfSync> {
	// If the destination keeps a cursor, only that one counts: it is stored beside the leads.
	const kept = destination.readCursor === undefined ? null : await destination.readCursor(page.of);
	const own = destination.readCursor === undefined ? cursor : (kept?.cursor ?? null);
	const from = placeText(page.cursor);
	// The workflow's cursor differs if the response of the page before was lost.
	const unheard = kept === null || isDeepStrictEqual(kept.cursor, page.cursor) ? [] : kept.refused;
	const counts = kept?.counts?.from === from ? kept.counts : { from, written: 0 };
	return { kept, own, unheard, counts };
}

/** Where a sync is, as far as it knows. A sync that is started again is another one. */
function placeText(cursor: LeadCursor | null): string {
	const { runId = '' } = activityInfo().workflowExecution ?? {};
	return createHash('sha256')
		.update(JSON.stringify([runId, cursor]))
		.digest('base64url');
}

async function writeStep(
	{ destination, page, notes, synced }: Pick<Syncing, 'destination' | 'page' | 'notes' | 'synced'>,
	{ kept, unheard, counts }: PlaceOfSync,
	step: FilteredStep,
): Promise<WrittenPage> {
	const { of } = page;
	// Skip leads that an earlier attempt of this page has already written.
	const leads = step.leads.filter(({ id }) => !notes.delivered.has(id));
	const onWritten = (leadId: number) => notes.delivered.add(leadId);
	// A lead that was refused at once comes again if the sync does not know it.
	const tried = new Set(leads.map(({ id }) => id));
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
		unheard: unheard.filter(({ leadId }) => !tried.has(leadId)),
		counts: { ...counts, skipped: addSkipped(counts.skipped, step.skipped) },
		onWritten,
		mayHave: page.conversation?.atOnce === true,
	});
	await personsOfSync(page, synced)?.release(leads, refused);
	const skipped = withoutAddress === 0 ? step.skipped : addSkipped(step.skipped, byAddress(withoutAddress));
	return {
		cursor: step.cursor,
		written: written + step.leads.length - leads.length,
		refused,
		...(inPart.length === 0 ? {} : { inPart }),
		...(skipped === undefined ? {} : { skipped }),
		brought: page.totals.refused === 0 ? [] : broughtOf(step.leads, refused),
		more: step.more,
		unheard: counts,
	};
}
