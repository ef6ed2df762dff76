import type { IExecuteFunctions } from 'n8n-workflow';
import type { TaskView } from '../../../gateway/gateway-responses';
import { cancelTask } from '../../../gateway/tasks';
import { readText } from '../../fields/read-fields';
import { defaultKey } from '../start-request';
import { taskIdField } from './task-id';

/** A task that has ended already comes back as it is, and so does one that was started again since this execution cancelled it. */
export async function cancel(context: IExecuteFunctions, itemIndex: number): Promise<TaskView> {
	const id = readText(context, taskIdField, itemIndex);
	return await cancelTask(context, id, defaultKey(context, itemIndex), itemIndex);
}
