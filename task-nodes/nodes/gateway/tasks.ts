import type { IDataObject } from 'n8n-workflow';
import { type TaskView, asTask } from './gateway-responses';
import type { GatewayContext } from './gateway-context';
import { callGateway } from './gateway-request';
import { idInPath } from './id-in-path';

/** A file of an input item's binary data. */
export interface FileToSend {
	/** The field of the binary data. */
	field: string;
	filename: string;
}

export interface TaskToStart {
	type: string;
	/** 1 to 255 characters. The same key and input give the same task. */
	idempotencyKey: string;
	input: IDataObject;
	/** Files of the input item that are sent before it starts, and come into the input as sources. */
	files?: readonly FileToSend[];
}

/** Starts the task, or finds the one that its key started before. */
export async function startTask(context: GatewayContext, task: TaskToStart, itemIndex: number): Promise<TaskView> {
	const path = `/v1/tasks/${encodeURIComponent(task.type)}`;
	const { idempotencyKey, input } = task;
	return await callGateway(context, { method: 'POST', path, body: input, idempotencyKey, itemIndex }, asTask);
}

/** Whether the task would be refused, as far as the gateway can tell without asking the service. It starts nothing. */
export async function checkTask(context: GatewayContext, task: TaskToStart, itemIndex: number): Promise<void> {
	const { type, input } = task;
	const call = { method: 'POST', path: '/v1/tasks/check', body: { type, input }, itemIndex } as const;
	await callGateway(context, call, () => undefined);
}

/** @param waitSeconds 0 to 60: how long to wait for the task's end before it is shown as it is */
export async function getTask(
	context: GatewayContext,
	id: string,
	waitSeconds: number,
	itemIndex: number,
): Promise<TaskView> {
	const query = waitSeconds > 0 ? { wait: waitSeconds } : {};
	const timeoutMs = (waitSeconds + 30) * 1_000;
	return await callGateway(
		context,
		{ method: 'GET', path: pathOf(context, id, itemIndex), query, timeoutMs, itemIndex },
		asTask,
	);
}

/** Asks the task to stop. It ends a moment later. @param idempotencyKey stops one run of the task, however often it is sent */
export async function cancelTask(
	context: GatewayContext,
	id: string,
	idempotencyKey: string,
	itemIndex: number,
): Promise<TaskView> {
	const path = `${pathOf(context, id, itemIndex)}/cancel`;
	return await callGateway(context, { method: 'POST', path, idempotencyKey, itemIndex }, asTask);
}

function pathOf(context: GatewayContext, id: string, itemIndex: number): string {
	return `/v1/tasks/${idInPath(context, 'Task ID', id, itemIndex)}`;
}
