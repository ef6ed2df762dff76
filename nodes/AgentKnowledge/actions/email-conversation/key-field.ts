import type { INodeProperties } from 'n8n-workflow';

/** A key of the user's own, for writes that take one. */
export const idempotencyKey = {
	displayName: 'Idempotency Key',
	name: 'idempotencyKey',
	type: 'string',
	default: '',
	placeholder: 'e.g. order-4711-shipped',
	description:
		'Your own ID of this intention: sent again with the same one and the same content, nothing happens twice. By default it is made from this execution, so Retry On Fail repeats nothing; to be safe when the workflow runs anew for the same event, give one.',
} as const satisfies INodeProperties;

/** Which mailbox is to send; in a collection, where the editor has no locators. */
export const senderMailbox = {
	displayName: 'Mailbox Name or ID',
	name: 'mailboxId',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getMailboxes', loadOptionsDependsOn: ['agentId.value'] },
	default: '',
	description:
		'The active mailbox to send from; left out, the default one. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
} as const satisfies INodeProperties;
