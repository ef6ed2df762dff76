import { activityInfo } from '@temporalio/activity';
import { ApiError } from '../../../api';
import type { StoredLead, StoredPage, SyncOf, SyncPage } from '../../../workflows/lead-sync/activities';
import { type BlobStore, handOutKey, writeLeads } from '../../storage/blobs';
import { type ReportBlockage, watchBlockage } from './report-blockage';
import { type Reads, readStep, withNotes } from './sync-page';

export interface StoresLeads extends Reads {
	store: BlobStore;
	report: ReportBlockage;
}

/** Reads the next page and stores its new leads, which the sync then hands out. */
export async function storePage({ store, report, ...reads }: StoresLeads, page: SyncPage): Promise<StoredPage> {
	return withNotes((notes) =>
		watchBlockage(notes, report, async () => {
			const { leads, cursor, skipped } = await readStep(reads, page, page.cursor, notes);
			const leadIds = leads.map(({ id }) => id);
			const filtered = skipped === undefined ? {} : { skipped };
			if (leads.length === 0) return { cursor, leadIds, blob: null, ...filtered };
			const blob = keyOfThis();
			await writeLeads(store, blob, leads);
			return { cursor, leadIds, blob, ...filtered };
		}),
	);
}

/** Reads the current state of one lead and stores it. */
export async function storeLead(stores: StoresLeads, of: SyncOf, leadId: number): Promise<StoredLead> {
	return withNotes((notes) => watchBlockage(notes, stores.report, () => readAndStore(stores, of, leadId)));
}

async function readAndStore({ api, erased, store }: StoresLeads, of: SyncOf, leadId: number): Promise<StoredLead> {
	try {
		const lead = await api.call('getLead', { params: { id: of.agentId, leadId } });
		if ((await erased.without([lead])).length === 0) return { outcome: 'gone' };
		const blob = keyOfThis();
		await writeLeads(store, blob, [lead]);
		return { outcome: 'stored', blob };
	} catch (error) {
		if (error instanceof ApiError && error.status === 404) return { outcome: 'gone' };
		throw error;
	}
}

/** Every attempt of an activity has the same key, so that a lost one leaves nothing behind. */
function keyOfThis(): string {
	const { workflowExecution, activityId } = activityInfo();
	return handOutKey(workflowExecution?.workflowId ?? '', `${workflowExecution?.runId ?? ''}.${activityId}`);
}
