import type { Implementation } from '../../../operations/answer';
import type { ImplementForAgent } from '../../../operations/implement';
import type { Sources } from '../../../training/sources';
import { pageOf } from '../page-of';

/** /agents/{id}/sources */
export function sourceRoutes(sources: Sources, implementForAgent: ImplementForAgent): Implementation[] {
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
	];
}
