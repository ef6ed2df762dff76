import type { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { listExecutions, type ListedExecution } from '../temporal/executions';
import { UNSEARCHABLE } from '../../workflows/task/searchable-text';
import { quoted } from './visibility-text';

const { WorkflowExecutionStatus: Status } = temporal.api.enums.v1;

/** A task starts again under its id only after one of these. */
const RETRIED: ReadonlyArray<ListedExecution['status']> = [
	Status.WORKFLOW_EXECUTION_STATUS_FAILED,
	Status.WORKFLOW_EXECUTION_STATUS_CANCELED,
	Status.WORKFLOW_EXECUTION_STATUS_TERMINATED,
	Status.WORKFLOW_EXECUTION_STATUS_TIMED_OUT,
];

/**
 * Listed runs without those whose task was started again since. A retry keeps the id of the task, so its earlier run is
 * no task of its own: what failed then may be mended. Costs one query, and only if a run did not complete.
 */
export async function currentRuns(
	client: Client,
	executions: readonly ListedExecution[],
): Promise<readonly ListedExecution[]> {
	const ended = executions.filter((each) => RETRIED.includes(each.status) && !UNSEARCHABLE.test(idOf(each)));
	if (ended.length === 0) return executions;
	const ids = [...new Set(ended.map(idOf))].map(quoted);
	const from = new Date(Math.min(...ended.map(startOf))).toISOString();
	const newest = new Map<string, number>();
	const query = `WorkflowId IN (${ids.join(', ')}) AND StartTime >= '${from}'`;
	for await (const run of listExecutions(client, query))
		newest.set(idOf(run), Math.max(startOf(run), newest.get(idOf(run)) ?? 0));
	return executions.filter((each) => !ended.includes(each) || startOf(each) >= (newest.get(idOf(each)) ?? 0));
}

function idOf({ execution }: ListedExecution): string {
	return execution?.workflowId ?? '';
}

/** In milliseconds since 1970. */
function startOf({ startTime }: ListedExecution): number {
	return Number(startTime?.seconds ?? 0) * 1000 + Math.floor((startTime?.nanos ?? 0) / 1_000_000);
}
