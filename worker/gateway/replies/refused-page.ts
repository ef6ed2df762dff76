import type { z } from 'zod';
import type { RefusedLead } from '../../../workflows/lead-sync/contract';
import type { refusedLeadsQuery, refusedLeadsSchema } from '../schemas';
import { momentAndId, pageAfter, type PageOrder } from './page-after';

type Query = z.output<typeof refusedLeadsQuery>;
type Page = z.output<typeof refusedLeadsSchema>;

/**
 * One page of the refused leads, oldest first.
 * @throws Problem `invalid_request` for another token
 */
export function refusedPage(leads: readonly RefusedLead[], { limit, pageToken, search, reason }: Query): Page {
	const wanted = search?.trim().toLowerCase() ?? '';
	const matching = leads
		.filter((lead) => reason === undefined || lead.reason === reason)
		.filter((lead) => wanted === '' || String(lead.leadId) === wanted || lead.reason.toLowerCase().includes(wanted))
		.toSorted(ORDER.compare);
	return {
		...pageAfter(matching, { limit, pageToken }, ORDER),
		total: leads.length,
		matchingLeadIds: matching.map(({ leadId }) => leadId),
		reasons: reasonsOf(leads),
	};
}

const ORDER: PageOrder<Pick<RefusedLead, 'at' | 'leadId'>> = {
	compare: (one, other) => Date.parse(one.at) - Date.parse(other.at) || one.leadId - other.leadId,
	words: ({ at, leadId }) => [at, leadId],
	place(words) {
		const found = momentAndId(words);
		return found === null ? null : { at: found.at, leadId: found.id };
	},
};

function reasonsOf(leads: readonly RefusedLead[]): Page['reasons'] {
	const counts = new Map<string, number>();
	for (const { reason } of leads) counts.set(reason, (counts.get(reason) ?? 0) + 1);
	return [...counts].map(([reason, count]) => ({ reason, count })).sort((one, other) => other.count - one.count);
}
