import type { StoredLead, StoredPage, SyncOf, SyncPage } from '../../../workflows/lead-sync/activities';
import type { WantedConversation } from '../../../workflows/leads/conversation';
import { type BlobStore, writeLeads } from '../../storage/blobs';
import { type ReportBlockage, watchBlockage } from './report-blockage';
import { blobOfActivity } from './blob-of-activity';
import { type PageNotes, withNotes } from './page-notes';
import type { FilteredStep } from './read-plan';
import { type Reads, readStep, reportOf } from './read-step';
import { findLead } from './sync-lead';
import { leadInTurns, readStepInTurns, type StepInTurns } from './with-conversations';

export interface StoresLeads extends Reads {
	store: BlobStore;
	report: ReportBlockage;
}

/** Reads the next page and stores its new leads, which the sync then hands out. */
export async function storePage({ report, ...stores }: StoresLeads, page: SyncPage): Promise<StoredPage> {
	const { store } = stores;
	return withNotes(
		(notes) =>
			watchBlockage(notes, reportOf(page, report), async () => {
				const { leads, cursor, skipped, discard } = await stepOf(stores, page, notes);
				const leadIds = leads.map(({ id }) => id);
				const filtered = skipped === undefined ? {} : { skipped };
				const blob = leads.length === 0 ? null : blobOfActivity();
				if (blob !== null) await writeLeads(store, blob, leads);
				await discard();
				return { cursor, leadIds, blob, ...filtered };
			}),
		page,
	);
}

async function stepOf(
	stores: Omit<StoresLeads, 'report'>,
	page: SyncPage,
	notes: PageNotes,
): Promise<FilteredStep & Pick<StepInTurns, 'discard'>> {
	const { conversation, cursor } = page;
	if (conversation !== undefined)
		return readStepInTurns({ ...stores, notes, calls: 1 }, page, conversation, cursor, false);
	return { ...(await readStep(stores, page, cursor, notes)), discard: () => Promise.resolve() };
}

/** Reads the current state of one lead and stores it. */
export async function storeLead(
	stores: StoresLeads,
	of: SyncOf,
	leadId: number,
	wanted?: WantedConversation,
): Promise<StoredLead> {
	const { api, erased, store, report } = stores;
	const find = () => findLead(api, of.agentId, leadId);
	return withNotes((notes) =>
		watchBlockage(notes, report, async () => {
			const { lead, discard } =
				wanted === undefined
					? { lead: await find(), discard: () => Promise.resolve() }
					: await leadInTurns({ ...stores, notes, calls: 1 }, wanted, find);
			const isGone = lead === null || (await erased.without([lead])).length === 0;
			const blob = blobOfActivity();
			if (!isGone) await writeLeads(store, blob, [lead]);
			await discard();
			if (isGone) return { outcome: 'gone' };
			return { outcome: 'stored', blob };
		}),
	);
}
