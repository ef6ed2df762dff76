import { createHash } from 'crypto';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { checkTask } from '../../gateway/tasks';
import { hashedBlob } from '../fields/input-files';
import { outcomeOfItem } from '../items/outcome-of-item';
import type { Sample } from '../task-types/samples/sample';
import type { TaskType } from '../task-types/task-type';
import { readSet } from '../sets/read-set';
import { awaitedSet, type SetItem, withRowFiles } from '../sets/set-items';
import { setOutputs } from '../waiting/set-outputs';
import { sendSet } from '../sets/start-set';
import { isDone } from '../waiting/present-wait';
import { reasonOf } from '../waiting/start-and-wait';
import { notStarted } from '../waiting/wait-outputs';
import { prepareWait } from '../waiting/wait-settings';
import { startedSample, withSampleLinks } from './sample-items';
import { endedTask, sampleId } from './sample-task';
import { hintAtSample } from './when-testing';

/** Reads and checks the set as before a start. Instead of starting a task, it gives what it would come to. */
export async function pretendSet(
	context: IExecuteFunctions,
	type: TaskType,
	sample: Sample,
): Promise<INodeExecutionData[][]> {
	const { presentation } = await prepareWait(context);
	const checked = await outcomeOfItem(context, 0, async () => await checkSet(context, type));
	const at = new Date().toISOString();
	const { input, items, returned } = checked.ok ? checked.value : ({ input: {}, items: [], returned: 'none' } as const);
	const task = { type: type.value, taskId: sampleId(type.value, 0), input, at };
	const view = checked.ok ? endedTask(task, sample.end(task)) : notStarted(reasonOf(checked.error));
	hintAtSample(context, sample);
	return setOutputs({
		task: checked.ok ? await withSampleLinks(context, view) : view,
		isDone: isDone({ index: 0, json: {}, view }, presentation),
		set: awaitedSet(items, returned),
		presentation,
		nodeName: context.getNode().name,
		isSample: true,
	});
}

/** The same for a task that would be started without waiting for its end. */
export async function pretendStartOfSet(context: IExecuteFunctions, type: TaskType): Promise<IDataObject> {
	await checkSet(context, type);
	return await startedSample(context, type.value, 0);
}

/** Asks the gateway whether it would refuse the start. It gets no files, and of a large set no rows. */
async function checkSet(context: IExecuteFunctions, type: TaskType) {
	const { request, items, returned } = await readSet(context, type);
	const named = await withRowFiles(context, items, hashedBlob);
	const check = async (task: Parameters<typeof checkTask>[1]) => await checkTask(context, task, 0);
	const { items: checked } = await sendSet(
		request,
		named,
		check,
		async (lines) => await Promise.resolve(hashOf(lines)),
	);
	const rows = checked.flatMap(({ row, fault }: SetItem) => (row === null || fault !== undefined ? [] : [row]));
	const unusable = checked.flatMap(({ fault }, index) =>
		fault === undefined ? [] : [{ row: index + 1, source: 'The file', reason: fault }],
	);
	return { input: { ...request.input, rows, unusable }, items: checked, returned };
}

function hashOf(content: Buffer): string {
	return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}
