import { listRows } from '../list-rows';
import { defineOperation } from '../operation';
import { returnAllOrLimit } from '../parameters/return-all';

export const getMany = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many agents',
	description: 'Get many agents that the API key can access',
	endpoints: ['listAgents'],
	properties: returnAllOrLimit,
	async execute({ api }, parameters) {
		return await listRows(parameters, (window) => api.call('listAgents', { query: { ...window } }));
	},
});
