import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { readList, readLocator, readSeconds, readText } from '../fields/read-fields';
import { agentLocator } from './agent-locator';
import { connectionLocator } from './connection-locator';
import type { TaskType } from './task-type';

const text = { type: 'string', default: '' } as const;
const seconds = { type: 'number', typeOptions: { minValue: 0, numberPrecision: 0 } } as const;

const to = {
	...text,
	displayName: 'To',
	name: 'to',
	required: true,
	placeholder: 'e.g. ada@example.com, bob@example.com',
	description: 'Recipients, separated by commas. At most 10 addresses together with CC. BCC is not supported.',
} as const satisfies INodeProperties;

const cc = {
	...text,
	displayName: 'CC',
	name: 'cc',
	description: 'Recipients of a copy, separated by commas',
} as const satisfies INodeProperties;

const subject = {
	...text,
	displayName: 'Subject',
	name: 'subject',
	required: true,
	description: 'The subject of the mail',
} as const satisfies INodeProperties;

const content = {
	...text,
	displayName: 'Text',
	name: 'content',
	typeOptions: { rows: 6 },
	description: 'The text of the mail. Fill in either the text or the prompt.',
} as const satisfies INodeProperties;

const prompt = {
	...text,
	displayName: 'Prompt',
	name: 'prompt',
	typeOptions: { rows: 4 },
	description:
		'A prompt from which the agent writes the text. Costs one message credit. Fill in either the prompt or the text.',
} as const satisfies INodeProperties;

const sessionId = {
	...text,
	displayName: 'Conversation ID',
	name: 'sessionId',
	placeholder: 'e.g. email:0b7c',
	description: 'The email conversation to reply in. Default: a new one.',
} as const satisfies INodeProperties;

const name = {
	...text,
	displayName: 'Name of the Recipient',
	name: 'name',
	description: 'The name of the person at the first address, for a new conversation',
} as const satisfies INodeProperties;

const mailboxId = {
	...text,
	displayName: 'Mailbox ID',
	name: 'mailboxId',
	description: 'The mailbox to send from. Default: the mailbox of the conversation, otherwise the default sender.',
} as const satisfies INodeProperties;

const reviewers = {
	...text,
	displayName: 'Reviewers',
	name: 'reviewers',
	placeholder: 'e.g. lead@example.com',
	description: 'Reviewers to notify by email, separated by commas',
} as const satisfies INodeProperties;

const remindAfter = {
	...seconds,
	displayName: 'Remind After (Seconds)',
	name: 'remindAfterSeconds',
	default: 0,
	description: 'Remind the reviewers after each such period without a decision. 0: never.',
} as const satisfies INodeProperties;

const deadline = {
	...seconds,
	displayName: 'Deadline (Seconds)',
	name: 'deadlineSeconds',
	default: 604800,
	description: 'How long the task waits for a decision. After that, it sends nothing.',
} as const satisfies INodeProperties;

const follow = {
	...seconds,
	displayName: 'Follow Delivery (Seconds)',
	name: 'followSeconds',
	default: 259200,
	description: 'How long to follow the delivery after the mail was queued',
} as const satisfies INodeProperties;

const resumeAutoReplies = {
	displayName: 'Resume Automatic Replies',
	name: 'resumeAutoReplies',
	type: 'boolean',
	default: false,
	description: "Whether to resume the agent's automatic replies at the end. This mail pauses them in the conversation.",
} as const satisfies INodeProperties;

export const emailSendWithReview: TaskType = {
	value: 'email-send-with-review',
	name: 'Send Email with Review',
	description:
		'Send a mail after a person has approved that exact version, and follow it to an outcome for every address',
	properties: [
		connectionLocator,
		agentLocator,
		to,
		cc,
		subject,
		content,
		prompt,
		sessionId,
		name,
		mailboxId,
		reviewers,
		remindAfter,
		deadline,
		follow,
		resumeAutoReplies,
	],
	readInput(context, itemIndex) {
		const remindAfterSeconds = readSeconds(context, remindAfter, itemIndex);
		return {
			version: 1,
			connection: readLocator(context, connectionLocator, itemIndex),
			agentId: readLocator(context, agentLocator, itemIndex),
			to: readList(context, to, itemIndex),
			...readFilledLists(context, [cc, reviewers], itemIndex),
			subject: readText(context, subject, itemIndex),
			...readFilledTexts(context, [content, prompt, sessionId, name, mailboxId], itemIndex),
			...(remindAfterSeconds > 0 && { remindAfterSeconds }),
			deadlineSeconds: readSeconds(context, deadline, itemIndex),
			followSeconds: readSeconds(context, follow, itemIndex),
			resumeAutoReplies: readSwitch(context, itemIndex),
		};
	},
};

type Field = Pick<INodeProperties, 'displayName' | 'name'>;

function readFilledLists(context: IExecuteFunctions, fields: readonly Field[], itemIndex: number): IDataObject {
	const lists = fields.map((field) => [field.name, readList(context, field, itemIndex)] as const);
	return Object.fromEntries(lists.filter(([, list]) => list.length > 0));
}

function readFilledTexts(context: IExecuteFunctions, fields: readonly Field[], itemIndex: number): IDataObject {
	const filled = fields.filter((field) => context.getNodeParameter(field.name, itemIndex, '') !== '');
	return Object.fromEntries(filled.map((field) => [field.name, readText(context, field, itemIndex)]));
}

function readSwitch(context: IExecuteFunctions, itemIndex: number): boolean {
	const value: unknown = context.getNodeParameter(resumeAutoReplies.name, itemIndex, false);
	if (typeof value === 'boolean') return value;
	throw new NodeOperationError(
		context.getNode(),
		`The field "${resumeAutoReplies.displayName}" must be true or false`,
		{ itemIndex, description: 'Correct the field or its expression. Nothing was sent for this item.' },
	);
}
