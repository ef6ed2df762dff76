import { type ApiClient, ApiError } from '../../../api';
import type { SyncedLead, SyncOf } from '../../../workflows/lead-sync/activities';
import type { Destinations } from '../../destinations';
import type { WithoutErased } from '../../privacy';
import { withNotes } from './page-notes';
import { holdingFailure, unknownDestination } from './failures';

/** Reads one lead that was refused before, as it is now, and writes it. */
export async function syncLead(
	api: ApiClient,
	destinations: Destinations,
	erased: WithoutErased,
	of: SyncOf,
	leadId: number,
): Promise<SyncedLead> {
	try {
		return await withNotes(async () => {
			const destination = destinations.find(of.destination);
			if (destination === null) throw unknownDestination(of.destination);
			const lead = await api.call('getLead', { params: { id: of.agentId, leadId } });
			if ((await erased.without([lead])).length === 0) return { outcome: 'gone' };
			const [refusal] = (await destination.writeLead(of, lead)).refused;
			return refusal === undefined ? { outcome: 'written' } : { outcome: 'refused', reason: refusal.reason };
		});
	} catch (error) {
		if (error instanceof ApiError && error.status === 404) return { outcome: 'gone' };
		throw holdingFailure(error);
	}
}
