import type { INodeProperties } from 'n8n-workflow';

export const taskIdField = {
	displayName: 'Task ID',
	name: 'taskId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. retrain-and-wait~1f0c…',
	description: 'The ID from the output of the operation that started the task',
} as const satisfies INodeProperties;
