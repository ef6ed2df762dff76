import { defineOperation } from '../operation';
import { agentLocator } from '../parameters/agent-locator';
import { settleOptions } from '../parameters/settle-time';
import { addSource, textSource } from './add-source';
import { contentField, titleField } from './text-fields';
import { assertTextSize } from './text-size';

export const addText = defineOperation({
	value: 'addText',
	name: 'Add Text',
	action: 'Add a text as source',
	description: "Add a text snippet to an agent's knowledge. The service indexes it in the background.",
	endpoints: ['addSource', 'listSources', 'getTrainingStatus'],
	properties: [agentLocator, titleField, contentField, settleOptions],
	check(run, { content }) {
		assertTextSize(run, content);
	},
	async execute(run, { agentId, title, content, options }) {
		return await addSource(run, textSource({ agentId, title, content }, options.settleSeconds));
	},
});
