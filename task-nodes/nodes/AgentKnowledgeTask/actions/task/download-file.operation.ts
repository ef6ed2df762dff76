import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { openTaskFile } from '../../../gateway/files';
import { isRecord, textOf } from '../../../gateway/gateway-responses';
import { getTask } from '../../../gateway/tasks';
import { readText } from '../../fields/read-fields';
import { taskIdField } from './task-id';

export const binaryField = {
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	required: true,
	hint: 'The name of the output binary field to put the file in',
	description: 'The field of the output item that holds the file',
} as const satisfies INodeProperties;

/** Asked for where the task names none, so that the gateway says in its own words why there is none. */
const NO_NAME = 'file';

/** Gives the task, and the file it has made as binary data. The file goes from the gateway into n8n's store as a stream. */
export async function downloadFile(
	context: IExecuteFunctions,
	itemIndex: number,
): Promise<Pick<INodeExecutionData, 'json' | 'binary'>> {
	const id = readText(context, taskIdField, itemIndex);
	const field = readText(context, binaryField, itemIndex);
	const task = await getTask(context, id, 0, itemIndex);
	const result = isRecord(task['result']) ? task['result'] : {};
	const file = isRecord(result['file']) ? result['file'] : {};
	const name = textOf(file['name']) || NO_NAME;
	const content = await openTaskFile(context, id, name, itemIndex);
	// n8n's own nodes compare the type alone, so it comes without its charset.
	const [mediaType = ''] = textOf(file['contentType']).split(';');
	const data = await context.helpers.prepareBinaryData(content, name, mediaType.trim() || undefined);
	return { json: task, binary: { [field]: data } };
}
