import type { IExecuteFunctions } from 'n8n-workflow';
import { retryTask } from '../../../gateway/task-actions';
import { FieldReader } from '../../fields/field-reader';
import { simplify } from '../../fields/simplify';
import { executionKey } from '../../items/execution-key';
import { forEachItem, type ItemData, type NodeOperation } from '../operation';
import { shownTask } from '../../items/task-item';
import { taskIdField } from './task-id';

/** n8n's "Retry on fail" sends the same key, so the task starts again once. */
async function run(context: IExecuteFunctions, itemIndex: number): Promise<ItemData> {
	const id = new FieldReader(context, itemIndex).text(taskIdField);
	const task = await retryTask(context, { id, idempotencyKey: executionKey(context, itemIndex), itemIndex });
	return { json: await shownTask(context, task, itemIndex) };
}

export const retry: NodeOperation = {
	value: 'retry',
	name: 'Retry',
	action: 'Retry a task',
	description: 'Start a task that did not complete again, with the same ID and input. To wait for its end, add Wait.',
	properties: [taskIdField, simplify],
	execute: forEachItem(run),
};
