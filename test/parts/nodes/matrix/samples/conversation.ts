import { AGENT, type ResourceSamples } from '../sample';
import type { World } from '../world';

const begun = async (world: World, count: number) =>
	await world.each(count, async () => {
		const agent = await world.agent();
		const messages = [{ role: 'visitor', content: 'Hello' }];
		const id = await world.add(agent, 'conversations', { channel: 'website', state: 'open', messages });
		return { json: { agent, id } };
	});

export const conversationSamples: ResourceSamples = {
	resource: 'conversation',
	samples: [
		{
			operation: 'getAll',
			endpoint: 'listConversations',
			prepare: async (world, count) => ({
				fields: { ...AGENT, returnAll: true, filters: { channel: 'website', state: 'open' } },
				items: await begun(world, count),
			}),
		},
		{
			operation: 'get',
			endpoint: 'getConversation',
			agentless: true,
			broken: { id: 'conv_gone' },
			prepare: async (world, count) => ({
				fields: { conversationId: '={{ $json.id }}' },
				items: await begun(world, count),
			}),
		},
	],
};
