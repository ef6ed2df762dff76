import type { INodeProperties } from 'n8n-workflow';
import type { Field } from './field-reader';
import { asChoice, asCount, asFlag, isEmpty } from './field-values';

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
		'What each lead brings of its conversation, in its field conversation. It costs one more call for each conversation. The API key needs the scope read:conversations.',
} as const satisfies INodeProperties;

const conversationSize = {
	displayName: 'Characters of Conversation',
	name: 'conversationSize',
	type: 'number',
	typeOptions: { minValue: 100, maxValue: 100_000, numberPrecision: 0 },
	default: 10_000,
	description: 'The most characters of a conversation. What follows is cut off.',
} as const satisfies INodeProperties;

const settleMinutes = {
	displayName: 'Wait for Conversation',
	name: 'settleMinutes',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 60, numberPrecision: 0 },
	default: 10,
	description:
		'Minutes after the last message before a lead comes with its conversation. A lead waits for at most an hour after its capture.',
} as const satisfies INodeProperties;

const atOnce = {
	displayName: 'At Once and Again Later',
	name: 'atOnce',
	type: 'boolean',
	default: false,
	description:
		'Whether a lead comes at once with what was said until then, and its conversation again after the wait. Only PostgreSQL and HubSpot can update it.',
} as const satisfies INodeProperties;

/** Whether leads come with their conversation, as options of a node. Their names are those of the gateway's fields. */
export const conversationFields = [conversation, conversationSize] as const;
export const conversationInputs = { conversation, conversationSize };
/** Of a node that follows new leads. */
export const settlingFields = [...conversationFields, settleMinutes] as const;
export const settlingInputs = { conversation, conversationSize, settleMinutes };

/** Of a node whose leads go to a destination that may update them. */
export const updatedFields = [...settlingFields, atOnce] as const;
export const updatedInputs = { ...settlingInputs, atOnce };

/** Reads a field, and names it in the error. */
type Read = <Value>(field: Field, as: (value: unknown) => Value) => Value;

/** The part of an input. Without a conversation the other fields mean nothing. */
export function readConversation(read: Read): Record<string, string | number> {
	const form = read(conversation, (value) => (isEmpty(value) ? 'none' : asChoice(value, FORMS)));
	if (form === 'none') return {};
	const size = read(conversationSize, (value) => (isEmpty(value) ? conversationSize.default : asCount(value, 1)));
	return { conversation: form, conversationSize: size };
}

/** The same of a node that follows new leads. */
export function readSettling(read: Read): Record<string, string | number> {
	const given = readConversation(read);
	if (given['conversation'] === undefined) return {};
	const minutes = read(settleMinutes, (value) => (isEmpty(value) ? settleMinutes.default : asCount(value, 0)));
	return { ...given, settleMinutes: minutes };
}

/** The same of a node whose leads go to a destination. */
export function readUpdated(read: Read): Record<string, string | number | boolean> {
	const given = readSettling(read);
	const again = given['conversation'] !== undefined && read(atOnce, (value) => !isEmpty(value) && asFlag(value));
	return again ? { ...given, atOnce: true } : given;
}

const FORMS = conversation.options.map(({ value }) => value);
