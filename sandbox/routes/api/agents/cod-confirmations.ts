import type { CodConfirmations } from '../../../conversations/cod-confirmations';
import type { Implementation } from '../../../operations/answer';
import type { ImplementForAgent } from '../../../operations/implement';
import { pageOf } from '../page-of';

/** /agents/{id}/cod-confirmations */
export function codRoutes(confirmations: CodConfirmations, implementForAgent: ImplementForAgent): Implementation[] {
	return [
		implementForAgent('listCodConfirmations', ({ agent, query }) => {
			const { limit, offset } = pageOf(query);
			return confirmations.list(agent, limit, offset);
		}),
		implementForAgent('getCodMetrics', ({ agent, query }) => confirmations.metrics(agent, query)),
		implementForAgent('getCodConfirmation', ({ agent, params }) => confirmations.get(agent, params.confirmationId)),
	];
}
