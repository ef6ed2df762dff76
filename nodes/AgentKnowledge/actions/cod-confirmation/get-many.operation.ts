import { listRows } from '../list-rows';
import { defineOperation } from '../operation';
import { agentLocator } from '../parameters/agent-locator';
import { returnAllOrLimit } from '../parameters/return-all';

export const getMany = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many COD confirmations',
	description: 'Get many cash-on-delivery (COD) confirmations of an agent, newest first',
	endpoints: ['listCodConfirmations'],
	properties: [agentLocator, ...returnAllOrLimit],
	async execute({ api }, { agentId, ...amount }) {
		return await listRows(amount, (window) =>
			api.call('listCodConfirmations', { params: { id: agentId }, query: { ...window } }),
		);
	},
});
