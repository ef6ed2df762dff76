import type { Client } from '@temporalio/client';
import type { Logger } from '../log';
import { GRPC, grpcCodeOf } from '../temporal/grpc-code';

/** Milliseconds between two rounds. */
const EVERY_MS = 2 * 60_000;
/**
 * Milliseconds from the end of a look-up to its deletion. The server takes half a minute until it has written down the
 * end. Before that, it postpones a deletion again and again, for longer each time.
 */
const AFTER_MS = 60_000;
/** Deleted in one round. */
const MOST = 2_000;

/**
 * Deletes the histories of look-ups that have ended. The namespace would keep them for 30 days, and they can contain
 * personal data.
 * @param afterMs since the end
 * @returns how many were deleted
 */
export async function deletePastLookUps(client: Client, afterMs = AFTER_MS): Promise<number> {
	const { namespace } = client.options;
	const before = new Date(Date.now() - afterMs).toISOString();
	let deleted = 0;
	for await (const { workflowId } of client.workflow.list({
		query: `WorkflowType IN ('lookUp', 'lookAtWait') AND CloseTime < '${before}'`,
	})) {
		if (deleted >= MOST) break;
		try {
			await client.workflowService.deleteWorkflowExecution({ namespace, workflowExecution: { workflowId } });
			deleted += 1;
		} catch (error) {
			// Another gateway was faster.
			if (grpcCodeOf(error) !== GRPC.notFound) throw error;
		}
	}
	return deleted;
}

/** Deletes them at the start of a gateway, and then every two minutes. @returns stops it */
export function keepDeletingLookUps(client: Client, log: Pick<Logger, 'debug' | 'warn'>): () => void {
	const round = async () => {
		try {
			const deleted = await deletePastLookUps(client);
			if (deleted > 0) log.debug({ deleted }, 'deleted the histories of past look-ups');
		} catch (error) {
			log.warn(
				{ err: error },
				'the histories of past look-ups could not be deleted; the gateway retries in two minutes',
			);
		}
	};
	void round();
	const timer = setInterval(() => void round(), EVERY_MS);
	timer.unref();
	return () => {
		clearInterval(timer);
	};
}
