import { defineOperation } from '../operation';
import { agentLocator } from '../parameters/agent-locator';
import { settleOptions } from '../parameters/settle-time';
import { addSource } from './add-source';
import { assertTextSize } from './text-size';

export const addText = defineOperation({
	value: 'addText',
	name: 'Add Text',
	action: 'Add a text as source',
	description: "Add a text snippet to an agent's knowledge. The service indexes it in the background.",
	endpoints: ['addSource', 'listSources', 'getTrainingStatus'],
	properties: [
		agentLocator,
		{
			displayName: 'Title',
			name: 'title',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. Opening hours',
			description: 'The title of the text in the list of sources',
		},
		{
			displayName: 'Content',
			name: 'content',
			type: 'string',
			typeOptions: { rows: 6 },
			default: '',
			required: true,
			description: 'Plain text, at most 1 MB',
		},
		settleOptions,
	],
	check(run, { content }) {
		assertTextSize(run, content);
	},
	async execute(run, { agentId, title, content, options }) {
		return await addSource(run, {
			agentId,
			type: 'text',
			input: { body: { type: 'text', title, content } },
			isOurs: ({ name }) => name === title,
			settleSeconds: options.settleSeconds,
		});
	},
});
