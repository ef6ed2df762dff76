import { NodeOperationError } from 'n8n-workflow';
import { rowOf } from '../../transport/row';
import { defineOperation } from '../operation';
import { agentLocator } from '../parameters/agent-locator';
import { textSourceLocator } from '../parameters/source-locator';
import { assertTextSize } from './text-size';

export const update = defineOperation({
	value: 'update',
	name: 'Update Text',
	action: 'Update a text source',
	description:
		'Change the title or the content of a text source. The service indexes the new content in the background.',
	endpoints: ['updateSource'],
	properties: [
		agentLocator,
		textSourceLocator,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [
				{
					displayName: 'Content',
					name: 'content',
					type: 'string',
					typeOptions: { rows: 6, form: 'filled' },
					default: '',
					description: 'The new text, at most 1 MB',
				},
				{
					displayName: 'Title',
					name: 'title',
					type: 'string',
					typeOptions: { form: 'filled' },
					default: '',
					description: 'The new title',
				},
			],
		},
	],
	check(run, { updateFields }) {
		if (Object.keys(updateFields).length === 0) {
			throw new NodeOperationError(run.context.getNode(), 'There is nothing to update', {
				itemIndex: run.itemIndex,
				description: 'Add "Content", "Title" or both under "Update Fields".',
			});
		}
		assertTextSize(run, updateFields.content ?? '');
	},
	async execute(run, { agentId, sourceId, updateFields }) {
		const params = { id: agentId, sourceId };
		return [rowOf(await run.api.call('updateSource', { params, body: { ...updateFields } }))];
	},
});
