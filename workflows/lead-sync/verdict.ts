import { type EndingOf, type Verdict, verdictOnItems } from '../task/outcomes';
import type { LeadSyncResult } from './contract';

/** A sync has no end of its own and never completes. A later version may end one. */
export function verdictOn({ leadsSynced, leadsRefused }: LeadSyncResult): Verdict<EndingOf<'lead-sync'>> {
	const message = `${leadsSynced} leads synced, ${leadsRefused} refused.`;
	return verdictOnItems(leadsSynced, leadsSynced + leadsRefused, message);
}
