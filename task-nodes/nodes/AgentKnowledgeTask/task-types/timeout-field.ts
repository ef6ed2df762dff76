import type { INodeProperties } from 'n8n-workflow';

/** How long a task may take. @param whatStays what is not undone when the time is over, as a sentence */
export const timeoutField = (whatStays: string) =>
	({
		displayName: 'Timeout (Seconds)',
		name: 'timeoutSeconds',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 0 },
		default: 0,
		description: `The task ends as timed out after this time. ${whatStays} 0: no limit.`,
	}) as const satisfies INodeProperties;
