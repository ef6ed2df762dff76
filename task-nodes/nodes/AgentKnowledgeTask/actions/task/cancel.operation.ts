import type { IExecuteFunctions } from 'n8n-workflow';
import type { TaskView } from '../../gateway/gateway-answers';
import { cancelTask } from '../../gateway/tasks';
import { readText } from '../read-fields';
import { taskIdField } from './task-id';

/** A task that has ended already comes back as it is. */
export async function cancel(context: IExecuteFunctions, itemIndex: number): Promise<TaskView> {
	return await cancelTask(context, readText(context, taskIdField, itemIndex), itemIndex);
}
