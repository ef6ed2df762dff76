import { LIMITS } from '../../api';
import type { Repositories } from '../database/repositories';
import type { Fault } from '../faults/faults';
import { searchKnowledge } from '../search/search-passages';
import type { Indexing, QaPairs } from '../training/qa-pairs';
import type { Sources } from '../training/sources';
import type { Training } from '../training/training';
import { type Implementation, type ImplementForAgent, pageOf } from './implement';

export interface TrainingOperationsServices {
	repositories: Repositories;
	sources: Sources;
	training: Training;
	qaPairs: QaPairs;
}

/** /agents/{id}/sources, /retrain, /training-status, /knowledge/search and /qa-pairs */
export function trainingOperations(
	{ repositories, sources, training, qaPairs }: TrainingOperationsServices,
	implementForAgent: ImplementForAgent,
): Implementation[] {
	return [
		implementForAgent('listSources', ({ agent, query }) => {
			const { limit, offset } = pageOf(query);
			return sources.list(agent, query.type, limit, offset);
		}),
		implementForAgent('getSource', ({ agent, params }) => sources.get(agent, params.sourceId)),
		implementForAgent('addSource', ({ agent, body }) =>
			body.type === 'url' ? sources.addUrl(agent, body.url) : sources.addText(agent, body.title, body.content),
		),
		implementForAgent('uploadSourceFile', ({ agent, form }) => sources.addFile(agent, form)),
		implementForAgent('updateSource', ({ agent, params, body }) => sources.update(agent, params.sourceId, body)),
		implementForAgent('deleteSource', async ({ agent, params }) => {
			await sources.delete(agent, params.sourceId);
			return { id: params.sourceId, deleted: true };
		}),

		implementForAgent('retrain', ({ agent }) => training.start(agent)),
		implementForAgent('getTrainingStatus', ({ agent }) => training.status(agent)),

		implementForAgent('searchKnowledge', ({ agent, query: { query, limit } }) => ({
			agentId: agent.id,
			query,
			items: searchKnowledge(repositories.passages, agent, query, limit ?? LIMITS.searchPassagesDefault),
		})),

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
