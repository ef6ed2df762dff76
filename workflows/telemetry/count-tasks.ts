import { ApplicationFailure } from '@temporalio/common';
import {
	ContinueAsNew,
	isCancellation,
	type Next,
	proxySinks,
	type WorkflowExecuteInput,
	type WorkflowInboundCallsInterceptor,
	workflowInfo,
	type WorkflowInterceptorsFactory,
} from '@temporalio/workflow';
import { CANCELLED, TIMED_OUT } from '../task/failure';
import { searchAttributes } from '../task/visibility';
import type { CountedOutcome, TaskSinks } from './sinks';

const { tasks } = proxySinks<TaskSinks>();

/** Counts the starts and ends of all tasks, and ignores other workflows. Part of the bundle. */
class CountTasks implements WorkflowInboundCallsInterceptor {
	async execute(input: WorkflowExecuteInput, next: Next<WorkflowInboundCallsInterceptor, 'execute'>): Promise<unknown> {
		const { typedSearchAttributes, continuedFromExecutionRunId } = workflowInfo();
		const task = typedSearchAttributes.get(searchAttributes.task);
		const connection = typedSearchAttributes.get(searchAttributes.connection);
		if (task === undefined || connection === undefined) return next(input);
		if (continuedFromExecutionRunId === undefined) tasks.started(task, connection);
		try {
			const result = await next(input);
			tasks.ended(task, connection, 'completed', uncertainEffects(result));
			return result;
		} catch (error) {
			const outcome = outcomeOf(error);
			if (outcome !== null) tasks.ended(task, connection, outcome, uncertainIn(error, outcome));
			throw error;
		}
	}
}

/** Null if the task continues as new, or Temporal retries it. */
function outcomeOf(error: unknown): CountedOutcome | null {
	if (error instanceof ContinueAsNew) return null;
	if (isCancellation(error)) return 'cancelled';
	if (!(error instanceof ApplicationFailure)) return null;
	switch (error.type) {
		case CANCELLED:
			return 'cancelled';
		case TIMED_OUT:
			return 'timed_out';
		case 'needs_person':
		case 'slept_through':
			return error.type;
		default:
			return 'failed';
	}
}

/** A task of many items fails with a partial result. */
function uncertainIn(error: unknown, outcome: CountedOutcome): number {
	const partial: unknown = error instanceof ApplicationFailure ? error.details?.[1] : undefined;
	return Math.max(uncertainEffects(partial), outcome === 'needs_person' ? 1 : 0);
}

export const interceptors: WorkflowInterceptorsFactory = () => ({ inbound: [new CountTasks()] });

/**
 * How many uncertain effects a task's result has: an email with an unknown outcome, or items that a person has to check.
 * The result may be of any task.
 */
export function uncertainEffects(result: unknown): number {
	const rows = partOf(result, 'rows');
	const ofRows = Array.isArray(rows) ? rows.filter((row) => partOf(row, 'status') === 'needs_person').length : 0;
	return ofRows + (partOf(partOf(result, 'audit'), 'uncertain') === true ? 1 : 0);
}

function partOf(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
