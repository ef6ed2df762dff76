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
import { CANCELLED, endingOfFailure, TIMED_OUT } from '../task/failure';
import { endingNamed, stageParts } from '../task/outcomes';
import { searchAttributes } from '../task/visibility';
import type { CountedEnd, TaskSinks } from './sinks';

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
			tasks.ended(task, connection, completedAs(task), uncertainEffects(result));
			return result;
		} catch (error) {
			const ending = endingIn(error);
			if (ending !== null) tasks.ended(task, connection, failedAs(task, ending), uncertainIn(error, ending));
			throw error;
		}
	}
}

/** Null if the task continues as new, or Temporal retries it. */
function endingIn(error: unknown): string | null {
	if (error instanceof ContinueAsNew) return null;
	if (isCancellation(error)) return 'cancelled';
	if (!(error instanceof ApplicationFailure)) return null;
	switch (error.type) {
		case CANCELLED:
			return 'cancelled';
		case TIMED_OUT:
			return 'timed_out';
		default:
			return endingOfFailure(error);
	}
}

/** The end of a completed task is the second part of its last stage. */
function completedAs(task: string): CountedEnd {
	const { ending } = stageParts(workflowInfo().typedSearchAttributes.get(searchAttributes.stage) ?? '');
	const row = endingNamed(task, ending ?? 'ended');
	if (row === null || row.exitCode === 0) return { outcome: 'completed', needsAttention: false };
	return { outcome: row.outcome, needsAttention: row.needsAttention };
}

function failedAs(task: string, ending: string): CountedEnd {
	return { outcome: ending, needsAttention: endingNamed(task, ending)?.needsAttention ?? true };
}

/** A task of many items fails with a partial result. */
function uncertainIn(error: unknown, ending: string): number {
	const partial: unknown = error instanceof ApplicationFailure ? error.details?.[1] : undefined;
	return Math.max(uncertainEffects(partial), ending === 'needs_person' ? 1 : 0);
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
