import { defineOperation } from '../operation';
import { shapeOf } from '../output';
import { agentLocator } from '../parameters/agent-locator';
import { outputShape } from '../parameters/output-shape';
import { simplifiedLead } from './simplified';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get a lead',
	description: 'Get one captured lead with its contact data and form fields',
	endpoints: ['getLead'],
	properties: [
		agentLocator,
		{
			displayName: 'Lead ID',
			name: 'leadId',
			type: 'string',
			typeOptions: { form: 'wholeNumber' },
			default: '',
			required: true,
			placeholder: 'e.g. 42',
			description: 'The ID of the lead. It is a whole number.',
		},
		...outputShape,
	],
	async execute(run, { agentId, leadId, ...wanted }) {
		const lead = await run.api.call('getLead', { params: { id: agentId, leadId: leadId.trim() } });
		return [shapeOf(run, wanted, simplifiedLead)(lead)];
	},
});
