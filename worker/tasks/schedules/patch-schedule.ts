import { createHash } from 'node:crypto';
import type { Client } from '@temporalio/client';
import type { temporal } from '@temporalio/proto';

type Patch = temporal.api.schedule.v1.ISchedulePatch;

/**
 * Asks a schedule to do something once: the server knows a repeat by the caller's key and by what is asked, as it keeps
 * nothing that two askings could be compared by. The client's own call makes a new id each time.
 */
export async function patchSchedule(client: Client, scheduleId: string, key: string, patch: Patch): Promise<void> {
	const { namespace, identity } = client.options;
	await client.workflowService.patchSchedule({
		namespace,
		scheduleId,
		patch,
		identity,
		requestId: createHash('sha256')
			.update(JSON.stringify([scheduleId, key, patch]))
			.digest('base64url'),
	});
}
