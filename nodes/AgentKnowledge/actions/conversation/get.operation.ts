import { defineOperation } from '../operation';
import { shapeOf } from '../output';
import { outputShape } from '../parameters/output-shape';
import { simplifiedConversation } from './simplified';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get a conversation with its transcript',
	description: 'Get one conversation with its transcript. It never contains the private notes of the team.',
	endpoints: ['getConversation'],
	properties: [
		{
			displayName: 'Conversation ID',
			name: 'conversationId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. conv_42',
			description: 'From Conversation > Get Many, or the conversation ID of a lead',
		},
		...outputShape,
	],
	async execute(run, { conversationId, ...wanted }) {
		const shape = shapeOf(run, wanted, simplifiedConversation);
		return [shape(await run.api.call('getConversation', { params: { id: conversationId.trim() } }))];
	},
});
