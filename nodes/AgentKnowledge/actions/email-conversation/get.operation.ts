import { defineOperation } from '../operation';
import { shapeOf } from '../output';
import { agentLocator } from '../parameters/agent-locator';
import { outputShape } from '../parameters/output-shape';
import { rowsByAddress, simplifiedEmailConversation } from './rows';
import { session } from './session';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get delivery outcomes of an email conversation',
	description:
		'Get the recipients of an email conversation, the outcome of each queued email per address, and whether automatic replies are paused',
	endpoints: ['getEmailConversation'],
	properties: [
		agentLocator,
		session,
		{
			displayName: 'Split Into Items',
			name: 'splitIntoItems',
			type: 'boolean',
			default: false,
			description: 'Whether to return one item per address of each email instead of one for the conversation',
		},
		...outputShape,
	],
	async execute(run, { agentId, sessionId, splitIntoItems, ...wanted }) {
		const params = { id: agentId, sessionId: sessionId.trim() };
		const conversation = await run.api.call('getEmailConversation', { params });
		// The row of an address has no longer form, so a user can only select fields of it.
		if (splitIntoItems) return rowsByAddress(conversation).map(shapeOf(run, wanted, (row) => row));
		return [shapeOf(run, wanted, simplifiedEmailConversation)(conversation)];
	},
});
