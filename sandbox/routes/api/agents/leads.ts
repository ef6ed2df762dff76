import type { Leads } from '../../../conversations/leads';
import type { Implementation } from '../../../operations/answer';
import type { ImplementForAgent } from '../../../operations/implement';
import { pageOf } from '../page-of';

/** /agents/{id}/leads */
export function leadRoutes(leads: Leads, implementForAgent: ImplementForAgent): Implementation[] {
	return [
		implementForAgent('listLeads', ({ agent, query }) => {
			const { limit, offset } = pageOf(query);
			return leads.list(agent, query, limit, offset);
		}),
		implementForAgent('getLead', ({ agent, params }) => leads.get(agent, params.leadId)),
	];
}
