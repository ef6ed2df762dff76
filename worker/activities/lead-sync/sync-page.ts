import { isDeepStrictEqual } from 'node:util';
import { type ApiClient, type Lead, LIMITS, type List } from '../../../api';
import { describeSync, type LeadCursor } from '../../../workflows/lead-sync/cursor';
import type { SyncedPage, SyncPage } from '../../../workflows/lead-sync/activities';
import type { Destination, Destinations } from '../../destinations';
import type { WithoutErased } from '../../privacy';
import { notYet } from '../task/not-yet';
import { type PageNotes, withNotes } from './page-notes';
import { holdingFailure, unknownDestination } from './failures';
import { newCursor, placeOf, type Step, stepOver, withReread } from './read-plan';

/**
 * Reads one page of leads and writes those that are new to the destination; the cursor moves only with what was written.
 * It is not cut short: a page that has begun is finished.
 */
export async function syncPage(
	api: ApiClient,
	destinations: Destinations,
	erased: WithoutErased,
	page: SyncPage,
): Promise<SyncedPage> {
	try {
		return await withNotes((notes) => {
			const destination = destinations.find(page.of.destination);
			if (destination === null) throw unknownDestination(page.of.destination);
			return readAndWrite({ api, erased }, destination, page, notes);
		});
	} catch (error) {
		throw holdingFailure(error);
	}
}

interface Reads {
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
	// Where the destination keeps a cursor, that one alone counts: it stands beside the leads.
	const kept = destination.readCursor === undefined ? null : await destination.readCursor(of);
	const own = destination.readCursor === undefined ? page.cursor : (kept?.cursor ?? null);
	const before = withReread(own ?? newCursor(page.startAt), page.reread);
	const now = Date.now();
	const read = stepOver(before, await readLeads(api, of.agentId, before), now);
	const step = { ...read, leads: await erased.without(read.leads) };
	// The workflow's cursor is another one when it did not hear of the page before.
	const unheard = kept === null || isDeepStrictEqual(kept.cursor, page.cursor) ? [] : kept.refused;
	if (isNothingNew(before, step) && unheard.length === 0) {
		notes.upToDateAt = now;
		notes.dueAt = now + page.intervalMs;
		throw nothingNew(page, now);
	}
	// What an earlier attempt of this page has brought there already is left out.
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

function broughtOf({ leads }: Step, refused: SyncedPage['refused']): number[] {
	const missing = new Set(refused.map(({ leadId }) => leadId));
	return leads.map(({ id }) => id).filter((id) => !missing.has(id));
}

async function readLeads(api: ApiClient, agentId: string, cursor: LeadCursor): Promise<List<Lead>> {
	const query = { limit: LIMITS.pageSize, ...placeOf(cursor) };
	return api.call('listLeads', { params: { id: agentId }, query });
}

/** A whole pass was read, and neither its leads nor the cursor give anything to keep. */
function isNothingNew(before: LeadCursor, { leads, cursor, more }: Step): boolean {
	const rested = before.pass === null && before.completeAt !== null && !more;
	return rested && leads.length === 0 && cursor.done.length === before.done.length;
}

function nothingNew({ of, totals, intervalMs }: SyncPage, now: number): Error {
	const progress = describeSync({
		...totals,
		destination: of.destination,
		completeAt: now,
		nextAt: now + intervalMs,
		at: new Date(now).toISOString(),
	});
	return notYet(progress.message, intervalMs, progress);
}
