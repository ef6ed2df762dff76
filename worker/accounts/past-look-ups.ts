import type { Client } from '@temporalio/client';
import type { Logger } from '../log';

/** The ids of look-ups begin with it. */
export const LOOK_UP_IDS = 'look-up/';
const EVERY_MS = 3_600_000;
/** The gateway that asked deletes it by then. Milliseconds. */
const OVERDUE_MS = 5 * 60_000;
/** Deleted in one round. */
const MOST = 10_000;

/** Deletes the history of one look-up, and ends it if it runs. @returns whether the server took the request */
export async function deleteLookUp(client: Client, workflowId: string): Promise<boolean> {
	const { namespace } = client.options;
	try {
		await client.workflowService.deleteWorkflowExecution({ namespace, workflowExecution: { workflowId } });
		return true;
	} catch {
		// Another gateway was faster, or Temporal is unavailable: the next round finds what is left.
		return false;
	}
}

/** Deletes the histories of look-ups whose gateway ended before it did so. @returns how many */
export async function deletePastLookUps(client: Client, overdueMs = OVERDUE_MS): Promise<number> {
	const before = new Date(Date.now() - overdueMs).toISOString();
	let deleted = 0;
	for await (const { workflowId } of client.workflow.list({
		query: `WorkflowType = 'lookUp' AND CloseTime < '${before}'`,
	})) {
		if (deleted >= MOST) break;
		if (await deleteLookUp(client, workflowId)) deleted += 1;
	}
	return deleted;
}

/** Deletes them at the start, and then each hour. @returns stops it */
export function keepDeletingLookUps(client: Client, log: Pick<Logger, 'info' | 'warn'>): () => void {
	const round = async () => {
		try {
			const deleted = await deletePastLookUps(client);
			if (deleted > 0) log.info({ deleted }, 'deleted the histories of past look-ups');
		} catch (error) {
			log.warn({ err: error }, 'the histories of past look-ups could not be deleted; the gateway retries in an hour');
		}
	};
	void round();
	const timer = setInterval(() => void round(), EVERY_MS);
	timer.unref();
	return () => {
		clearInterval(timer);
	};
}
