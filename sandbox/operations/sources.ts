import type { sourceOperations as contract } from '../../api/operations/sources';
import type { Sources } from '../training/sources';
import type { Training } from '../training/training';
import { type ImplementForAgent, type Implementations, pageOf } from './implement';

export interface SourceOperationsServices {
	sources: Sources;
	training: Training;
}

/** /agents/{id}/sources, /agents/{id}/retrain and /agents/{id}/training-status */
export function sourceOperations(
	{ sources, training }: SourceOperationsServices,
	implementForAgent: ImplementForAgent,
): Implementations<typeof contract> {
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
	];
}
