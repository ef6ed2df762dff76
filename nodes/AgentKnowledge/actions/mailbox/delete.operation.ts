import { rowOf } from '../../transport/row';
import { defineOperation } from '../operation';
import { agentLocator } from '../parameters/agent-locator';
import { mailboxLocator } from '../parameters/mailbox-locator';
import { deletesMailbox } from '../parameters/notice';

export const deleteMailbox = defineOperation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete a mailbox',
	description:
		'Delete a mailbox permanently. It stops sending, and its queued emails are cancelled. To pause it instead, use Disconnect.',
	endpoints: ['deleteMailbox'],
	properties: [agentLocator, mailboxLocator, deletesMailbox],
	async execute({ api }, { agentId, mailboxId }) {
		const left = await api.call('deleteMailbox', { params: { id: agentId }, query: { mailboxId } });
		return [{ agentId, mailboxId, deleted: true, ...rowOf(left) }];
	},
});
