import { NodeOperationError } from 'n8n-workflow';
import { rowOf } from '../../transport/row';
import { filled } from '../filled';
import { defineOperation } from '../operation';
import { agentLocator } from '../parameters/agent-locator';
import { pairLocator } from '../parameters/pair-locator';
import { withWarning } from './saved-later';

export const update = defineOperation({
	value: 'update',
	name: 'Update',
	action: 'Update a Q&A pair',
	description: 'Change the question or the answer of a Q&A pair, or turn it on or off',
	endpoints: ['updateQaPair'],
	properties: [
		agentLocator,
		pairLocator,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [
				{
					displayName: 'Answer',
					name: 'answer',
					type: 'string',
					typeOptions: { rows: 4 },
					default: '',
					description: 'The new answer',
				},
				{
					displayName: 'Enabled',
					name: 'enabled',
					type: 'boolean',
					default: true,
					description: 'Whether the agent uses the pair',
				},
				{
					displayName: 'Question',
					name: 'question',
					type: 'string',
					default: '',
					description: 'The new question',
				},
			],
		},
	],
	check(run, { updateFields }) {
		if (Object.keys(filled(updateFields)).length === 0) {
			throw new NodeOperationError(run.context.getNode(), 'There is nothing to update', {
				itemIndex: run.itemIndex,
				description: 'Add "Answer", "Enabled" or "Question" under "Update Fields", and fill it in.',
			});
		}
	},
	async execute(run, { agentId, pairId, updateFields }) {
		const body = filled(updateFields);
		const params = { id: agentId, pairId };
		return await withWarning(
			run,
			async () => rowOf(await run.api.call('updateQaPair', { params, body })),
			() => ({ agentId, id: Number(pairId), ...body }),
		);
	},
});
