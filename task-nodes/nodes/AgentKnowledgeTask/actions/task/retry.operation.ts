import type { IExecuteFunctions } from 'n8n-workflow';
import { retryTask } from '../../../gateway/task-actions';
import { FieldReader } from '../../fields/field-reader';
import { simplify } from '../../fields/simplify';
import { executionKey } from '../../items/execution-key';
import { forEachWrite } from '../for-each-write';
import type { ItemData, NodeOperation } from '../operation';
import { shownTask } from '../../items/task-item';
import { hintAtUnchecked } from '../../items/unchecked-hint';
import { readTaskId, taskIdField } from './task-id';

/** n8n's "Retry on fail" sends the same key, so the task starts again once. */
async function send(context: IExecuteFunctions, id: string, itemIndex: number): Promise<ItemData> {
	const task = await retryTask(context, { id, idempotencyKey: executionKey(context, itemIndex), itemIndex });
	return { json: await shownTask(context, hintAtUnchecked(context, task, itemIndex), itemIndex) };
}

export const retry: NodeOperation = {
	value: 'retry',
	name: 'Retry',
	action: 'Retry a task',
	description: 'Start a task that did not complete again, with the same ID and input. To wait for its end, add Wait.',
	properties: [taskIdField, simplify],
	execute: forEachWrite({ read: (context, itemIndex) => readTaskId(new FieldReader(context, itemIndex)), send }),
};
