import type { INodeProperties } from 'n8n-workflow';

export const idempotencyKey = {
	displayName: 'Idempotency Key',
	name: 'idempotencyKey',
	type: 'string',
	default: '',
	placeholder: 'e.g. order-4711-shipped',
	description:
		'Your own key for this email. A repeat with the same key and content does nothing twice. Default: a key of this execution, so Retry On Fail repeats nothing. Set a key if the workflow may run again for the same event.',
} as const satisfies INodeProperties;

/** A list of options: n8n allows no resource locators in a collection. */
export const senderMailbox = {
	displayName: 'Mailbox Name or ID',
	name: 'mailboxId',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getMailboxes', loadOptionsDependsOn: ['agentId.value'] },
	default: '',
	description:
		'The active mailbox to send from. Default: the default mailbox. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
} as const satisfies INodeProperties;
