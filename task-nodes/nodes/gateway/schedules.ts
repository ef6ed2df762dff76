import type { IDataObject } from 'n8n-workflow';
import type { DescribeIssue } from './gateway-errors';
import { asPage, asRecord } from './gateway-responses';
import type { GatewayContext } from './gateway-context';
import { callGateway } from './gateway-request';
import { idInPath } from './id-in-path';

export interface ScheduleToSave {
	/** Its name, which the builder chooses. */
	id: string;
	/** Type and input of the task, and the times. */
	body: IDataObject;
	describeIssue: DescribeIssue;
}

/** Creates the schedule of this name, or changes it. */
export async function saveSchedule(
	context: GatewayContext,
	{ id, body, describeIssue }: ScheduleToSave,
	itemIndex: number,
): Promise<IDataObject> {
	const path = schedulePath(context, id, itemIndex);
	return await callGateway(context, { method: 'PUT', path, body, describeIssue, itemIndex }, asRecord);
}

export async function listSchedules(context: GatewayContext, itemIndex?: number): Promise<IDataObject[]> {
	const call = { method: 'GET', path: '/v1/schedules', ...(itemIndex !== undefined && { itemIndex }) } as const;
	return (await callGateway(context, call, asPage)).items;
}

/** Starts a run now. @param idempotencyKey repeats with the same key start no further run */
export async function runSchedule(
	context: GatewayContext,
	id: string,
	idempotencyKey: string,
	itemIndex: number,
): Promise<IDataObject> {
	const path = `${schedulePath(context, id, itemIndex)}/run-now`;
	return await callGateway(context, { method: 'POST', path, idempotencyKey, itemIndex }, asRecord);
}

/** Tasks of the schedule continue. */
export async function deleteSchedule(context: GatewayContext, id: string, itemIndex: number): Promise<void> {
	const call = { method: 'DELETE', path: schedulePath(context, id, itemIndex), itemIndex } as const;
	await callGateway(context, call, () => undefined);
}

function schedulePath(context: GatewayContext, id: string, itemIndex: number): string {
	return `/v1/schedules/${idInPath(context, 'Schedule', id, itemIndex)}`;
}
