import type { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { API_QUEUE } from '../../../workflows/task-queues';
import { DEFAULT_PACE, type FairnessSetting, MANY_CONNECTIONS, SWITCH_ON } from '../../pacing';
import { type Check, errorText, ok, warn } from './check';

const { TASK_QUEUE_TYPE_ACTIVITY } = temporal.api.enums.v1.TaskQueueType;

/** Rates are 32-bit numbers at the server. */
const SAME_RATE = 0.001;

/** Workers poll a queue for each connection. */
export function checkOwnQueues(connections: number, setting: FairnessSetting): Check {
	const name = 'temporal fairness';
	const finding = `Workers poll a queue for each of ${connections} connections, because`;
	if (setting === false) {
		const detail = `${finding} temporal.fairness is false.`;
		const todo = 'For so many connections, remove temporal.fairness from the configuration of all workers.';
		return connections > MANY_CONNECTIONS ? warn(name, detail, todo) : ok(name, detail);
	}
	const detail = `${finding} Temporal did not pace them in one queue when the workers started.`;
	if (setting === true) return warn(name, `${detail} temporal.fairness is true, so this is a fault.`, SWITCH_ON);
	return connections > MANY_CONNECTIONS ? warn(name, detail, SWITCH_ON) : ok(name, detail);
}

/** The pace that the server gives to a connection with weight 1. */
export async function checkPace({ workflowService, options: { namespace } }: Client): Promise<Check> {
	const name = `queue ${API_QUEUE} (pace of a connection)`;
	const restart = 'Restart a worker, which sets it.';
	try {
		const { config } = await workflowService.describeTaskQueue({
			namespace,
			taskQueue: { name: API_QUEUE },
			taskQueueType: TASK_QUEUE_TYPE_ACTIVITY,
			reportConfig: true,
		});
		const pace = config?.fairnessKeysRateLimitDefault?.rateLimit?.requestsPerSecond;
		if (typeof pace !== 'number')
			return warn(name, 'Temporal does not pace the connections: the queue has no rate for its keys.', restart);
		if (Math.abs(pace - DEFAULT_PACE) < SAME_RATE)
			return ok(name, `${DEFAULT_PACE} a second for 60 requests a minute. Other limits are multiples of it.`);
		return warn(name, `${pace} a second, but this version of the worker needs ${DEFAULT_PACE}.`, restart);
	} catch (error) {
		return warn(name, `The rate cannot be read: ${errorText(error)}`, restart);
	}
}

/** The first release in which a waiting call of a higher priority blocks only its own connection. */
const ORDERED_FROM = [1, 32] as const;

/** Whether urgent calls and writes can go first without a delay for other connections. */
export async function checkOrder({ workflowService }: Client): Promise<Check> {
	const name = `queue ${API_QUEUE} (order of calls)`;
	const { serverVersion } = await workflowService.getSystemInfo({});
	const [major = 0, minor = 0] = serverVersion.split('.').map(Number);
	if (major > ORDERED_FROM[0] || (major === ORDERED_FROM[0] && minor >= ORDERED_FROM[1]))
		return ok(name, 'What people wait for, then writes, then reads.');
	return warn(
		name,
		`On Temporal server ${serverVersion}, writes wait behind reads, and only ten urgent calls a minute of a connection go first.`,
		'Update the server to 1.32 or newer.',
	);
}
