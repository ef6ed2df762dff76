import type { IDataObject } from 'n8n-workflow';
import type { DescribeIssue } from './gateway-errors';
import { asPage, asTask, asWarnings, type StartWarning, type TaskView } from './gateway-responses';
import type { GatewayContext } from './gateway-context';
import { callGateway } from './gateway-request';
import { idInPath } from './id-in-path';

export interface TaskToStart {
	type: string;
	/** 1 to 255 characters. The same key and input give the same task. */
	idempotencyKey: string;
	input: IDataObject;
	/** Says what is wrong with the input in the words of the node's form. */
	describeIssue?: DescribeIssue;
}

/** Starts the task, or finds the one that its key started before. */
export async function startTask(context: GatewayContext, task: TaskToStart, itemIndex: number): Promise<TaskView> {
	const path = `/v1/tasks/${encodeURIComponent(task.type)}`;
	const { idempotencyKey, input, describeIssue } = task;
	const call = { method: 'POST', path, body: input, idempotencyKey, itemIndex } as const;
	return await callGateway(context, { ...call, ...(describeIssue && { describeIssue }) }, asTask);
}

/**
 * Whether the gateway would refuse the task, as far as it can tell without the service. It starts nothing.
 * @returns warnings for the caller
 */
export async function checkTask(
	context: GatewayContext,
	task: Omit<TaskToStart, 'idempotencyKey'>,
	itemIndex: number,
): Promise<StartWarning[]> {
	const { type, input, describeIssue } = task;
	const call = { method: 'POST', path: '/v1/tasks/check', body: { type, input }, itemIndex } as const;
	return await callGateway(context, { ...call, ...(describeIssue && { describeIssue }) }, asWarnings);
}

/** @param waitSeconds 0 to 60: how long the gateway waits for the task's end before it responds */
export async function getTask(
	context: GatewayContext,
	id: string,
	waitSeconds: number,
	itemIndex: number,
): Promise<TaskView> {
	const query = waitSeconds > 0 ? { wait: waitSeconds } : {};
	const timeoutMs = (waitSeconds + 30) * 1_000;
	const path = taskPath(context, id, itemIndex);
	return await callGateway(context, { method: 'GET', path, query, timeoutMs, itemIndex }, asTask);
}

/** Asks the task to stop, which it does soon. @param idempotencyKey repeats with the same key stop no later run */
export async function cancelTask(
	context: GatewayContext,
	id: string,
	idempotencyKey: string,
	itemIndex: number,
): Promise<TaskView> {
	const path = `${taskPath(context, id, itemIndex)}/cancel`;
	return await callGateway(context, { method: 'POST', path, idempotencyKey, itemIndex }, asTask);
}

/** The longest page of the gateway. */
const PAGE = 100;

/** Tasks, newest first. @param most number of tasks at most */
export async function listTasks(
	context: GatewayContext,
	filters: IDataObject,
	most: number,
	itemIndex: number,
): Promise<IDataObject[]> {
	const tasks: IDataObject[] = [];
	let pageToken: string | undefined;
	do {
		const limit = Math.min(PAGE, most - tasks.length);
		const query = { ...filters, limit, ...(pageToken !== undefined && { pageToken }) };
		const page = await callGateway(context, { method: 'GET', path: '/v1/tasks', query, itemIndex }, asPage);
		tasks.push(...page.items);
		pageToken = page.nextPageToken;
	} while (pageToken !== undefined && tasks.length < most);
	return tasks.slice(0, most);
}

/** The path of a task. @throws NodeOperationError if no address can carry the id */
export function taskPath(context: GatewayContext, id: string, itemIndex: number): string {
	return `/v1/tasks/${idInPath(context, 'Task ID', id, itemIndex)}`;
}
