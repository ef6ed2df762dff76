import { rowOf } from '../../transport/row';
import { defineOperation } from '../operation';
import { agentLocator } from '../parameters/agent-locator';
import { mailboxLocator } from '../parameters/mailbox-locator';

export const deleteMailbox = defineOperation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete a mailbox',
	description:
		'Delete a mailbox for good: it stops sending, and its queued emails are cancelled. To pause it instead, use Disconnect.',
	endpoints: ['deleteMailbox'],
	properties: [
		agentLocator,
		mailboxLocator,
		{
			displayName:
				'This is permanent: queued emails are cancelled, and the email history loses its sender address. To pause a mailbox, use Disconnect.',
			name: 'isPermanent',
			type: 'notice',
			default: '',
		},
	],
	async execute({ api }, { agentId, mailboxId }) {
		const left = await api.call('deleteMailbox', { params: { id: agentId }, query: { mailboxId } });
		return [{ agentId, mailboxId, deleted: true, ...rowOf(left) }];
	},
});
