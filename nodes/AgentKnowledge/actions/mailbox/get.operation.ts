import { NodeOperationError } from 'n8n-workflow';
import { defineOperation } from '../operation';
import { shapeOf } from '../output';
import { agentLocator } from '../parameters/agent-locator';
import { mailboxLocator } from '../parameters/mailbox-locator';
import { outputShape } from '../parameters/output-shape';
import { simplifiedMailbox } from './simplified';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get a mailbox',
	description: 'Get the setup of one mailbox',
	endpoints: ['listMailboxes'],
	properties: [agentLocator, mailboxLocator, ...outputShape],
	async execute(run, { agentId, mailboxId, ...wanted }) {
		const { mailboxes } = await run.api.call('listMailboxes', { params: { id: agentId }, query: { mailboxId } });
		const mailbox = mailboxes.find(({ id }) => id === mailboxId);
		if (mailbox !== undefined) return [shapeOf(run, wanted, simplifiedMailbox)(mailbox)];
		throw new NodeOperationError(run.context.getNode(), `The agent has no mailbox "${mailboxId}"`, {
			itemIndex: run.itemIndex,
			description: 'Choose one under "From List", or take an ID from Mailbox > Get Many.',
		});
	},
});
