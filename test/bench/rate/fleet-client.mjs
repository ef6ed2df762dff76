// @ts-check
import { Connection } from '@temporalio/client';
import proto from '@temporalio/proto';
import { request } from 'undici';
import { z } from 'zod';
import { CONNECTION } from './start-fleet.mjs';

/** @typedef {Awaited<ReturnType<typeof import('./start-fleet.mjs').startFleet>>} Fleet */

const requestsSchema = z.object({
	items: z.array(
		z.looseObject({ at: z.string(), method: z.string(), path: z.string(), status: z.number().nullable() }),
	),
});

/**
 * Starts one retrain-and-wait of the same agent: it reads the status, then follows the one run that there is.
 * @param {Fleet} fleet
 * @param {{ key: string, agentId?: string }} task
 * @returns {Promise<number>} the HTTP status
 */
export async function startTask({ gateway }, { key, agentId = 'agent_support' }) {
	// Not with `fetch`, which costs as much as the gateway does for it.
	const { statusCode, body } = await request(`${gateway.url}/v1/tasks/retrain-and-wait`, {
		method: 'POST',
		headers: {
			authorization: `Bearer ${gateway.token}`,
			'content-type': 'application/json',
			'idempotency-key': key,
		},
		body: JSON.stringify({ version: 1, connection: CONNECTION, agentId, ifActive: 'adopt' }),
	});
	await body.dump();
	return statusCode;
}

/**
 * One look-up of the gateway that no cache answers, as the start of a task for an agent that is not there.
 * @param {Fleet} fleet
 * @returns {Promise<number>} milliseconds until the refusal that names the agent
 */
export async function lookUp(fleet) {
	const began = performance.now();
	const agentId = `agent_${Math.random().toString(36).slice(2)}`;
	const status = await startTask(fleet, { key: agentId, agentId });
	if (status !== 404) throw new Error(`The look-up of an agent that is not there was answered with ${status}.`);
	return performance.now() - began;
}

/**
 * What reached the service, by its own log.
 * @param {Fleet} fleet
 * @param {{ method?: string, path?: string, since?: string }} [only] `since` in ISO 8601
 * @returns {Promise<Array<{ at: number, path: string, status: number | null }>>} `at` in milliseconds since 1970
 */
export async function callsOf({ sandbox }, only = {}) {
	const response = await fetch(`${sandbox.adminUrl}/requests?${new URLSearchParams(only)}`, {
		headers: { authorization: `Bearer ${sandbox.adminToken}` },
	});
	if (!response.ok) throw new Error(`The sandbox's admin API answered ${response.status}.`);
	const { items } = requestsSchema.parse(await response.json());
	return items.map(({ at, path, status }) => ({ at: Date.parse(at), path, status }));
}

/**
 * Calls that wait in the connection's queue, as the server counts them.
 * @param {Fleet} fleet
 * @returns {Promise<number>}
 */
export async function waitingCalls({ temporal: { address, namespace } }) {
	const connection = await Connection.connect({ address });
	try {
		const { stats } = await connection.workflowService.describeTaskQueue({
			namespace,
			taskQueue: { name: `api:${CONNECTION}` },
			taskQueueType: proto.temporal.api.enums.v1.TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY,
			reportStats: true,
		});
		return Number(stats?.approximateBacklogCount ?? 0);
	} finally {
		await connection.close();
	}
}
