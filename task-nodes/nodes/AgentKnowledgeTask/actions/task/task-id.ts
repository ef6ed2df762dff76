import type { INodeProperties } from 'n8n-workflow';

export const taskIdField = {
	displayName: 'Task ID',
	name: 'taskId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. retrain-and-wait~1f0c…',
	description: 'The task ID from the output of Start',
} as const satisfies INodeProperties;
