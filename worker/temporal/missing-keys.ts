import type { Client } from '@temporalio/client';
import type { Payload } from '@temporalio/common';
import type { Keyring } from './keyring';
import { type Execution, isOurSchedule, listExecutions, OUR_WORKFLOWS } from './executions';
import { decodingMetadata } from './payload-codec';

/** A needed key that is no longer in `encryption.keys`. */
export interface MissingKey {
	id: string;
	/** Running tasks, subscriptions and waits that cannot continue without it. */
	running: number;
	/** Schedules that cannot start anything without it. */
	schedules: number;
}

const RUNNING = `${OUR_WORKFLOWS} AND ExecutionStatus = 'Running'`;

/**
 * The keys of running workflows and schedules that the keyring lacks. This decrypts nothing, because the id of the key
 * is stored beside each payload.
 */
export async function missingKeys(client: Client, keyring: Keyring): Promise<MissingKey[]> {
	const missing = new Map<string, MissingKey>();
	const count = (ids: ReadonlySet<string>, what: 'running' | 'schedules') => {
		for (const id of ids) {
			if (keyring.has(id)) continue;
			const known = missing.get(id) ?? { id, running: 0, schedules: 0 };
			missing.set(id, { ...known, [what]: known[what] + 1 });
		}
	};
	for await (const execution of listExecutions(client, RUNNING)) count(await keysOf(client, execution), 'running');
	for await (const { scheduleId } of client.schedule.list())
		count(await keysOfSchedule(client, scheduleId), 'schedules');
	return [...missing.values()];
}

/** Uses the memo, which a continue-as-new keeps. Without a memo, uses the first event. */
async function keysOf({ workflowService, options: { namespace } }: Client, { execution, memo }: Execution) {
	const noted = keyIds(Object.values(memo?.fields ?? {}));
	if (noted.size > 0) return noted;
	const { history } = await workflowService.getWorkflowExecutionHistory({ namespace, execution, maximumPageSize: 1 });
	const [first] = history?.events ?? [];
	return keyIds(first?.workflowExecutionStartedEventAttributes?.input?.payloads ?? []);
}

async function keysOfSchedule({ workflowService, options: { namespace } }: Client, scheduleId: string) {
	const { schedule } = await workflowService.describeSchedule({ namespace, scheduleId });
	if (!isOurSchedule(schedule)) return new Set<string>();
	return keyIds(schedule?.action?.startWorkflow?.input?.payloads ?? []);
}

function keyIds(payloads: readonly Payload[]): ReadonlySet<string> {
	return new Set(payloads.map((payload) => decodingMetadata(payload).keyId).filter((id) => id !== ''));
}
