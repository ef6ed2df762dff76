import { activityInfo, heartbeat } from '@temporalio/activity';
import { isDeepStrictEqual } from 'node:util';
import { type ApiClient, ApiError, type Lead, LIMITS, type List } from '../../../api';
import type { SyncedLead, SyncedPage, SyncOf, SyncPage } from '../../../workflows/lead-sync/activities';
import { describeSync, type LeadCursor } from '../../../workflows/lead-sync/cursor';
import type { Destination, Destinations } from '../../destinations';
import type { WithoutErased } from '../../privacy';
import { noteSchema } from '../../tasks/task-progress';
import { notYet } from '../task/failure';
import { type ReportBlockage, watchBlockage } from './report-blockage';
import { unknownDestination } from './failures';
import { newCursor, placeOf, type Step, stepOver, withReread } from './read-plan';

/**
 * Reads one page of leads and writes the new ones to the destination. The cursor moves only past leads that were
 * written. A cancellation does not interrupt it: a page that has begun is finished.
 */
export async function syncPage(
	api: ApiClient,
	destinations: Destinations,
	erased: WithoutErased,
	page: SyncPage,
	report: ReportBlockage,
): Promise<SyncedPage> {
	return withNotes((notes) =>
		watchBlockage(notes, report, async () => {
			const destination = await destinations.find(page.of.destination);
			if (destination === null) throw unknownDestination(page.of.destination);
			return readAndWrite({ api, erased }, destination, page, notes);
		}),
	);
}

export interface Reads {
	api: ApiClient;
	erased: WithoutErased;
}

async function readAndWrite(
	{ api, erased }: Reads,
	destination: Destination,
	page: SyncPage,
	notes: PageNotes,
): Promise<SyncedPage> {
	const { of } = page;
	// If the destination keeps a cursor, only that one counts: it is stored beside the leads.
	const kept = destination.readCursor === undefined ? null : await destination.readCursor(of);
	const own = destination.readCursor === undefined ? page.cursor : (kept?.cursor ?? null);
	// The workflow's cursor differs if the response of the page before was lost.
	const unheard = kept === null || isDeepStrictEqual(kept.cursor, page.cursor) ? [] : kept.refused;
	const step = await readStep({ api, erased }, page, own, notes, unheard.length > 0);
	// Skip leads that an earlier attempt of this page has already written.
	const leads = step.leads.filter(({ id }) => !notes.delivered.has(id));
	const onWritten = (leadId: number) => notes.delivered.add(leadId);
	const { written, refused } = await destination.writePage({
		of,
		leads,
		kept,
		cursor: step.cursor,
		unheard,
		onWritten,
	});
	return {
		...{ cursor: step.cursor, written: written + step.leads.length - leads.length, refused },
		brought: page.totals.refused === 0 ? [] : broughtOf(step, refused),
	};
}

/**
 * Reads the next page of the list, without the leads of erased persons.
 * @param own the cursor that counts; null: none yet
 * @param hasNews there is something to write even without new leads
 * @throws `not_yet` if there is nothing new
 */
export async function readStep(
	{ api, erased }: Reads,
	page: SyncPage,
	own: LeadCursor | null,
	notes: PageNotes,
	hasNews = false,
): Promise<Step> {
	const before = withReread(own ?? newCursor(page.startAt), page.reread);
	const now = Date.now();
	const read = stepOver(before, await readLeads(api, page.of.agentId, before), now);
	const step = { ...read, leads: await erased.without(read.leads) };
	if (isNothingNew(before, step) && !hasNews) {
		notes.upToDateAt = now;
		notes.dueAt = now + page.intervalMs;
		throw nothingNew(page, now);
	}
	return step;
}

function broughtOf({ leads }: Step, refused: SyncedPage['refused']): number[] {
	const missing = new Set(refused.map(({ leadId }) => leadId));
	return leads.map(({ id }) => id).filter((id) => !missing.has(id));
}

async function readLeads(api: ApiClient, agentId: string, cursor: LeadCursor): Promise<List<Lead>> {
	const query = { limit: LIMITS.pageSize, ...placeOf(cursor) };
	return api.call('listLeads', { params: { id: agentId }, query });
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
	api: ApiClient,
	destinations: Destinations,
	erased: WithoutErased,
	of: SyncOf,
	leadId: number,
	report: ReportBlockage,
): Promise<SyncedLead> {
	return withNotes((notes) =>
		watchBlockage(notes, report, async () => {
			const destination = await destinations.find(of.destination);
			if (destination === null) throw unknownDestination(of.destination);
			const lead = await findLead(api, of.agentId, leadId);
			if (lead === null || (await erased.without([lead])).length === 0) return { outcome: 'gone' };
			const [refusal] = (await destination.writeLead(of, lead)).refused;
			return refusal === undefined ? { outcome: 'written' } : { outcome: 'refused', reason: refusal.reason };
		}),
	);
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

const BEAT_MS = 10_000;

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
