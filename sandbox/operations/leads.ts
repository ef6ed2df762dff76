import type { leadOperations as contract } from '../../api/operations/leads';
import type { CodConfirmations } from '../conversations/cod-confirmations';
import type { Leads } from '../conversations/leads';
import { type ImplementForAgent, type Implementations, pageOf } from './implement';

export interface LeadOperationsServices {
	leads: Leads;
	cod: CodConfirmations;
}

/** /agents/{id}/leads and /agents/{id}/cod-confirmations */
export function leadOperations(
	{ leads, cod }: LeadOperationsServices,
	implementForAgent: ImplementForAgent,
): Implementations<typeof contract> {
	return [
		implementForAgent('listLeads', ({ agent, query }) => {
			const { limit, offset } = pageOf(query);
			return leads.list(agent, query, limit, offset);
		}),
		implementForAgent('getLead', ({ agent, params }) => leads.get(agent, params.leadId)),

		implementForAgent('listCodConfirmations', ({ agent, query }) => {
			const { limit, offset } = pageOf(query);
			return cod.list(agent, limit, offset);
		}),
		implementForAgent('getCodMetrics', ({ agent, query }) => cod.metrics(agent, query)),
		implementForAgent('getCodConfirmation', ({ agent, params }) => cod.get(agent, params.confirmationId)),
	];
}
