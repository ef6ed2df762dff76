import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { hashedBlob } from '../fields/input-files';
import { taskTypes } from '../task-types';
import { outcomeOfItem } from '../items/outcome-of-item';
import { checkRequest, readStartRequest, type StartRequest, withFiles } from '../items/start-request';
import { nightlyRetrain } from '../task-types/nightly-retrain';
import { retrainAndWait } from '../task-types/retrain-and-wait';
import { done, failed, type Sample, type SampleRequest } from '../task-types/samples/sample';
import type { TaskType } from '../task-types/task-type';
import { eachOf, readAll, reasonOf } from '../waiting/start-and-wait';
import { notStarted } from '../waiting/wait-outputs';
import { prepareWait } from '../waiting/wait-settings';
import { type SampleEnding, sampleOutputs, startedSample } from './sample-items';
import { endedTask, sampleId } from './sample-task';
import { hintAtSample, type Pretence } from './when-testing';

/** Reads and checks all items as before a start. Instead of starting tasks, it gives what they would come to. */
export async function pretendEnd(
	context: IExecuteFunctions,
	type: TaskType,
	sample: Sample,
): Promise<INodeExecutionData[][]> {
	const read = await readAll(context, type);
	const { presentation } = await prepareWait(context);
	const requests = await eachOf(context, read, checkOnly);
	const at = new Date().toISOString();
	const endings = requests.map((request, index): SampleEnding => {
		const json = inputOf(context, index);
		if (!request.ok) return { index, json, view: notStarted(reasonOf(request.error)) };
		const { input } = request.value;
		const task = { type: type.value, taskId: sampleId(type.value, index), input, at };
		return { index, json, view: endedTask(task, sample.end(task)), file: type.sampleFile?.(input) };
	});
	hintAtSample(context, sample);
	return await sampleOutputs(context, endings, presentation);
}

/** The same for an item whose task would be started without waiting for its end. */
export async function pretendStart(
	context: IExecuteFunctions,
	type: TaskType,
	itemIndex: number,
): Promise<IDataObject> {
	await checkOnly(context, await readStartRequest(context, type, itemIndex), itemIndex);
	return await startedSample(context, type.value, itemIndex);
}

/** What Wait can pretend of tasks of any type. */
export const endsOfAnyTask = [
	{ value: 'done', name: 'Done', description: 'Each task did what was asked' },
	{ value: 'failed', name: 'Failed', description: failed.description },
] as const satisfies readonly Pretence[];

/**
 * The ID tells the type of a task, because the gateway is not asked for it.
 * @param readId gives the ID of an item's task
 */
export async function pretendWait(
	context: IExecuteFunctions,
	pretence: Pretence,
	readId: (itemIndex: number) => string,
): Promise<INodeExecutionData[][]> {
	const { presentation } = await prepareWait(context);
	const at = new Date().toISOString();
	const endings: SampleEnding[] = [];
	for (let index = 0; index < context.getInputData().length; index++) {
		const json = inputOf(context, index);
		const id = await outcomeOfItem(context, index, () => readId(index));
		if (id.ok) endings.push({ index, json, view: endOfAny({ taskId: id.value, input: {}, at }, pretence) });
		else endings.push({ index, json, view: notStarted(reasonOf(id.error)) });
	}
	hintAtSample(context, pretence);
	return await sampleOutputs(context, endings, presentation);
}

function endOfAny(request: SampleRequest, { value }: Pretence): IDataObject {
	const name = typeOf(request.taskId);
	const ends = taskTypes.find((type) => type.value === name)?.samples?.map((sample) => sample.end(request)) ?? [];
	const wanted = ends.find(({ succeeded, status }) => (value === 'done' ? succeeded : status === 'failed'));
	const anyEnd = value === 'done' ? done('completed', 'Completed', 'It has completed.', {}) : failed.end(request);
	return endedTask({ ...request, type: name }, wanted ?? anyEnd);
}

/** An ID begins with the type. That of a task for one agent of a retrain of many continues the ID of the whole. */
function typeOf(taskId: string): string {
	const [type = '', , agent] = taskId.split('~');
	return type === nightlyRetrain.value && agent !== undefined ? retrainAndWait.value : type;
}

/** Asks the gateway whether it would refuse the start. It does not get the files, only their names and hashes. */
async function checkOnly(context: IExecuteFunctions, read: StartRequest, itemIndex: number): Promise<StartRequest> {
	const request = await withFiles(context, read, itemIndex, hashedBlob);
	await checkRequest(context, request, itemIndex);
	return request;
}

function inputOf(context: IExecuteFunctions, index: number): IDataObject {
	return context.getInputData()[index]?.json ?? {};
}
