import { type WaitView, asWait, isRecord, UnexpectedResponse } from './gateway-responses';
import type { GatewayContext } from './gateway-context';
import { callGateway } from './gateway-request';
import { idInPath } from './id-in-path';

export interface WaitToOpen {
	/** 1 to 100 different ids. */
	taskIds: string[];
	callbackUrl: string;
	executionId: string;
	nodeId: string;
	runIndex: number;
	/** Seconds after which the gateway calls back though tasks still run; null: no deadline. */
	deadlineSeconds: number | null;
}

/** The gateway's limit of tasks in one wait. */
export const MOST_TASKS_IN_A_WAIT = 100;

/** @returns the wait's id; the same tasks, place and URL give the same wait */
export async function openWait(context: GatewayContext, wait: WaitToOpen): Promise<string> {
	return await callGateway(context, { method: 'POST', path: '/v1/waits', body: { ...wait } }, (body) => {
		if (isRecord(body) && typeof body['id'] === 'string') return body['id'];
		throw new UnexpectedResponse('expected a wait with an id');
	});
}

export async function getWait(
	context: GatewayContext,
	id: string,
	repeatAfterMs?: readonly number[],
): Promise<WaitView> {
	const path = `/v1/waits/${idInPath(context, 'Wait ID', id)}`;
	return await callGateway(context, { method: 'GET', path, ...(repeatAfterMs && { repeatAfterMs }) }, asWait);
}
