import { defineOperation } from '../operation';
import { agentLocator } from '../parameters/agent-locator';
import { mailboxLocator } from '../parameters/mailbox-locator';
import { act } from './act';

export const setMailFrom = defineOperation({
	value: 'setMailFrom',
	name: 'Set Mail-From',
	action: 'Set the mail-from of a mailbox',
	description: 'Turn the mail-from domain of a mailbox on or off. Bounces go to this domain.',
	endpoints: ['actOnMailbox'],
	properties: [
		agentLocator,
		mailboxLocator,
		{
			displayName: 'Enabled',
			name: 'enabled',
			type: 'boolean',
			default: true,
			description: 'Whether the mailbox sends with its own mail-from domain',
		},
	],
	async execute(run, { agentId, mailboxId, enabled }) {
		return [{ agentId, mailboxId, ...(await act(run, agentId, { action: 'mail-from', mailboxId, enabled })) }];
	},
});
