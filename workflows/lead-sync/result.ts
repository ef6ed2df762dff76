import type { LeadSyncInput, LeadSyncResult } from './contract';
import { missingOf } from './refusals';
import type { SyncState } from './state';

/** What a sync has done so far. */
export function resultOf({ agentId, destination }: LeadSyncInput, state: SyncState): LeadSyncResult {
	const { cursor, synced, skipped } = state;
	const completeAt = cursor?.completeAt ?? null;
	return {
		version: 1,
		...(agentId === undefined ? {} : { agentId }),
		destination,
		leadsSynced: synced,
		leadsRefused: missingOf(state),
		...(skipped === undefined ? {} : { leadsSkipped: skipped }),
		completeUntil: completeAt === null ? null : new Date(completeAt).toISOString(),
	};
}

/** Where a sync without a cursor starts, in milliseconds since 1970. */
export function startOf({ startDate }: LeadSyncInput): number {
	return startDate === undefined ? 0 : Date.parse(startDate);
}
