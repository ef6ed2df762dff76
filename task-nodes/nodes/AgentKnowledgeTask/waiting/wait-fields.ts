import type { INodeProperties } from 'n8n-workflow';
import { duration } from '../fields/duration';

/** HTML, for a description and a hint. */
export const itemByItem =
	'<a href="https://github.com/agent-knowledge/n8n-nodes-agent-knowledge/tree/main/task-nodes#item-by-item" target="_blank">continue item by item</a>';

export const waitForEnd = {
	displayName: 'Wait for the End',
	name: 'waitForEnd',
	type: 'boolean',
	displayOptions: { hide: { '@tool': [true] } },
	default: true,
	description: `Whether to continue when the tasks of all items have ended. Items wait for each other. A flow can also ${itemByItem}. Occupies no n8n worker meanwhile. If off, the node continues at once with the ID of the task. At the end, "status" says how the task ended, "outcome" what it achieved, and "reason" why it did not succeed.`,
} as const satisfies INodeProperties;

export const stopWaiting = duration({
	displayName: 'Stop Waiting After',
	name: 'stopWaitingAfter',
	description:
		'After this time, the execution continues. Tasks that still run leave by the second output and continue on the worker. Default: no limit.',
	amount: 1,
	unit: 'hours',
});

export const partialSuccess = {
	displayName: 'Accept Partial Success',
	name: 'partialSuccess',
	type: 'boolean',
	default: false,
	description: 'Whether a task that did only a part of what was asked (partly_failed) leaves by the first output',
} as const satisfies INodeProperties;
