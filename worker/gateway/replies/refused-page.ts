import type { z } from 'zod';
import type { RefusedLead } from '../../../workflows/lead-sync/contract';
import { invalidPageToken } from '../../tasks/task-problems';
import type { refusedLeadsQuery, refusedLeadsSchema } from '../schemas';

type Query = z.output<typeof refusedLeadsQuery>;
type Page = z.output<typeof refusedLeadsSchema>;

/**
 * One page of the refused leads, oldest first. The token names the last lead of the page before, so that a lead that was
 * retried or dismissed meanwhile moves no other lead to another page.
 * @throws Problem `invalid_request` for another token
 */
export function refusedPage(leads: readonly RefusedLead[], { limit, pageToken, search, reason }: Query): Page {
	const wanted = search?.trim().toLowerCase() ?? '';
	const matching = leads
		.filter((lead) => reason === undefined || lead.reason === reason)
		.filter((lead) => wanted === '' || String(lead.leadId) === wanted || lead.reason.toLowerCase().includes(wanted))
		.toSorted(inOrder);
	const last = pageToken === undefined ? null : placeOf(pageToken);
	const rest = last === null ? matching : matching.filter((lead) => inOrder(lead, last) > 0);
	const items = rest.slice(0, limit);
	const end = items.at(-1);
	return {
		items,
		nextPageToken: end === undefined || rest.length === items.length ? null : tokenOf(end),
		total: leads.length,
		matchingLeadIds: matching.map(({ leadId }) => leadId),
		reasons: reasonsOf(leads),
	};
}

type Place = Pick<RefusedLead, 'at' | 'leadId'>;

function inOrder(one: Place, other: Place): number {
	return Date.parse(one.at) - Date.parse(other.at) || one.leadId - other.leadId;
}

function tokenOf({ at, leadId }: Place): string {
	return Buffer.from(`${at} ${leadId}`).toString('base64url');
}

function placeOf(token: string): Place {
	const [at = '', leadId = ''] = Buffer.from(token, 'base64url').toString().split(' ');
	if (Number.isNaN(Date.parse(at)) || !/^\d+$/.test(leadId)) throw invalidPageToken();
	const place = { at, leadId: Number(leadId) };
	if (tokenOf(place) !== token) throw invalidPageToken();
	return place;
}

function reasonsOf(leads: readonly RefusedLead[]): Page['reasons'] {
	const counts = new Map<string, number>();
	for (const { reason } of leads) counts.set(reason, (counts.get(reason) ?? 0) + 1);
	return [...counts].map(([reason, count]) => ({ reason, count })).sort((one, other) => other.count - one.count);
}
