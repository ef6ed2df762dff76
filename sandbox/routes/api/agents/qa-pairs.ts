import type { Fault } from '../../../faults/faults';
import type { Implementation } from '../../../operations/answer';
import type { ImplementForAgent } from '../../../operations/implement';
import type { Indexing, QaPairs } from '../../../training/qa-pairs';
import { pageOf } from '../page-of';

/** /agents/{id}/qa-pairs */
export function qaPairRoutes(qaPairs: QaPairs, implementForAgent: ImplementForAgent): Implementation[] {
	return [
		implementForAgent('listQaPairs', ({ agent, query }) => {
			const { limit, offset } = pageOf(query);
			return qaPairs.list(agent, query.kind, limit, offset);
		}),
		implementForAgent('createQaPair', ({ agent, body, fault }) => qaPairs.create(agent, body, indexing(fault))),
		implementForAgent('updateQaPair', ({ agent, params, body, fault }) =>
			qaPairs.update(agent, params.pairId, body, indexing(fault)),
		),
		implementForAgent('deleteQaPair', ({ agent, params, fault }) => {
			qaPairs.delete(agent, params.pairId, indexing(fault));
			return { id: params.pairId, deleted: true };
		}),
	];
}

function indexing(fault: Fault | null): Indexing {
	return fault?.kind === 'indexing-unavailable' ? 'unavailable' : 'available';
}
