import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { createHash } from 'node:crypto';
import { NOTE_REQUEST, type NotedRequest, type NoteRequestArgs } from '../../workflows/task/visibility';

/** Digest of a caller's key for one kind of request, because the key itself may contain personal data. */
export function requestDigest(request: 'retry' | 'retry-failed' | 'cancel', idempotencyKey: string): string {
	return createHash('sha256')
		.update(JSON.stringify([request, idempotencyKey]))
		.digest('base64url');
}

/**
 * The key of the task for the failed items of an ended run. It depends on no caller's key, so that of two requests the
 * later one finds the task of the earlier one. That task is an ended run of its own, whose failed items have another key.
 */
export function failedItemsKey(id: string, firstRunId: string): string {
	return createHash('sha256')
		.update(JSON.stringify(['retry-failed', id, 'run', firstRunId]))
		.digest('base64url');
}

/**
 * Makes a running task note a caller's request.
 * @param task without `firstRunId`: any running start of the task
 * @returns false if it has ended
 */
export async function noteRequest(
	client: Client,
	{ workflowId, firstRunId }: { workflowId: string; firstRunId?: string | undefined },
	kind: NotedRequest,
	digest: string,
): Promise<boolean> {
	try {
		await client.workflow.getHandle(workflowId).signal<NoteRequestArgs>(NOTE_REQUEST, kind, digest, firstRunId);
		return true;
	} catch (error) {
		if (error instanceof WorkflowNotFoundError) return false;
		throw error;
	}
}

/**
 * The id of an update of this name with this key of its caller. Histories show ids in plain text, and a key may contain
 * personal data.
 */
export function updateIdOf(name: string, idempotencyKey: string): string {
	return `${name}/${createHash('sha256').update(idempotencyKey).digest('base64url')}`;
}
