import { AGENT, type ResourceSamples } from '../sample';
import type { World } from '../world';

const captured = async (world: World, count: number) =>
	await world.each(count, async () => {
		const agent = await world.agent();
		const lead = { name: 'Nathan', email: 'nathan@person.example', fields: { size: 'L' } };
		const id = await world.add(agent, 'leads', { ...lead, capturedAt: '2026-03-05T12:00:00Z' });
		return { json: { agent, lead: id } };
	});

export const leadSamples: ResourceSamples = {
	resource: 'lead',
	samples: [
		{
			operation: 'getAll',
			endpoint: 'listLeads',
			prepare: async (world, count) => ({
				fields: {
					...AGENT,
					returnAll: true,
					filters: { email: '@person', startDate: '2026-03-05T00:00:00', endDate: '2026-03-05' },
				},
				items: await captured(world, count),
			}),
		},
		{
			operation: 'get',
			endpoint: 'getLead',
			broken: { lead: 4_711_000 },
			prepare: async (world, count) => ({
				fields: { ...AGENT, leadId: '={{ $json.lead }}' },
				items: await captured(world, count),
			}),
		},
	],
};
