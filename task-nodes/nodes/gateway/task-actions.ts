import type { IDataObject } from 'n8n-workflow';
import { asRecord, asTask, isRecord, type TaskView, textOf } from './gateway-responses';
import type { GatewayContext } from './gateway-context';
import { callGateway } from './gateway-request';
import { taskPath } from './tasks';

export interface TaskRequest {
	id: string;
	/** 1 to 255 characters. Repeats with the same key do nothing more. */
	idempotencyKey: string;
	itemIndex: number;
}

/** Sends an action to a running task. @returns what the task does now */
export async function sendAction(
	context: GatewayContext,
	action: string,
	body: IDataObject,
	{ id, idempotencyKey, itemIndex }: TaskRequest,
): Promise<IDataObject> {
	const path = `${taskPath(context, id, itemIndex)}/actions/${action}`;
	return await callGateway(context, { method: 'POST', path, body, idempotencyKey, itemIndex }, asRecord);
}

/** Starts a task again if it did not complete. */
export async function retryTask(
	context: GatewayContext,
	{ id, idempotencyKey, itemIndex }: TaskRequest,
): Promise<TaskView> {
	const path = `${taskPath(context, id, itemIndex)}/actions/retry`;
	return await callGateway(context, { method: 'POST', path, idempotencyKey, itemIndex }, asTask);
}

/** The open question, and its email. */
export async function getReview(context: GatewayContext, id: string, itemIndex: number): Promise<IDataObject> {
	const path = `${taskPath(context, id, itemIndex)}/review`;
	return await callGateway(context, { method: 'GET', path, itemIndex }, asRecord);
}

/** Decides on the version of the email whose hash is in the body. */
export async function sendDecision(
	context: GatewayContext,
	body: IDataObject,
	{ id, idempotencyKey, itemIndex }: TaskRequest,
): Promise<IDataObject> {
	const path = `${taskPath(context, id, itemIndex)}/decision`;
	return await callGateway(context, { method: 'POST', path, body, idempotencyKey, itemIndex }, asRecord);
}

/** The path of the page to decide a task's open question. Undefined if it has none, or if the token may not decide. */
export async function reviewPath(context: GatewayContext, id: string, itemIndex: number): Promise<string | undefined> {
	const path = `${taskPath(context, id, itemIndex)}/details`;
	return await callGateway(context, { method: 'GET', path, itemIndex }, (body) =>
		isRecord(body) ? textOf(body['reviewPath']) || undefined : undefined,
	);
}
