import type { INodeParameters } from 'n8n-workflow';
import { AGENT, NO_SETTLING, type ResourceSamples, fromItem } from '../sample';
import type { World } from '../world';

const PAIR = { question: 'Do you ship to Norway?', answer: 'Yes, within five days.' };

const withPair = (fields: INodeParameters) => async (world: World, count: number) => ({
	fields: { ...AGENT, ...fields },
	items: await world.each(count, async () => {
		const agent = await world.agent();
		const pair = await world.api('POST', `/agents/${agent}/qa-pairs`, PAIR);
		return { json: { agent, pair: String(Reflect.get(Object(pair), 'id')) } };
	}),
});
/** Agents that lack the pair, so that it is created, and then turned off. */
const toAdd = (operation: string, fields: INodeParameters): ResourceSamples['samples'][number] => ({
	operation,
	endpoint: 'createQaPair',
	prepare: async (world, count) => {
		const agents = await world.each(count, () => world.agent());
		return {
			fields: { ...AGENT, ...PAIR, ...NO_SETTLING, ...fields },
			items: agents.map((agent) => ({ json: { agent } })),
			effects: () => world.total(`/agents/${agents[0] ?? ''}/qa-pairs`),
		};
	},
});
const LOCATED = { pairId: fromItem('pair') };

export const qaPairSamples: ResourceSamples = {
	resource: 'qaPair',
	samples: [
		toAdd('create', {}),
		toAdd('upsert', { additionalFields: { enabled: false } }),
		{ operation: 'getAll', endpoint: 'listQaPairs', prepare: withPair({ returnAll: true, filters: { kind: 'qa' } }) },
		{
			operation: 'update',
			endpoint: 'updateQaPair',
			broken: { pair: '4711000' },
			prepare: withPair({ ...LOCATED, updateFields: { answer: 'Yes.', enabled: false, question: 'To Norway?' } }),
		},
		{ operation: 'delete', endpoint: 'deleteQaPair', broken: { pair: '4711000' }, prepare: withPair(LOCATED) },
	],
};
