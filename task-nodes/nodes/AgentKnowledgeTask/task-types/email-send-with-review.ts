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
	description: 'Whom it goes to, with commas between; with CC at most 10 addresses. BCC is not supported.',
} as const satisfies INodeProperties;

const cc = {
	...text,
	displayName: 'CC',
	name: 'cc',
	description: 'Who gets a copy, with commas between',
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
	description: 'The text of the mail. Fill in this, or the prompt.',
} as const satisfies INodeProperties;

const prompt = {
	...text,
	displayName: 'Prompt',
	name: 'prompt',
	typeOptions: { rows: 4 },
	description: 'What the agent is asked for a text to begin with; uses one message credit. Fill in this, or the text.',
} as const satisfies INodeProperties;

const sessionId = {
	...text,
	displayName: 'Conversation ID',
	name: 'sessionId',
	placeholder: 'e.g. email:0b7c',
	description: 'An email conversation to answer in. Empty: a new one.',
} as const satisfies INodeProperties;

const name = {
	...text,
	displayName: 'Name of the Recipient',
	name: 'name',
	description: 'Of the person at the first address, for a new conversation',
} as const satisfies INodeProperties;

const mailboxId = {
	...text,
	displayName: 'Mailbox ID',
	name: 'mailboxId',
	description: "Which mailbox sends. Empty: the conversation's own, else the default sender.",
} as const satisfies INodeProperties;

const reviewers = {
	...text,
	displayName: 'Reviewers',
	name: 'reviewers',
	placeholder: 'e.g. lead@example.com',
	description: 'Who is told by mail that there is something to decide, with commas between',
} as const satisfies INodeProperties;

const remindAfter = {
	...seconds,
	displayName: 'Remind After (Seconds)',
	name: 'remindAfterSeconds',
	default: 0,
	description: 'Tell the reviewers again each time so many seconds have passed without a decision. 0: never.',
} as const satisfies INodeProperties;

const deadline = {
	...seconds,
	displayName: 'Deadline (Seconds)',
	name: 'deadlineSeconds',
	default: 604800,
	description: 'How long a question waits for a person. When it is over, nothing is sent.',
} as const satisfies INodeProperties;

const follow = {
	...seconds,
	displayName: 'Follow Delivery (Seconds)',
	name: 'followSeconds',
	default: 259200,
	description: 'How long the delivery is followed after the mail was queued',
} as const satisfies INodeProperties;

const resumeAutoReplies = {
	displayName: 'Resume Automatic Replies',
	name: 'resumeAutoReplies',
	type: 'boolean',
	default: false,
	description: "Whether the agent's own replies, which this mail pauses in the conversation, are resumed at the end",
} as const satisfies INodeProperties;

export const emailSendWithReview: TaskType = {
	value: 'email-send-with-review',
	name: 'Send Email with Review',
	description: 'Send a mail after a person approved just that version, and follow it to an outcome for every address',
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
		{ itemIndex, description: 'Correct the field, or the expression in it. Nothing was sent for this item.' },
	);
}
