import type { Client, WorkflowExecutionDescription } from '@temporalio/client';
import { type Payload, defaultPayloadConverter } from '@temporalio/common';
import type { TaskProgress } from '../../workflows/catalogue';
import { NOT_YET } from '../../workflows/task/task-failure-types';
import { progressSchema } from './task-memo-schema';

/**
 * The progress that the last look of a pending activity left behind as its failure: fresher than the memo, and free
 * of events. Null when there is none.
 */
export async function pendingProgress(
	client: Client,
	{ raw }: WorkflowExecutionDescription,
): Promise<TaskProgress | null> {
	for (const { lastFailure } of raw.pendingActivities ?? []) {
		const info = lastFailure?.applicationFailureInfo;
		const [details] = await decoded(client, info?.details?.payloads ?? []);
		if (info?.type !== NOT_YET || details === undefined) continue;
		const progress = progressSchema.safeParse(defaultPayloadConverter.fromPayload(details));
		if (progress.success) return progress.data;
	}
	return null;
}

async function decoded(client: Client, payloads: Payload[]): Promise<Payload[]> {
	let clear = payloads;
	for (const codec of [...client.options.loadedDataConverter.payloadCodecs].reverse())
		clear = await codec.decode(clear);
	return clear;
}
