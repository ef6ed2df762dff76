import { updateDisplayOptions } from 'n8n-workflow';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { idempotencyKeyField } from '../start-request';
import { anyTaskType, taskTypeFields, taskTypeWithEnd } from '../../task-types/registry';
import { binaryField } from './download-file.operation';
import { waitSecondsField } from './get.operation';
import { stopWaitingField } from './run-and-wait.operation';
import { taskIdField } from './task-id';

const cancel: INodePropertyOptions = {
	name: 'Cancel',
	value: 'cancel',
	description: 'Ask a running task to stop. What it has started at the service continues.',
	action: 'Cancel a task',
};

const downloadFile: INodePropertyOptions = {
	name: 'Download File',
	value: 'downloadFile',
	description: 'Get the file of a Lead Export as binary data',
	action: 'Download the file of a task',
};

const get: INodePropertyOptions = {
	name: 'Get',
	value: 'get',
	description: 'Get the status, progress and result of a task',
	action: 'Get a task',
};

const runAndWait: INodePropertyOptions = {
	name: 'Run and Wait',
	value: 'runAndWait',
	description: 'Start a task for every item, and continue when all tasks have ended. Occupies no n8n worker meanwhile.',
	action: 'Run a task and wait for its end',
};

const start: INodePropertyOptions = {
	name: 'Start',
	value: 'start',
	description: 'Start a task and continue at once with its ID',
	action: 'Start a task',
};

/** The operations, and for each the fields it needs. */
export const taskProperties: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['task'] }, hide: { '@tool': [true] } },
		options: [cancel, downloadFile, get, runAndWait, start],
		default: 'runAndWait',
	},
	{
		// A tool of an AI agent cannot wait for hours: it starts a task, and asks for it later.
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['task'], '@tool': [true] } },
		options: [get, start],
		default: 'start',
	},
	...shownFor(['runAndWait'], [taskTypeWithEnd]),
	...shownFor(['start'], [anyTaskType]),
	...shownFor(['runAndWait', 'start'], taskTypeFields),
	...shownFor(['cancel', 'downloadFile', 'get'], [taskIdField]),
	...shownFor(['downloadFile'], [binaryField]),
	...shownFor(['runAndWait'], [optionsOf([idempotencyKeyField, stopWaitingField])]),
	...shownFor(['start'], [optionsOf([idempotencyKeyField])]),
	...shownFor(['get'], [optionsOf([waitSecondsField])]),
];

function shownFor(operations: string[], properties: INodeProperties[]): INodeProperties[] {
	return updateDisplayOptions({ show: { resource: ['task'], operation: operations } }, properties);
}

function optionsOf(options: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options,
	};
}
