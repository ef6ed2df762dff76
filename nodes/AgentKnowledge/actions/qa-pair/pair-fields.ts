import type { INodeProperties } from 'n8n-workflow';

export const questionField = {
	displayName: 'Question',
	name: 'question',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. Do you ship to Norway?',
	description: 'The question, as visitors ask it',
} as const satisfies INodeProperties;

export const answerField = {
	displayName: 'Answer',
	name: 'answer',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	required: true,
	placeholder: 'e.g. Yes, within five days.',
	description: 'The answer, which the agent gives word for word',
} as const satisfies INodeProperties;
