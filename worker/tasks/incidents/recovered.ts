import type { Client } from '@temporalio/client';
import { z } from 'zod';
import { CONNECTION } from '../../../workflows/connection-incident/incident';
import { PUBLISH_EVENT, RECOVERED_STAGE } from '../../../workflows/task/event';
import { executionInfo, type ListedExecution } from '../../temporal/executions';
import { keyErrorOf } from '../../temporal/payload-codec';
import { connectionQuery } from '../list-tasks';
import type { RecoveredView } from './incident-service';

/** More than these are no list that a person reads. */
const MOST = 100;

const about = {
	at: z.string(),
	task: z.object({ id: z.string(), type: z.string(), connection: z.string().nullable() }),
};

/** What the page shows of the events that end an incident. */
const eventSchema = z.discriminatedUnion('type', [
	z.object({
		type: z.literal('sync.resumed'),
		...about,
		data: z.object({ destination: z.string(), since: z.string(), resumedAt: z.string() }),
	}),
	z.object({
		type: z.literal('schedule.recovered'),
		...about,
		data: z.object({ scheduleId: z.string(), failedDueAt: z.string() }),
	}),
	z.object({
		type: z.literal('connection.recovered'),
		...about,
		data: z.object({ since: z.string(), recoveredAt: z.string() }),
	}),
]);
type RecoveryEvent = z.output<typeof eventSchema>;

const memoSchema = z.object({ event: eventSchema });

/**
 * What has recovered since a moment, newest first: the events that told so are kept with their workflows.
 * @param within only of these connections. Default: all
 */
export async function recoveredSince(
	client: Client,
	since: Date,
	within?: readonly string[],
): Promise<RecoveredView[]> {
	const { namespace } = client.options;
	const recovered = `WorkflowType = '${PUBLISH_EVENT}' AND AkStage = '${RECOVERED_STAGE}' AND StartTime >= '${since.toISOString()}'`;
	const query = within === undefined ? recovered : `${recovered} AND ${connectionQuery(within)}`;
	const { executions } = await client.workflowService.listWorkflowExecutions({ namespace, query, pageSize: MOST });
	const events = await Promise.all(executions.map((raw) => eventOf(client, raw)));
	return events
		.flatMap((event) => (event === null ? [] : [viewOf(event)]))
		.toSorted((one, other) => other.recoveredAt.localeCompare(one.recoveredAt));
}

/** @returns null if no key decrypts it, or if a newer version wrote it */
async function eventOf(client: Client, raw: ListedExecution): Promise<RecoveryEvent | null> {
	try {
		const { memo } = await executionInfo(client, raw);
		return memoSchema.safeParse(memo).data?.event ?? null;
	} catch (error) {
		if (keyErrorOf(error) === null) throw error;
		return null;
	}
}

function viewOf(event: RecoveryEvent): RecoveredView {
	const { at, task } = event;
	const of = { connection: task.connection, taskId: task.type === CONNECTION ? null : task.id };
	switch (event.type) {
		case 'sync.resumed': {
			const { destination, since, resumedAt } = event.data;
			return { ...of, kind: 'sync', title: `A sync moves again: ${destination}`, since, recoveredAt: resumedAt };
		}
		case 'schedule.recovered': {
			const { scheduleId, failedDueAt } = event.data;
			return {
				...of,
				kind: 'schedule',
				title: `A schedule works again: ${scheduleId}`,
				since: failedDueAt,
				recoveredAt: at,
			};
		}
		case 'connection.recovered': {
			const title = `A connection works again: ${task.connection ?? ''}`;
			return { ...of, kind: 'connection', title, ...event.data };
		}
	}
}
