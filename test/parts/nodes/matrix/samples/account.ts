import { AGENT, type ResourceSamples } from '../sample';

export const accountSamples: ResourceSamples = {
	resource: 'account',
	samples: [
		{
			operation: 'getUsage',
			endpoint: 'getUsage',
			agentless: true,
			broken: null,
			prepare: (_world, count) =>
				Promise.resolve({ fields: {}, items: Array.from({ length: count }, () => ({ json: {} })) }),
		},
		{
			operation: 'checkKey',
			endpoint: 'getOverview',
			reports: true,
			prepare: async (world, count) => {
				const agents = await world.each(count, () => world.agent());
				return { fields: AGENT, items: agents.map((agent) => ({ json: { agent } })) };
			},
		},
	],
};
