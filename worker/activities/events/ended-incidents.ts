import type { Client } from '@temporalio/client';
import { concernsCause } from '../../../workflows/events/mends';
import type { TaskEvent } from '../../../workflows/task/event';
import { incidentIdOf } from '../../../workflows/task/ids';
import { searchAttributes } from '../../../workflows/task/visibility';
import { executionInfoWithoutMemo, listExecutions } from '../../temporal/executions';

/** A workflow that tells a subscriber of failures of one cause (`workflows/events/incident.ts`). */
export interface RunningIncident {
	id: string;
	/** The key of its cause (`incidentKeyOf`). */
	key: string;
}

const RUNNING = "WorkflowType = 'tellIncident' AND ExecutionStatus = 'Running'";

/** All that run: one for each subscriber and cause, so they are few. */
export async function runningIncidents(client: Client): Promise<RunningIncident[]> {
	const found: RunningIncident[] = [];
	for await (const raw of listExecutions(client, RUNNING)) {
		const { workflowId: id, typedSearchAttributes } = await executionInfoWithoutMemo(client, raw);
		const start = incidentIdOf(typedSearchAttributes.get(searchAttributes.subscription) ?? '', '');
		if (id.startsWith(start)) found.push({ id, key: id.slice(start.length) });
	}
	return found;
}

/** The ids of those that an event concerns. Which of its failures are over, only the incident itself knows. */
export function endedBy(event: TaskEvent, running: readonly RunningIncident[]): string[] {
	return running.filter(({ key }) => concernsCause(key, event)).map(({ id }) => id);
}
