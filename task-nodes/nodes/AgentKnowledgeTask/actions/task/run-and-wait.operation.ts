import { NodeOperationError, WAIT_INDEFINITELY } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { asNodeError } from '../../../gateway/gateway-errors';
import { type TaskToStart, checkTask, startTask } from '../../../gateway/tasks';
import { MOST_TASKS_IN_A_WAIT, getWait, openWait } from '../../../gateway/waits';
import { keepSourceForBothOutputs } from '../../waiting/pairing';
import { resumeUrl } from '../../waiting/resume-url';
import { rememberWait } from '../../waiting/wait-memory';
import { type AwaitedItem, outputsOf, taskIdsOf } from '../../waiting/wait-outputs';
import { withFilesSent } from '../../fields/input-files';
import { readOptionalSeconds } from '../../fields/read-fields';
import { type ItemError, type ItemOutcome, settleItem } from '../settle-item';
import { ownExecution, readAwaitedRequest, runIndex } from '../start-request';

export const stopWaitingField = {
	displayName: 'Stop Waiting After (Seconds)',
	name: 'stopWaitingAfterSeconds',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 0,
	description:
		'After this time, the execution continues. Tasks that still run leave by Not Completed and continue on the worker. 0: no limit.',
} as const satisfies INodeProperties;

/**
 * Checks all items, starts a task for each, and puts the execution to wait, once, until the gateway calls back on
 * this node's resume URL (see `resumeFromCallback`). n8n has no part in the deadline: when its own time limit of a
 * wait passes, it hands the input on as if all had gone well.
 */
export async function runAndWait(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const deadlineSeconds = readDeadline(context);
	const requests = await sendAllFiles(context, await readAll(context));
	const items = await startAll(context, await checkAll(context, requests));
	const taskIds = taskIdsOf(items);
	if (taskIds.length === 0) return outputsOf(undefined, items);

	const waitId = await openWaitFor(context, taskIds, deadlineSeconds);
	const wait = await getWait(context, waitId);
	if (wait.status !== 'waiting') return outputsOf(wait, items);

	rememberWait(context, { waitId, items });
	keepSourceForBothOutputs(context);
	await context.putExecutionToWait(WAIT_INDEFINITELY);
	return [context.getInputData()];
}

function readDeadline(context: IExecuteFunctions): number | null {
	const seconds = readOptionalSeconds(context, stopWaitingField, 0);
	return seconds === 0 ? null : seconds;
}

/** Nothing is started before the fields of every item are read. */
async function readAll(context: IExecuteFunctions): Promise<Array<ItemOutcome<TaskToStart>>> {
	const count = context.getInputData().length;
	if (count > MOST_TASKS_IN_A_WAIT) throw tooManyItems(context, count);
	const requests: Array<ItemOutcome<TaskToStart>> = [];
	for (let itemIndex = 0; itemIndex < count; itemIndex++) {
		requests.push(await settleItem(context, itemIndex, () => readAwaitedRequest(context, itemIndex)));
	}
	return requests;
}

/** All before the first task starts, so that a file that is refused leaves nothing half begun. */
async function sendAllFiles(
	context: IExecuteFunctions,
	requests: ReadonlyArray<ItemOutcome<TaskToStart>>,
): Promise<Array<ItemOutcome<TaskToStart>>> {
	const sent: Array<ItemOutcome<TaskToStart>> = [];
	for (const [itemIndex, request] of requests.entries()) {
		const send = async ({ value }: { value: TaskToStart }) => await withFilesSent(context, value, itemIndex);
		sent.push(request.ok ? await settleItem(context, itemIndex, async () => await send(request)) : request);
	}
	return sent;
}

/**
 * The gateway checks each input and its agents before the first task starts: the third agent may be unknown, and by then
 * the first two would be in training. A single task is checked by its start.
 */
async function checkAll(
	context: IExecuteFunctions,
	requests: ReadonlyArray<ItemOutcome<TaskToStart>>,
): Promise<ReadonlyArray<ItemOutcome<TaskToStart>>> {
	if (requests.length < 2) return requests;
	const checked: Array<ItemOutcome<TaskToStart>> = [];
	for (const [itemIndex, request] of requests.entries()) {
		const check = async ({ value }: { value: TaskToStart }) => {
			await checkTask(context, value, itemIndex);
			return value;
		};
		checked.push(request.ok ? await settleItem(context, itemIndex, async () => await check(request)) : request);
	}
	return checked;
}

async function startAll(
	context: IExecuteFunctions,
	requests: ReadonlyArray<ItemOutcome<TaskToStart>>,
): Promise<AwaitedItem[]> {
	const items: AwaitedItem[] = [];
	for (const [itemIndex, request] of requests.entries()) {
		const { json } = context.getInputData()[itemIndex] ?? { json: {} };
		const start = async ({ value }: { value: TaskToStart }) =>
			await namingStarted(context, taskIdsOf(items), async () => await startTask(context, value, itemIndex));
		const started = request.ok ? await settleItem(context, itemIndex, async () => await start(request)) : request;
		items.push({ json, started: started.ok ? { taskId: started.value.id } : reasonOf(started.error) });
	}
	return items;
}

function reasonOf(error: ItemError): { title: string; detail: string } {
	return { title: error.message, detail: error.description ?? '' };
}

async function openWaitFor(
	context: IExecuteFunctions,
	taskIds: string[],
	deadlineSeconds: number | null,
): Promise<string> {
	const wait = {
		taskIds,
		deadlineSeconds,
		callbackUrl: resumeUrl(context),
		executionId: ownExecution(context),
		nodeId: context.getNode().id,
		runIndex: runIndex(context),
	};
	return await namingStarted(context, taskIds, async () => await openWait(context, wait));
}

/** Whoever reads the error must know what goes on all the same. */
async function namingStarted<T>(
	context: IExecuteFunctions,
	taskIds: readonly string[],
	run: () => Promise<T>,
): Promise<T> {
	try {
		return await run();
	} catch (cause) {
		const error = asNodeError(cause, { node: context.getNode() });
		if (taskIds.length === 0) throw error;
		const running = `These tasks were started and continue: ${taskIds.join(', ')}. "Retry On Fail" finds them by their keys. A new execution finds them only with your own Idempotency Key.`;
		error.description = [error.description, running].filter(Boolean).join('\n');
		throw error;
	}
}

function tooManyItems(context: IExecuteFunctions, count: number): NodeOperationError {
	return new NodeOperationError(
		context.getNode(),
		`Run and Wait accepts at most ${MOST_TASKS_IN_A_WAIT} items at once, but got ${count}`,
		{
			description: 'Put a Loop Over Items node before this one, with a batch size of 100 or less. Nothing was started.',
		},
	);
}
