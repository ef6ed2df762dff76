import type { Client } from '@temporalio/client';
import type { Payload } from '@temporalio/common';
import { type Execution, isOurSchedule, listExecutions, OUR_WORKFLOWS } from './executions';
import { GRPC, grpcCodeOf } from './grpc-code';
import { decodingMetadata } from './payload-codec';
import { payloadsIn } from './payloads-in';

const RUNNING = `${OUR_WORKFLOWS} AND ExecutionStatus = 'Running'`;
/** Requests at a time. */
const AT_A_TIME = 10;

type RunOfWorkflow = Execution['execution'];

/** What a workflow began with, encrypted. */
export interface OpenPayloads {
	id: string;
	run: RunOfWorkflow;
	payloads: Payload[];
}

/** Of every running workflow. Decrypts nothing. */
export async function* openPayloads(client: Client): AsyncGenerator<OpenPayloads> {
	let batch: Array<Promise<OpenPayloads>> = [];
	for await (const execution of listExecutions(client, RUNNING)) {
		batch.push(payloadsOf(client, execution));
		if (batch.length < AT_A_TIME) continue;
		yield* await Promise.all(batch);
		batch = [];
	}
	yield* await Promise.all(batch);
}

/** Uses the memo, which a continue-as-new keeps. Without a memo, uses the first event. */
async function payloadsOf(client: Client, { execution: run, memo }: Execution): Promise<OpenPayloads> {
	const id = run?.workflowId ?? '';
	const noted = Object.values(memo?.fields ?? {});
	if (noted.length > 0) return { id, run, payloads: noted };
	const { workflowService, options } = client;
	const { namespace } = options;
	const page = await unlessGone(
		workflowService.getWorkflowExecutionHistory({ namespace, execution: run, maximumPageSize: 1 }),
	);
	const input = page?.history?.events?.[0]?.workflowExecutionStartedEventAttributes?.input;
	return { id, run, payloads: [...payloadsIn(input)] };
}

/** All that a run of a workflow has stored so far, without what Temporal itself must read, such as search attributes. */
export async function historyOf(client: Client, run: RunOfWorkflow): Promise<Payload[]> {
	const { namespace } = client.options;
	const found: Payload[] = [];
	let nextPageToken: Uint8Array = new Uint8Array();
	do {
		const page = await unlessGone(
			client.workflowService.getWorkflowExecutionHistory({ namespace, execution: run, nextPageToken }),
		);
		for (const payload of payloadsIn(page?.history?.events))
			if (decodingMetadata(payload).keyId !== '') found.push(payload);
		nextPageToken = page?.nextPageToken ?? new Uint8Array();
	} while (nextPageToken.length > 0);
	return found;
}

/** What each of our schedules starts its workflows with. */
export async function* scheduledPayloads(client: Client): AsyncGenerator<Omit<OpenPayloads, 'run'>> {
	const { workflowService, options } = client;
	for await (const { scheduleId } of client.schedule.list()) {
		const { namespace } = options;
		const found = await unlessGone(workflowService.describeSchedule({ namespace, scheduleId }));
		if (!isOurSchedule(found?.schedule)) continue;
		const { input, memo } = found?.schedule?.action?.startWorkflow ?? {};
		yield { id: scheduleId, payloads: [...payloadsIn([input, memo])] };
	}
}

/** Null if it was deleted since it was listed. */
async function unlessGone<Found>(asking: Promise<Found>): Promise<Found | null> {
	try {
		return await asking;
	} catch (error) {
		if (grpcCodeOf(error) === GRPC.notFound) return null;
		throw error;
	}
}
