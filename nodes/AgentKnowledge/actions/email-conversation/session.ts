import type { INodeProperties } from 'n8n-workflow';

export const session = {
	displayName: 'Session',
	name: 'sessionId',
	type: 'string',
	typeOptions: { form: 'emailSession' },
	default: '',
	required: true,
	placeholder: 'e.g. email:42',
	description: 'The session ID of the email conversation. It starts with "email:".',
} as const satisfies INodeProperties;
