import { type WaitView, asWait, isRecord, UnexpectedResponse } from './gateway-responses';
import type { GatewayContext } from './gateway-context';
import type { DescribeIssue } from './gateway-errors';
import { callGateway } from './gateway-request';
import { idInPath } from './id-in-path';

export interface WaitToOpen {
	/** 1 to 100 different ids. */
	taskIds: string[];
	callbackUrl: string;
	executionId: string;
	nodeId: string;
	runIndex: number;
	/** Whose execution it is, for whoever decides. */
	flow: { name: string; url: string; executionId: string };
	/** Seconds after which the gateway calls back even if tasks still run. Null: no deadline. */
	deadlineSeconds: number | null;
}

/** The gateway's limit of tasks in one wait. */
export const MOST_TASKS_IN_A_WAIT = 100;

/** The resume URL has no field in the node. */
const describeIssue: DescribeIssue = ({ path, message }) =>
	path === 'callbackUrl' ? `The gateway may not call n8n back: the resume URL ${message}` : undefined;

/** @returns the wait's id. The same tasks, place and URL give the same wait */
export async function openWait(context: GatewayContext, wait: WaitToOpen): Promise<string> {
	const call = { method: 'POST', path: '/v1/waits', body: { ...wait }, describeIssue } as const;
	return await callGateway(context, call, (answer) => {
		if (isRecord(answer) && typeof answer['id'] === 'string') return answer['id'];
		throw new UnexpectedResponse('expected a wait with an id');
	});
}

/** @throws NodeApiError if the gateway may not call back there */
export async function checkCallback(context: GatewayContext, callbackUrl: string): Promise<void> {
	const call = { method: 'POST', path: '/v1/waits/check', body: { callbackUrl }, describeIssue } as const;
	await callGateway(context, call, () => undefined);
}

export async function getWait(
	context: GatewayContext,
	id: string,
	repeatAfterMs?: readonly number[],
): Promise<WaitView> {
	const path = `/v1/waits/${idInPath(context, 'Wait ID', id)}`;
	return await callGateway(context, { method: 'GET', path, ...(repeatAfterMs && { repeatAfterMs }) }, asWait);
}
