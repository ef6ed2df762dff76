import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import type { Payload } from '@temporalio/common';
import { GRPC, grpcCodeOf } from '../temporal/grpc-code';
import { isPayload } from '../temporal/payloads-in';
import type { Search } from './search';

/** One run of a workflow. Each continue-as-new starts another run with its own history. */
export interface RunId {
	workflowId: string;
	/** Default: the newest run. */
	runId?: string;
}

/** Whether anything in the history of a run names the person. @throws if the history cannot be read; see `isGone` */
export async function namesPerson(search: Search, run: RunId): Promise<boolean> {
	const { mention } = search;
	for await (const text of textsOfRun(search, run)) if (mention.isInValue(text)) return true;
	return false;
}

/** A mail conversation of the service, wherever a history names one. */
const CONVERSATION = /"(email:[^"\\\s]+)"/g;

/** The ids of the mail conversations that a history names. @throws as `namesPerson` */
export async function mailConversationsIn(search: Search, run: RunId): Promise<string[]> {
	const ids = new Set<string>();
	for await (const text of textsOfRun(search, run))
		for (const [, id] of text.matchAll(CONVERSATION)) if (id !== undefined) ids.add(id);
	return [...ids];
}

async function* textsOfRun({ client }: Search, { workflowId, runId }: RunId): AsyncGenerator<string> {
	yield* textsOf(client, await client.workflow.getHandle(workflowId, runId).fetchHistory());
}

/** Deletes a run that has ended. Temporal removes it from its lists a moment later. A missing run counts as deleted. */
export async function deleteRun(client: Client, workflowExecution: Required<RunId>): Promise<void> {
	try {
		await client.workflowService.deleteWorkflowExecution({ namespace: client.options.namespace, workflowExecution });
	} catch (error) {
		if (!isGone(error)) throw error;
	}
}

export function isGone(error: unknown): boolean {
	return error instanceof WorkflowNotFoundError || grpcCodeOf(error) === GRPC.notFound;
}

/**
 * All texts in a value from Temporal, in any form: plain strings, and the decrypted payloads, most of which are JSON.
 * @throws UnknownKeyError, DecryptionError
 */
export async function* textsOf(client: Client, value: unknown): AsyncGenerator<string> {
	if (typeof value === 'string') yield value;
	else if (isPayload(value)) yield* await textsOfPayload(client, value);
	else if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array))
		for (const part of Object.values(value)) yield* textsOf(client, part);
}

async function textsOfPayload(client: Client, payload: Payload): Promise<string[]> {
	let payloads = [payload];
	for (const codec of client.options.loadedDataConverter.payloadCodecs) payloads = await codec.decode(payloads);
	return payloads.map(({ data }) => Buffer.from(data ?? []).toString());
}
