import type { LeadSyncInput, LeadSyncResult } from './contract';
import type { SyncState } from './state';

/** What a sync has done so far. */
export function resultOf(
	{ agentId, destination }: LeadSyncInput,
	{ cursor, synced, refused }: SyncState,
): LeadSyncResult {
	const completeAt = cursor?.completeAt ?? null;
	return {
		version: 1,
		agentId,
		destination,
		leadsSynced: synced,
		leadsRefused: refused.length,
		completeUntil: completeAt === null ? null : new Date(completeAt).toISOString(),
	};
}

/** Where a sync without a cursor starts, in milliseconds since 1970. */
export function startOf({ startDate }: LeadSyncInput): number {
	return startDate === undefined ? 0 : Date.parse(startDate);
}
