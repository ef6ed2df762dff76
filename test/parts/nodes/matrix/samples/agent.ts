import { AGENT, type ResourceSamples } from '../sample';
import type { World } from '../world';

const agents = async (world: World, count: number) => {
	const ids = await world.each(count, () => world.agent());
	return { fields: AGENT, items: ids.map((agent) => ({ json: { agent } })) };
};

export const agentSamples: ResourceSamples = {
	resource: 'agent',
	samples: [
		{
			operation: 'getAll',
			endpoint: 'listAgents',
			agentless: true,
			broken: null,
			prepare: (_world, count) =>
				Promise.resolve({
					fields: { returnAll: true },
					items: Array.from({ length: count }, () => ({ json: {} })),
				}),
		},
		{ operation: 'get', endpoint: 'getAgent', prepare: agents },
		{ operation: 'getTrainingStatus', endpoint: 'getTrainingStatus', prepare: agents },
		{
			operation: 'retrain',
			endpoint: 'retrain',
			prepare: async (world, count) => {
				const { items } = await agents(world, count);
				return { fields: { ...AGENT, options: { ifAlreadyRunning: 'adopt', settleSeconds: 0 } }, items };
			},
		},
		{
			operation: 'chat',
			endpoint: 'chat',
			prepare: async (world, count) => {
				const { items } = await agents(world, count);
				const path = `/agents/${items[0]?.json.agent ?? ''}`;
				const place = { city: 'Bergen', country: 'Norway', countryCode: 'NO', region: 'Vestland' };
				const additionalFields = { clientMessageId: world.name('message'), sessionId: '={{ $json.session }}' };
				for (const item of items) {
					const sent = await world.api('POST', `/agents/${item.json.agent}/chat`, { message: 'Hello' });
					const session: unknown = Reflect.get(Object(sent), 'sessionId');
					Object.assign(item.json, { session });
				}
				return {
					fields: {
						...AGENT,
						message: 'Do you ship to Norway?',
						additionalFields: { ...additionalFields, location: { place } },
					},
					items,
					// One conversation; its first message was sent above.
					effects: () => world.total(`${path}/conversations`),
				};
			},
		},
	],
};
