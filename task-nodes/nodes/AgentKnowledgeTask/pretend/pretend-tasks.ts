import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { taskTypes } from '../task-types';
import { outcomeOfItem } from '../items/outcome-of-item';
import { checkRequest, readStartRequest, type StartRequest } from '../items/start-request';
import { recordsOf } from '../task-types/columns';
import { done, failed, type Sample, type SampleRequest } from '../task-types/samples/sample';
import type { TaskType } from '../task-types/task-type';
import { eachOf, readAll, reasonOf } from '../waiting/start-and-wait';
import { notStarted } from '../waiting/wait-outputs';
import { type SampleEnding, sampleOutputs, startedSample } from './sample-items';
import { endedTask, sampleId } from './sample-task';
import { hintAtSample, type Pretence } from './when-testing';

/** Reads and checks all items as before a start. Instead of starting tasks, it gives what they would come to. */
export async function pretendEnd(
	context: IExecuteFunctions,
	type: TaskType,
	sample: Sample,
): Promise<INodeExecutionData[][]> {
	const requests = await eachOf(context, await readAll(context, type), checkOnly);
	const at = new Date().toISOString();
	const endings = requests.map((request, index): SampleEnding => {
		const json = inputOf(context, index);
		if (!request.ok) return { index, json, view: notStarted(reasonOf(request.error)) };
		const { input } = request.value;
		const task = { type: type.value, taskId: sampleId(type.value, index), input, at };
		return { index, json, view: endedTask(task, sample.end(task)), file: type.sampleFile?.(input) };
	});
	hintAtSample(context, sample);
	return await sampleOutputs(context, endings);
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

/** @param readId gives the ID of an item's task. Its type is the part before ~ */
export async function pretendWait(
	context: IExecuteFunctions,
	pretence: Pretence,
	readId: (itemIndex: number) => string,
): Promise<INodeExecutionData[][]> {
	const at = new Date().toISOString();
	const endings: SampleEnding[] = [];
	for (let index = 0; index < context.getInputData().length; index++) {
		const json = inputOf(context, index);
		const id = await outcomeOfItem(context, index, () => readId(index));
		if (id.ok) endings.push({ index, json, view: endOfAny({ taskId: id.value, input: {}, at }, pretence) });
		else endings.push({ index, json, view: notStarted(reasonOf(id.error)) });
	}
	hintAtSample(context, pretence);
	return await sampleOutputs(context, endings);
}

function endOfAny(request: SampleRequest, { value }: Pretence): IDataObject {
	const [name = ''] = request.taskId.split('~');
	const ends = taskTypes.find((type) => type.value === name)?.samples?.map((sample) => sample.end(request)) ?? [];
	const wanted = ends.find(({ succeeded, status }) => (value === 'done' ? succeeded : status === 'failed'));
	const anyEnd = value === 'done' ? done('completed', 'Completed', 'It has completed.', {}) : failed.end(request);
	return endedTask({ ...request, type: name }, wanted ?? anyEnd);
}

/**
 * Asks the gateway whether it would refuse the start. The files of the item are not sent, so texts of the same names
 * stand for them.
 * @returns the request with the files among its sources
 */
async function checkOnly(context: IExecuteFunctions, request: StartRequest, itemIndex: number): Promise<StartRequest> {
	const { input, files } = request;
	const given = recordsOf(input['sources']) ?? [];
	const withSources = (more: IDataObject[]): StartRequest =>
		files.length === 0 ? request : { ...request, input: { ...input, sources: [...given, ...more] as IDataObject[] } };
	const asTexts = files.map(({ filename }) => ({ type: 'text', title: filename, content: filename }));
	await checkRequest(context, withSources(asTexts), itemIndex);
	return withSources(files.map(({ filename }) => ({ type: 'file', filename })));
}

function inputOf(context: IExecuteFunctions, index: number): IDataObject {
	return context.getInputData()[index]?.json ?? {};
}
