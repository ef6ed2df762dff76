import type { IExecuteFunctions } from 'n8n-workflow';
import { isRecord, textOf } from '../../../gateway/gateway-responses';
import { getTask } from '../../../gateway/tasks';
import { FieldReader } from '../../fields/field-reader';
import { simplify } from '../../fields/simplify';
import { outputField, storeFile } from '../../waiting/output-files';
import { forEachItem, type ItemData, type NodeOperation } from '../operation';
import { shownTask } from '../../items/task-item';
import { taskIdField } from './task-id';

/** Requested if the task names no file, so that the gateway says why there is none. */
const NO_NAME = 'file';

/** Returns the task, with its file as binary data. The file is streamed from the gateway into n8n's store. */
async function run(context: IExecuteFunctions, itemIndex: number): Promise<ItemData> {
	const read = new FieldReader(context, itemIndex);
	const id = read.text(taskIdField);
	const field = read.text(outputField);
	const task = await getTask(context, id, 0, itemIndex);
	const result = isRecord(task['result']) ? task['result'] : {};
	const file = isRecord(result['file']) ? result['file'] : {};
	const name = textOf(file['name']) || NO_NAME;
	const data = await storeFile(context, id, name, textOf(file['contentType']), itemIndex);
	return { json: await shownTask(context, task, itemIndex), binary: { [field]: data } };
}

export const downloadFile: NodeOperation = {
	value: 'downloadFile',
	name: 'Download File',
	action: 'Download the file of a task',
	description: 'Get the file of an export as binary data, of any size',
	properties: [taskIdField, outputField, simplify],
	execute: forEachItem(run),
};
