import type { INodeProperties } from 'n8n-workflow';
import { duration } from '../fields/duration';

export const waitForEnd = {
	displayName: 'Wait for the End',
	name: 'waitForEnd',
	type: 'boolean',
	displayOptions: { hide: { '@tool': [true] } },
	default: true,
	description:
		'Whether to continue when the tasks of all items have ended. Occupies no n8n worker meanwhile. If off, the node continues at once with the ID of the task. At the end, "status" says how the task ended, "outcome" what it achieved, and "reason" why it did not succeed.',
} as const satisfies INodeProperties;

export const stopWaiting = duration({
	displayName: 'Stop Waiting After',
	name: 'stopWaitingAfter',
	description:
		'After this time, the execution continues. Tasks that still run leave by Not Done and continue on the worker. Default: no limit.',
	amount: 1,
	unit: 'hours',
});

export const partialSuccess = {
	displayName: 'Count Partial Success as Done',
	name: 'partialSuccess',
	type: 'boolean',
	default: false,
	description: 'Whether a task that did only a part of what was asked (partly_failed) leaves by Done',
} as const satisfies INodeProperties;
