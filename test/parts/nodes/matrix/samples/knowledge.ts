import { AGENT, type ResourceSamples } from '../sample';

export const knowledgeSamples: ResourceSamples = {
	resource: 'knowledge',
	samples: [
		{
			operation: 'search',
			endpoint: 'searchKnowledge',
			prepare: async (world, count) => {
				const agents = await world.each(count, () => world.agent());
				return {
					fields: { ...AGENT, query: 'shipping', maxPassages: 3 },
					items: agents.map((agent) => ({ json: { agent } })),
				};
			},
		},
	],
};
