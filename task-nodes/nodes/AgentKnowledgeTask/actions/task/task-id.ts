import type { INodeProperties } from 'n8n-workflow';
import { idInPath } from '../../../gateway/id-in-path';
import type { FieldReader } from '../../fields/field-reader';

export const taskIdField = {
	displayName: 'Task ID',
	name: 'taskId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. retrain-and-wait~1f0c…',
	description: 'The ID from the output of the operation that started the task',
} as const satisfies INodeProperties;

/** @throws NodeOperationError if the field is empty, or no address can carry the id */
export function readTaskId(read: FieldReader): string {
	const id = read.text(taskIdField);
	idInPath(read.context, taskIdField.displayName, id, read.itemIndex);
	return id;
}
