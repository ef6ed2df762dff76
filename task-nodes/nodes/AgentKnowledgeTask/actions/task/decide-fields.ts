import type { INodeProperties } from 'n8n-workflow';

export const decision = {
	displayName: 'Decision',
	name: 'decision',
	type: 'options',
	options: [
		{ name: 'Approve', value: 'approve', description: 'Send the email, or apply the plan, as it is' },
		{ name: 'Confirm That It Was Sent', value: 'confirm_sent', description: 'Settle an uncertain email as sent' },
		{ name: 'Do Not Send Again', value: 'abandon', description: 'Settle an uncertain email without another attempt' },
		{ name: 'Edit', value: 'edit', description: 'Replace the email by a new version, which then waits for approval' },
		{ name: 'Reject', value: 'reject', description: 'Do not send the email, or do not apply the plan' },
		{
			name: 'Send Again',
			value: 'retry_same_key',
			description: 'Send an uncertain email again with the same key, which the service sends at most once',
		},
	],
	default: 'approve',
	description: 'What to decide on the email or on the plan of a set of knowledge',
} as const satisfies INodeProperties;

const ofEdit = {
	type: 'string' as const,
	default: '',
	displayOptions: { show: { decision: ['edit'] } },
} satisfies Partial<INodeProperties>;

export const to = {
	...ofEdit,
	displayName: 'To',
	name: 'to',
	placeholder: 'e.g. ada@example.com, bob@example.com',
	description: 'Recipients, separated by commas. Default: unchanged.',
} satisfies INodeProperties;

export const cc = {
	...ofEdit,
	displayName: 'CC',
	name: 'cc',
	placeholder: 'e.g. carol@example.com',
	description: 'Recipients of a copy, separated by commas. Default: unchanged.',
} satisfies INodeProperties;

export const subject = {
	...ofEdit,
	displayName: 'Subject',
	name: 'subject',
	description: 'The new subject. Default: unchanged.',
} satisfies INodeProperties;

export const content = {
	...ofEdit,
	displayName: 'Text',
	name: 'content',
	typeOptions: { rows: 6 },
	description: 'The new text. Default: unchanged.',
} satisfies INodeProperties;

export const keep = {
	displayName: 'Keep',
	name: 'keep',
	type: 'string',
	default: '',
	placeholder: 'e.g. qa when do you open?, handbook/returns.md',
	displayOptions: { show: { decision: ['approve'] } },
	description:
		'Keys of items that stay as they are, separated by commas, when a plan of a set of knowledge is approved. Keys that have a comma need an array, as an expression. Get Review returns the keys. Default: none.',
} as const satisfies INodeProperties;

export const by = {
	displayName: 'Decided By',
	name: 'by',
	type: 'string',
	default: '',
	placeholder: 'e.g. Ada Lovelace',
	description: "Who decides. Default: the token's name.",
} as const satisfies INodeProperties;

export const note = {
	displayName: 'Note',
	name: 'note',
	type: 'string',
	typeOptions: { rows: 2 },
	default: '',
	description: 'A note for the result, such as the reason',
} as const satisfies INodeProperties;

export const resumeAutoReplies = {
	displayName: 'Resume Automatic Replies',
	name: 'resumeAutoReplies',
	type: 'boolean',
	default: false,
	description: "Whether to resume the agent's automatic replies at the end",
} as const satisfies INodeProperties;

export const despiteStopped = {
	displayName: 'Even If Its Execution Was Stopped',
	name: 'despiteStopped',
	type: 'boolean',
	default: false,
	description:
		'Whether to approve, or to send again, although the execution was stopped that waits for it. Otherwise the gateway refuses it.',
} as const satisfies INodeProperties;

/** Required: the default cannot be the current version, because the email or the plan may have changed since the person saw it. */
export const version = {
	displayName: 'Version',
	name: 'version',
	type: 'string',
	required: true,
	default: '={{ $json.next?.hash ?? $json.question?.hash ?? $json.hash }}',
	placeholder: 'e.g. 3b1f…',
	description:
		'The hash of the version that the person saw. The event review.requested, Get Review and an edit return it, and the default takes it from their item. The gateway refuses a decision on an older version.',
} as const satisfies INodeProperties;
