import { rowOf } from '../../transport/row';
import { defineOperation } from '../operation';

export const getUsage = defineOperation({
	value: 'getUsage',
	name: 'Get Usage',
	action: 'Get the usage of the account',
	description: 'Get the usage of the plan and the remaining message credits',
	endpoints: ['getUsage'],
	properties: [],
	async execute({ api }) {
		return [rowOf(await api.call('getUsage'))];
	},
});
