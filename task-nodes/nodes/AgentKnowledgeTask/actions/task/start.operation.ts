import type { IExecuteFunctions } from 'n8n-workflow';
import type { TaskView } from '../../../gateway/gateway-responses';
import { startTask } from '../../../gateway/tasks';
import { withFilesSent } from '../../fields/input-files';
import { readStartRequest } from '../start-request';

/** Starts the item's task, or finds the one that its key started before, and gives its id. */
export async function start(context: IExecuteFunctions, itemIndex: number): Promise<TaskView> {
	const request = await withFilesSent(context, readStartRequest(context, itemIndex), itemIndex);
	return await startTask(context, request, itemIndex);
}
