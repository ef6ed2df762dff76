import type { INodeProperties } from 'n8n-workflow';
import { duration } from '../fields/duration';

const text = { type: 'string', default: '' } as const;

export const to = {
	...text,
	displayName: 'To',
	name: 'to',
	required: true,
	placeholder: 'e.g. ada@example.com, bob@example.com',
	description: 'Recipients, separated by commas. At most 10 addresses together with CC. BCC is not supported.',
} as const satisfies INodeProperties;

export const subject = {
	...text,
	displayName: 'Subject',
	name: 'subject',
	required: true,
	placeholder: 'e.g. Your order',
	description: 'The subject of the email',
} as const satisfies INodeProperties;

export const textFrom = {
	displayName: 'Text From',
	name: 'textFrom',
	type: 'options',
	options: [
		{ name: 'Agent', value: 'prompt', description: 'The agent writes the text from a prompt, for one message credit' },
		{ name: 'This Node', value: 'content', description: 'You write the text' },
	],
	default: 'content',
	description: 'Who writes the text that the reviewer sees first',
} as const satisfies INodeProperties;

export const content = {
	...text,
	displayName: 'Text',
	name: 'content',
	required: true,
	displayOptions: { show: { textFrom: ['content'] } },
	typeOptions: { rows: 6 },
	description: 'The text of the email. A reviewer can edit it.',
} as const satisfies INodeProperties;

export const prompt = {
	...text,
	displayName: 'Prompt',
	name: 'prompt',
	required: true,
	displayOptions: { show: { textFrom: ['prompt'] } },
	typeOptions: { rows: 4 },
	placeholder: 'e.g. Tell the customer that the order comes on Tuesday',
	description: 'What the agent should write. A reviewer can edit the text.',
} as const satisfies INodeProperties;

export const reviewers = {
	...text,
	displayName: 'Reviewers',
	name: 'reviewers',
	placeholder: 'e.g. your-colleague@example.com',
	description:
		'Who decides: email addresses of your colleagues, separated by commas. Leave it empty if the gateway notifies them in another way, such as in a chat.',
} as const satisfies INodeProperties;

export const cc = {
	...text,
	displayName: 'CC',
	name: 'cc',
	placeholder: 'e.g. carol@example.com',
	description: 'Recipients of a copy, separated by commas',
} as const satisfies INodeProperties;

export const sessionId = {
	...text,
	displayName: 'Conversation ID',
	name: 'sessionId',
	placeholder: 'e.g. email:0b7c',
	description: 'The email conversation to reply in. Default: a new one.',
} as const satisfies INodeProperties;

export const recipientName = {
	...text,
	displayName: 'Name of the Recipient',
	name: 'name',
	placeholder: 'e.g. Ada Lovelace',
	description: 'The name of the person at the first address, for a new conversation',
} as const satisfies INodeProperties;

export const mailboxId = {
	displayName: 'Mailbox Name or ID',
	name: 'mailboxId',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getMailboxes', loadOptionsDependsOn: ['connection.value', 'agentId.value'] },
	default: '',
	description:
		'The mailbox to send from. Default: the mailbox of the conversation, otherwise the default sender. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
} as const satisfies INodeProperties;

export const nobodyNotified = {
	displayName: 'Start Without Notification',
	name: 'nobodyNotified',
	type: 'boolean',
	default: false,
	description:
		"Whether to start even if no one is notified of the review. A person must then look at the gateway's page of tasks.",
} as const satisfies INodeProperties;

export const resumeAutoReplies = {
	displayName: 'Resume Automatic Replies',
	name: 'resumeAutoReplies',
	type: 'boolean',
	default: false,
	description:
		"Whether to resume the agent's automatic replies at the end. This email pauses them in the conversation.",
} as const satisfies INodeProperties;

export const deadline = duration({
	displayName: 'Review Deadline',
	name: 'deadline',
	description: 'How long the task waits for a decision. After that, it sends nothing. Default: 7 days.',
	amount: 7,
	unit: 'days',
});

/** Of a plan, which may need uploads afterwards: those are kept for 7 days by default. */
export const planDeadline = duration({
	displayName: 'Review Deadline',
	name: 'deadline',
	description: 'How long the task waits for a decision. After that, it sends nothing. Default: 6 days.',
	amount: 6,
	unit: 'days',
});

export const follow = duration({
	displayName: 'Follow Delivery For',
	name: 'follow',
	description: 'How long to follow the delivery after the email was queued. Default: 3 days.',
	amount: 3,
	unit: 'days',
});

export const remindAfter = duration({
	displayName: 'Remind Every',
	name: 'remindAfter',
	description: 'Remind the reviewers each time this period passes without a decision. Default: never.',
	amount: 1,
	unit: 'days',
});

export function unlessNone(list: string[]): string[] | undefined {
	return list.length === 0 ? undefined : list;
}
