import { defineOperation } from '../operation';
import { agentLocator } from '../parameters/agent-locator';
import { settleOptions } from '../parameters/settle-time';
import { createPair } from './create-pair';
import { answerField, questionField } from './pair-fields';

export const create = defineOperation({
	value: 'create',
	name: 'Create',
	action: 'Create a Q&A pair',
	description: 'Teach an agent the exact answer to a question. The agent gives it word for word.',
	endpoints: ['createQaPair', 'listQaPairs'],
	properties: [agentLocator, questionField, answerField, settleOptions],
	async execute(run, { options, ...pair }) {
		return await createPair(run, { ...pair, settleSeconds: options.settleSeconds });
	},
});
