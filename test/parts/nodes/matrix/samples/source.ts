import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { AGENT, NO_SETTLING, type ResourceSamples, fromItem } from '../sample';
import type { World } from '../world';

/** Agents, each with a text of its own. */
const withText = (fields: INodeParameters) => async (world: World, count: number) => ({
	fields: { ...AGENT, ...fields },
	items: await world.each(count, async () => {
		const agent = await world.agent();
		const text = { type: 'text', title: 'Hours', content: 'We open at nine.' };
		const added = await world.api('POST', `/agents/${agent}/sources`, text);
		return { json: { agent, source: String(Reflect.get(Object(added), 'id')) } };
	}),
});

/** Agents to add a source to. */
const toAdd = (fields: INodeParameters, type: string, binary?: INodeExecutionData['binary']) => {
	return async (world: World, count: number) => {
		const agents = await world.each(count, () => world.agent());
		const url = `${world.node.sandbox.siteUrl}/about`;
		const path = `/agents/${agents[0] ?? ''}/sources?type=${type}`;
		// A new agent has its website as a source.
		const before = await world.total(path);
		return {
			fields: { ...AGENT, ...fields, ...NO_SETTLING },
			items: agents.map((agent) => ({ json: { agent, url }, ...(binary && { binary }) })),
			effects: async () => (await world.total(path)) - before,
		};
	};
};

const file = {
	data: { fileName: 'hours.txt', mimeType: 'text/plain', data: Buffer.from('Nine to five.').toString('base64') },
};
const LOCATED = { sourceId: fromItem('source') };

export const sourceSamples: ResourceSamples = {
	resource: 'source',
	samples: [
		{
			operation: 'addText',
			endpoint: 'addSource',
			prepare: toAdd({ title: 'Hours', content: 'We open at nine.' }, 'text'),
		},
		{
			operation: 'upsertText',
			endpoint: 'addSource',
			prepare: toAdd({ title: 'Hours', content: 'We open at nine.' }, 'text'),
		},
		{
			operation: 'addUrl',
			endpoint: 'addSource',
			prepare: toAdd({ url: '={{ $json.url }}' }, 'url'),
		},
		{
			operation: 'upload',
			endpoint: 'uploadSourceFile',
			prepare: toAdd({ binaryPropertyName: 'data' }, 'file', file),
		},
		{
			operation: 'getAll',
			endpoint: 'listSources',
			prepare: withText({ returnAll: true, filters: { type: 'text' } }),
		},
		{ operation: 'get', endpoint: 'getSource', broken: { source: '4711000' }, prepare: withText(LOCATED) },
		{
			operation: 'update',
			endpoint: 'updateSource',
			broken: { source: '4711000' },
			prepare: withText({ ...LOCATED, updateFields: { title: 'New hours', content: 'We open at ten.' } }),
		},
		{ operation: 'delete', endpoint: 'deleteSource', broken: { source: '4711000' }, prepare: withText(LOCATED) },
	],
};
