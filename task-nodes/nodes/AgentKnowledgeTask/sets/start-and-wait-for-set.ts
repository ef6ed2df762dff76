import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { startTask } from '../../gateway/tasks';
import type { TaskView } from '../../gateway/gateway-responses';
import { outcomeOfItem } from '../items/outcome-of-item';
import { hintAtUnchecked } from '../items/unchecked-hint';
import type { TaskType } from '../task-types/task-type';
import { reasonOf } from '../waiting/start-and-wait';
import { waitFor } from '../waiting/wait-for-tasks';
import type { AwaitedItem } from '../waiting/wait-outputs';
import { prepareWait } from '../waiting/wait-settings';
import { type ReadSet, readSet } from './read-set';
import { awaitedSet, type SetItem, withRowFiles } from './set-items';
import { sendSet, uploadTo } from './start-set';

/** Starts one task for all input items, and waits for it. */
export async function startSetAndWait(context: IExecuteFunctions, type: TaskType): Promise<INodeExecutionData[][]> {
	const read = await outcomeOfItem(context, 0, async () => await readSet(context, type));
	const settings = await prepareWait(context);
	const sent = read.ok ? await outcomeOfItem(context, 0, async () => await startSet(context, read.value)) : read;
	const started: AwaitedItem['started'] = sent.ok ? { taskId: sent.value.task.id } : reasonOf(sent.error);
	const items = sent.ok ? sent.value.items : [];
	return await waitFor(
		context,
		[{ json: {}, started }],
		settings,
		awaitedSet(items, read.ok ? read.value.returned : 'none'),
	);
}

/** Sends the files of the rows, then starts the task. */
export async function startSet(
	context: IExecuteFunctions,
	{ request, items }: ReadSet,
): Promise<{ task: TaskView; items: SetItem[] }> {
	const named = await withRowFiles(context, items);
	const start = async (task: Parameters<typeof startTask>[1]) => await startTask(context, task, 0);
	const { response, items: sent } = await sendSet(request, named, start, uploadTo(context));
	return { task: hintAtUnchecked(context, response, 0), items: sent };
}
