import { NodeOperationError, WAIT_INDEFINITELY } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { asNodeError } from '../../gateway/gateway-errors';
import { type TaskToStart, startTask } from '../../gateway/tasks';
import { MOST_TASKS_IN_A_WAIT, getWait, openWait } from '../../gateway/waits';
import { keepSourceForBothOutputs } from '../../waiting/pairing';
import { resumeUrl } from '../../waiting/resume-url';
import { rememberWait } from '../../waiting/wait-memory';
import { type AwaitedItem, outputsOf, taskIdsOf } from '../../waiting/wait-outputs';
import { withFilesSent } from '../input-files';
import { agentProblems } from '../known-agents';
import { readOptionalSeconds } from '../read-fields';
import { type ItemError, type ItemOutcome, settleItem } from '../settle-item';
import { ownExecution, readStartRequest, runIndex } from '../start-request';

export const stopWaitingField = {
	displayName: 'Stop Waiting After (Seconds)',
	name: 'stopWaitingAfterSeconds',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 0,
	description:
		'When this time has passed, the execution goes on with the tasks as they are; those that still run come out of Not Completed, and go on. 0: no limit.',
} as const satisfies INodeProperties;

/**
 * Checks all items, starts a task for each, and puts the execution to wait, once, until the gateway calls back on
 * this node's resume URL (see `resumeFromCallback`). n8n has no part in the deadline: when its own time limit of a
 * wait passes, it hands the input on as if all had gone well.
 */
export async function runAndWait(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const deadlineSeconds = readDeadline(context);
	const items = await startAll(context, await sendAllFiles(context, await readAll(context)));
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

/** Nothing is started before the fields of every item are read, and its agent is known to be there. */
async function readAll(context: IExecuteFunctions): Promise<Array<ItemOutcome<TaskToStart>>> {
	const count = context.getInputData().length;
	if (count > MOST_TASKS_IN_A_WAIT) throw tooManyItems(context, count);
	const requests: Array<ItemOutcome<TaskToStart>> = [];
	for (let itemIndex = 0; itemIndex < count; itemIndex++) {
		requests.push(await settleItem(context, itemIndex, () => readStartRequest(context, itemIndex)));
	}
	const problems = await agentProblems(context, requests);
	const checked = requests.map(async (request, itemIndex) => {
		const problem = problems.get(itemIndex);
		if (problem === undefined) return request;
		return await settleItem<TaskToStart>(context, itemIndex, async () => await Promise.reject(problem));
	});
	return await Promise.all(checked);
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

async function startAll(
	context: IExecuteFunctions,
	requests: ReadonlyArray<ItemOutcome<TaskToStart>>,
): Promise<AwaitedItem[]> {
	const items: AwaitedItem[] = [];
	for (const [itemIndex, request] of requests.entries()) {
		const { json } = context.getInputData()[itemIndex] ?? { json: {} };
		const started = request.ok
			? await settleItem(context, itemIndex, async () => await startTask(context, request.value, itemIndex))
			: request;
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
	try {
		return await openWait(context, {
			taskIds,
			deadlineSeconds,
			callbackUrl: resumeUrl(context),
			executionId: ownExecution(context),
			nodeId: context.getNode().id,
			runIndex: runIndex(context),
		});
	} catch (cause) {
		const error = asNodeError(cause, { node: context.getNode() });
		const running = `These tasks were started and go on: ${taskIds.join(', ')}. Running the node again finds them by their keys.`;
		error.description = [error.description, running].filter(Boolean).join('\n');
		throw error;
	}
}

function tooManyItems(context: IExecuteFunctions, count: number): NodeOperationError {
	return new NodeOperationError(
		context.getNode(),
		`Run and Wait takes at most ${MOST_TASKS_IN_A_WAIT} items at once, and there are ${count}`,
		{
			description: 'Put a Loop Over Items node before this one, with a batch size of 100 or less. Nothing was started.',
		},
	);
}
