import type { IExecuteFunctions } from 'n8n-workflow';
import { cancelTask } from '../../../gateway/tasks';
import { FieldReader } from '../../fields/field-reader';
import { simplify } from '../../fields/simplify';
import { executionKey } from '../../items/execution-key';
import { forEachWrite } from '../for-each-write';
import type { ItemData, NodeOperation } from '../operation';
import { shownTask } from '../../items/task-item';
import { readTaskId, taskIdField } from './task-id';

/** A task that has ended is returned unchanged. So is one that was started again since this execution cancelled it. */
async function send(context: IExecuteFunctions, id: string, itemIndex: number): Promise<ItemData> {
	const task = await cancelTask(context, id, executionKey(context, itemIndex), itemIndex);
	return { json: await shownTask(context, task, itemIndex) };
}

export const cancel: NodeOperation = {
	value: 'cancel',
	name: 'Cancel',
	action: 'Cancel a task',
	description: 'Ask a running task to stop. What it has started at the service continues.',
	properties: [taskIdField, simplify],
	execute: forEachWrite({ read: (context, itemIndex) => readTaskId(new FieldReader(context, itemIndex)), send }),
};
