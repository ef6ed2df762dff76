import { NodeOperationError } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { startTask } from '../../gateway/tasks';
import { MOST_TASKS_IN_A_WAIT } from '../../gateway/waits';
import { type ItemError, type ItemOutcome, outcomeOfItem } from '../items/outcome-of-item';
import {
	checkRequest,
	hasWarnings,
	readStartRequest,
	type StartRequest,
	taskOf,
	withFilesSent,
} from '../items/start-request';
import { hintAtUnchecked } from '../items/unchecked-hint';
import type { TaskType } from '../task-types/task-type';
import { namingStarted } from './naming-started';
import { waitFor } from './wait-for-tasks';
import { type AwaitedItem, taskIdsOf } from './wait-outputs';
import { prepareWait } from './wait-settings';

export type Requests = ReadonlyArray<ItemOutcome<StartRequest>>;

/** Checks all items, starts a task for each, and waits for all of them. */
export async function startAndWait(context: IExecuteFunctions, type: TaskType): Promise<INodeExecutionData[][]> {
	const read = await readAll(context, type);
	const settings = await prepareWait(context);
	const requests = await eachOf(context, read, withFilesSent);
	const items = await startAll(context, await checkAll(context, type, requests));
	return await waitFor(context, items, settings);
}

/** Reads the fields of all items before anything is started. */
export async function readAll(context: IExecuteFunctions, type: TaskType): Promise<Requests> {
	const count = context.getInputData().length;
	if (count > MOST_TASKS_IN_A_WAIT) throw tooManyItems(context, count);
	const requests: Array<ItemOutcome<StartRequest>> = [];
	for (let itemIndex = 0; itemIndex < count; itemIndex++) {
		const read = async () => await readStartRequest(context, type, itemIndex);
		requests.push(await outcomeOfItem(context, itemIndex, read));
	}
	return requests;
}

/**
 * The gateway checks all inputs and agents before the first task starts. Otherwise the third agent may turn out unknown
 * while the first two are in training. The start itself checks a single task.
 */
async function checkAll(context: IExecuteFunctions, type: TaskType, requests: Requests): Promise<Requests> {
	if (requests.length < 2 && !hasWarnings(type)) return requests;
	return await eachOf(context, requests, async (_context, request, itemIndex) => {
		await checkRequest(context, request, itemIndex);
		return request;
	});
}

/** Takes a step for all items before the next step is taken for any. */
export async function eachOf(
	context: IExecuteFunctions,
	requests: Requests,
	step: (context: IExecuteFunctions, request: StartRequest, itemIndex: number) => Promise<StartRequest>,
): Promise<Requests> {
	const outcomes: Array<ItemOutcome<StartRequest>> = [];
	for (const [itemIndex, request] of requests.entries()) {
		const take = async ({ value }: { value: StartRequest }) => await step(context, value, itemIndex);
		outcomes.push(request.ok ? await outcomeOfItem(context, itemIndex, async () => await take(request)) : request);
	}
	return outcomes;
}

async function startAll(context: IExecuteFunctions, requests: Requests): Promise<AwaitedItem[]> {
	const items: AwaitedItem[] = [];
	for (const [itemIndex, request] of requests.entries()) {
		const { json } = context.getInputData()[itemIndex] ?? { json: {} };
		const start = async ({ value }: { value: StartRequest }) =>
			await namingStarted(context, taskIdsOf(items), async () => await startTask(context, taskOf(value), itemIndex));
		const started = request.ok ? await outcomeOfItem(context, itemIndex, async () => await start(request)) : request;
		if (started.ok) hintAtUnchecked(context, started.value, itemIndex);
		items.push({ json, started: started.ok ? { taskId: started.value.id } : reasonOf(started.error) });
	}
	return items;
}

export function reasonOf(error: ItemError): { title: string; detail: string } {
	return { title: error.message, detail: error.description ?? '' };
}

export function tooManyItems(context: IExecuteFunctions, count: number): NodeOperationError {
	return new NodeOperationError(
		context.getNode(),
		`The node waits for at most ${MOST_TASKS_IN_A_WAIT} items at once, but got ${count}`,
		{
			description: 'Put a Loop Over Items node before this one, with a batch size of 100 or less. Nothing was started.',
		},
	);
}
