import { type INode, type INodeProperties, NodeOperationError } from 'n8n-workflow';
import { CONVERSATION_FORMS } from '../AgentKnowledge/generated/lead-conversation';
import type { WantedConversation } from './events/lead-conversations';

const MOST_CHARACTERS = 100_000;
const MOST_MINUTES = 60;
const MINUTE_MS = 60_000;

const conversation = {
	displayName: 'With Conversation',
	name: 'conversation',
	type: 'options',
	options: [
		{ name: 'No', value: 'none', description: 'The lead alone' },
		{
			name: 'Extract',
			value: 'extract',
			description: 'The first question, the last answer, and the address of the page if the service shows one',
		},
		{ name: 'Text', value: 'text', description: 'The extract, and the whole conversation as text' },
		{ name: 'Messages', value: 'json', description: 'The same, and a list of the messages' },
	],
	default: 'none',
	description:
		'What each lead brings of its conversation, in its field conversation. It costs one more request for each lead. The API key needs the scope read:conversations.',
} as const satisfies INodeProperties;

const conversationSize = {
	displayName: 'Characters of Conversation',
	name: 'conversationSize',
	type: 'number',
	typeOptions: { minValue: 100, maxValue: MOST_CHARACTERS, numberPrecision: 0 },
	default: 10_000,
	description: 'The most characters of a conversation. What follows is cut off.',
} as const satisfies INodeProperties;

const settleMinutes = {
	displayName: 'Wait for Conversation',
	name: 'settleMinutes',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: MOST_MINUTES, numberPrecision: 0 },
	default: 10,
	description:
		'Minutes after the last message before a lead comes with its conversation. A lead waits for at most an hour after its capture.',
} as const satisfies INodeProperties;

/** Whether leads come with their conversation, in the words of the nodes for tasks. */
export const conversationOptions = [conversation, conversationSize, settleMinutes] as const;

/** @param options of the node. @throws NodeOperationError that names the invalid field */
export function conversationIn(
	node: INode,
	options: Readonly<Record<string, unknown>>,
): WantedConversation | undefined {
	const chosen = options[conversation.name] ?? conversation.default;
	if (chosen === 'none') return undefined;
	const form = CONVERSATION_FORMS.find((each) => each === chosen);
	if (form === undefined) throw invalid(node, conversation, `must be none, ${CONVERSATION_FORMS.join(', ')}`);
	const size = numberIn(node, options, conversationSize);
	return { form, size, settleMs: numberIn(node, options, settleMinutes) * MINUTE_MS };
}

type NumberField = typeof conversationSize | typeof settleMinutes;

function numberIn(node: INode, options: Readonly<Record<string, unknown>>, field: NumberField): number {
	const value = options[field.name] ?? field.default;
	const { minValue, maxValue } = field.typeOptions;
	if (typeof value === 'number' && Number.isInteger(value) && value >= minValue && value <= maxValue) return value;
	throw invalid(node, field, `must be a whole number from ${minValue} to ${maxValue}`);
}

function invalid(node: INode, { displayName }: { displayName: string }, what: string): NodeOperationError {
	return new NodeOperationError(node, `The field "${displayName}" ${what}`, {
		description: 'Correct the field, then publish the flow again.',
	});
}
