import { rowOf } from '../../transport/row';
import { defineOperation } from '../operation';
import { agentLocator } from '../parameters/agent-locator';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get a COD confirmation',
	description: 'Get one cash-on-delivery (COD) confirmation',
	endpoints: ['getCodConfirmation'],
	properties: [
		agentLocator,
		{
			displayName: 'Confirmation ID',
			name: 'confirmationId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 42',
			description: 'The ID of the confirmation, from COD Confirmation > Get Many',
		},
	],
	async execute({ api }, { agentId, confirmationId }) {
		const params = { id: agentId, confirmationId: confirmationId.trim() };
		return [rowOf(await api.call('getCodConfirmation', { params }))];
	},
});
