import { filled } from '../filled';
import { listRows } from '../list-rows';
import { defineOperation } from '../operation';
import { shapeOf } from '../output';
import { agentLocator } from '../parameters/agent-locator';
import { endDate, startDate } from '../parameters/dates';
import { outputShape } from '../parameters/output-shape';
import { returnAllOrLimit } from '../parameters/return-all';
import { simplifiedLead } from './simplified';

export const getMany = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many leads',
	description: 'Get many leads that an agent captured, newest first',
	endpoints: ['listLeads'],
	properties: [
		agentLocator,
		...returnAllOrLimit,
		...outputShape,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [
				{
					displayName: 'Email',
					name: 'email',
					type: 'string',
					default: '',
					placeholder: 'e.g. @example.com',
					description: 'Only leads whose email address contains this text',
				},
				endDate,
				startDate,
			],
		},
	],
	async execute(run, { agentId, filters, returnAll, limit, ...wanted }) {
		const query = filled(filters);
		return await listRows(
			{ returnAll, limit },
			(window) => run.api.call('listLeads', { params: { id: agentId }, query: { ...query, ...window } }),
			shapeOf(run, wanted, simplifiedLead),
		);
	},
});
