import type { Client } from '@temporalio/client';
import { z } from 'zod';
import { concernsCause, isMended, type OpenFailure } from '../../../workflows/events/mends';
import type { TaskEvent } from '../../../workflows/task/event';
import { incidentIdOf } from '../../../workflows/task/ids';
import { searchAttributes } from '../../../workflows/task/visibility';
import { executionInfo, type ListedExecution, listExecutions } from '../../temporal/executions';
import { keyErrorOf } from '../../temporal/payload-codec';

/** A workflow that tells a subscriber of failures of one cause (`workflows/events/incident.ts`). */
export interface RunningIncident {
	id: string;
	/** The key of its cause (`incidentKeyOf`). */
	key: string;
	/** Those that it told of. Failures that no message has told are not among them. */
	open: OpenFailure[];
}

const memoSchema = z.object({
	open: z.array(z.object({ taskId: z.string(), taskType: z.string(), agentId: z.string().nullable() })).catch([]),
});

const RUNNING = "WorkflowType = 'tellIncident' AND ExecutionStatus = 'Running'";

/** All that run: one for each subscriber and cause, so they are few. */
export async function runningIncidents(client: Client): Promise<RunningIncident[]> {
	const found: RunningIncident[] = [];
	for await (const raw of listExecutions(client, RUNNING)) {
		const incident = await incidentIn(client, raw);
		if (incident !== null) found.push(incident);
	}
	return found;
}

/** Null if no key decrypts it. */
async function incidentIn(client: Client, raw: ListedExecution): Promise<RunningIncident | null> {
	try {
		const { workflowId: id, memo, typedSearchAttributes } = await executionInfo(client, raw);
		const start = incidentIdOf(typedSearchAttributes.get(searchAttributes.subscription) ?? '', '');
		return id.startsWith(start) ? { id, key: id.slice(start.length), ...memoSchema.parse(memo ?? {}) } : null;
	} catch (error) {
		if (keyErrorOf(error) === null) throw error;
		return null;
	}
}

/** The ids of those that an event concerns. If it names a task, that may be one that no message has told of yet. */
export function endedBy(event: TaskEvent, running: readonly RunningIncident[]): string[] {
	const isNamed = event.mends !== undefined && event.mends.length > 0;
	return running
		.filter(({ key, open }) => concernsCause(key, event) && (isNamed || open.some((failed) => isMended(failed, event))))
		.map(({ id }) => id);
}
