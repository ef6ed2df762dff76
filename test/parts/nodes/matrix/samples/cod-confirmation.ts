import { AGENT, type ResourceSamples } from '../sample';
import type { World } from '../world';

const ordered = async (world: World, count: number) =>
	await world.each(count, async () => {
		const agent = await world.agent();
		const order = { orderNumber: '1001', customerName: 'Nathan', customerPhone: '+47 1', amount: 9.5, currency: 'NOK' };
		return { json: { agent, confirmation: await world.add(agent, 'cod-confirmations', order) } };
	});

export const codConfirmationSamples: ResourceSamples = {
	resource: 'codConfirmation',
	samples: [
		{
			operation: 'getAll',
			endpoint: 'listCodConfirmations',
			prepare: async (world, count) => ({
				fields: { ...AGENT, returnAll: true },
				items: await ordered(world, count),
			}),
		},
		{
			operation: 'get',
			endpoint: 'getCodConfirmation',
			broken: { confirmation: 'cod_gone' },
			prepare: async (world, count) => ({
				fields: { ...AGENT, confirmationId: '={{ $json.confirmation }}' },
				items: await ordered(world, count),
			}),
		},
		{
			operation: 'getMetrics',
			endpoint: 'getCodMetrics',
			prepare: async (world, count) => ({
				fields: { ...AGENT, filters: { startDate: '2026-01-01', endDate: '={{ $today }}' } },
				items: await ordered(world, count),
			}),
		},
	],
};
