import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
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

const nameField = {
	displayName: 'File Name',
	name: 'fileName',
	type: 'string',
	default: '',
	placeholder: 'e.g. refused-rows.csv',
	description: 'Which file, if the task has several. Default: the first.',
} as const satisfies INodeProperties;

/** What the result says of its files, first of those that the gateway has: it says why it has another no more. */
function filesOf({ result }: IDataObject) {
	const parts = isRecord(result) ? Object.values(result) : [];
	const files = parts.filter((part) => isRecord(part)).filter((part) => textOf(part['name']) !== '' && 'link' in part);
	const isHere = ({ link }: { link?: unknown }) => textOf(link) !== '';
	return [...files.filter(isHere), ...files.filter((file) => !isHere(file))];
}

/** Returns the task, with its file as binary data. The file is streamed from the gateway into n8n's store. */
async function run(context: IExecuteFunctions, itemIndex: number): Promise<ItemData> {
	const read = new FieldReader(context, itemIndex);
	const id = read.text(taskIdField);
	const field = read.text(outputField);
	const task = await getTask(context, id, 0, itemIndex);
	const chosen = read.optionalText(nameField) ?? '';
	const file = filesOf(task).find(({ name }) => chosen === '' || name === chosen) ?? {};
	const name = textOf(file['name']) || chosen || NO_NAME;
	const data = await storeFile(context, id, name, textOf(file['contentType']), itemIndex);
	return { json: await shownTask(context, task, itemIndex), binary: { [field]: data } };
}

export const downloadFile: NodeOperation = {
	value: 'downloadFile',
	name: 'Download File',
	action: 'Download a file of a task',
	description: 'Get a file of a task as binary data, of any size',
	properties: [taskIdField, nameField, outputField, simplify],
	execute: forEachItem(run),
};
