import type { HistoryAndWorkflowId } from '@temporalio/client';
import { type ReplayWorkerOptions, Worker } from '@temporalio/worker';
import { encryptedConverter } from '../../temporal/payload-codec';
import type { Keyring } from '../../temporal/keyring';

/** What became of one history. */
export interface Replayed {
	workflowId: string;
	runId: string;
	/** Why this version cannot go on with it; null when it can. */
	error: string | null;
}

/** Goes through histories with the workflows of a bundle, one after the other. */
export async function* replayHistories(
	histories: AsyncIterable<HistoryAndWorkflowId> | Iterable<HistoryAndWorkflowId>,
	workflowBundle: ReplayWorkerOptions['workflowBundle'],
	keyring: Keyring,
): AsyncGenerator<Replayed> {
	// A replay runs in a namespace of its own, and a file may be decrypted and need not name its workflow.
	const dataConverter = encryptedConverter(keyring, { checkWorkflow: false, plain: 'pass' });
	const options = { workflowBundle, dataConverter };
	for await (const { workflowId, runId, error } of Worker.runReplayHistories(options, histories))
		yield { workflowId, runId, error: error?.message ?? null };
}
