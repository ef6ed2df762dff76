import { activityInfo } from '@temporalio/activity';
import { type ApiClient, ApiError, type Lead, type Page } from '../../../api';
import type { SyncPage } from '../../../workflows/lead-sync/activities';
import { TIMING } from '../../../workflows/task/timing';
import { describeSync, type LeadCursor } from '../../../workflows/lead-sync/cursor';
import { addSkipped, byPerson } from '../../../workflows/leads/filter';
import type { SyncedPersons, WithoutErased } from '../../privacy';
import { notYet } from '../../temporal/not-yet';
import type { PageNotes } from './page-notes';
import { readLeads } from './read-leads';
import type { PersonsOfSync } from './write-together';
import {
	filtered,
	type FilteredStep,
	newCursor,
	type Place,
	placeOf,
	type Step,
	stepOver,
	withReread,
} from './read-plan';
import type { ReportBlockage } from './report-blockage';

export interface Reads {
	api: ApiClient;
	erased: WithoutErased;
	synced: Pick<SyncedPersons, 'firstOf' | 'release'>;
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
	const read = stepOver(before, await readUnlessGone(api, page, placeOf(before)), now);
	const matching = filtered({ ...read, leads: await erased.without(read.leads) }, page.filter);
	const step = await oncePerPerson(page, synced, matching);
	if (!hasNews) restIfNothingNew(page, before, step, notes, now);
	return step;
}

/** After a look that found nothing new. */
interface Wait {
	/** Milliseconds until the next look. */
	pauseMs: number;
	/** Leads that wait for the end of their conversation. */
	waiting: number;
}

/**
 * @param now when the list was read, in milliseconds since 1970
 * @param wait until the next look, and how many leads wait for the end of their conversation
 * @throws `not_yet` if there is nothing new
 */
export function restIfNothingNew(
	page: SyncPage,
	before: LeadCursor,
	step: FilteredStep,
	notes: PageNotes,
	now: number,
	wait: Wait = { pauseMs: page.intervalMs, waiting: 0 },
): void {
	// The page of an agent that was gone tells that it is back.
	if (!isNothingNew(before, step) || step.skipped !== undefined || page.ofSeveral === 'gone') return;
	notes.upToDateAt = now;
	notes.dueAt = now + page.intervalMs;
	throw nothingNew(page, now, wait);
}

/** @throws `not_yet` while an agent that is gone is not back */
export async function readUnlessGone(
	api: ApiClient,
	{ of, ofSeveral }: Pick<SyncPage, 'of' | 'ofSeveral'>,
	place: Place,
): Promise<Page<Lead>> {
	try {
		return await readLeads(api, of.agentId, place);
	} catch (error) {
		if (ofSeveral !== 'gone' || !(error instanceof ApiError) || error.status !== 404) throw error;
		throw notYet(`The key cannot access the agent "${of.agentId}".`, TIMING.agentsLookMs);
	}
}

/** A sync of several agents has to know which of them is blocked. */
export function reportOf({ of: { agentId }, ofSeveral }: SyncPage, report: ReportBlockage): ReportBlockage {
	return ofSeveral === undefined ? report : (blockage) => report({ ...blockage, agentId });
}

/** Null: the sync takes all leads of a person. */
export function personsOfSync({ oncePerPerson: isWanted }: SyncPage, synced: Reads['synced']): PersonsOfSync | null {
	if (isWanted !== true) return null;
	const sync = activityInfo().workflowExecution?.workflowId ?? '';
	return {
		firstOf: (leads) => synced.firstOf(sync, leads),
		async release(leads, refused) {
			const ids = new Set(refused.map(({ leadId }) => leadId));
			const released = leads.filter(({ id }) => ids.has(id));
			if (released.length > 0) await synced.release(sync, released);
		},
	};
}

/** Only the first lead of each person, if the sync asks for it. */
export async function oncePerPerson(
	page: SyncPage,
	synced: Reads['synced'],
	step: FilteredStep,
): Promise<FilteredStep> {
	const persons = personsOfSync(page, synced);
	if (persons === null) return step;
	const leads = await persons.firstOf(step.leads);
	return { ...step, leads, skipped: addSkipped(step.skipped, byPerson(step.leads.length - leads.length)) };
}

/** Whether a complete pass found no new leads and no change of the cursor. */
function isNothingNew(before: LeadCursor, { leads, cursor, more }: Step): boolean {
	const rested = before.pass === null && before.completeAt !== null && !more;
	return rested && leads.length === 0 && cursor.done.length === before.done.length;
}

function nothingNew({ of, totals, flow, ofSeveral }: SyncPage, now: number, { pauseMs, waiting }: Wait): Error {
	// The notes of all agents say how the sync stands.
	if (ofSeveral !== undefined) return notYet('The agent has no new lead.', pauseMs);
	const progress = describeSync({
		...totals,
		...(flow === undefined ? {} : { flow }),
		destination: of.destination,
		waiting,
		completeAt: now,
		nextAt: now + pauseMs,
		at: new Date(now).toISOString(),
	});
	return notYet(progress.message, pauseMs, progress);
}
