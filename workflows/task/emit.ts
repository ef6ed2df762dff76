import { ApplicationFailure, WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { CancellationScope, ParentClosePolicy, startChild, workflowInfo } from '@temporalio/workflow';
import {
	type Ended,
	type EventData,
	type EventRef,
	type EventType,
	isRecovery,
	PUBLISH_EVENT,
	type PublishEvent,
	RECOVERED_STAGE,
	type TaskEvent,
} from './event';
import { endingOfFailure, type TaskError } from './failure';
import { eventIdOf } from './ids';
import { mendedBy } from './mended-by';
import { type Ending, endingNamed, type Failure, type Verdict } from './outcomes';
import { searchAttributes } from './visibility';

/**
 * Publishes an event of this task to all subscribers. It returns once the workflow that publishes has started, so no
 * subscriber can block or fail the task. A cancelled task publishes too.
 * @param name unique within the task, for instance `completed` or `review-2`; a repeated name publishes nothing
 * @param follows the first event of the same incident. Default: this is the first one
 */
export async function emit<Type extends EventType>(
	type: Type,
	data: EventData[Type],
	name: string,
	follows?: EventRef,
): Promise<EventRef> {
	return publish(type, data, { task: thisTask(), name, follows });
}

export interface Publishing {
	/** What the event is about. */
	task: TaskEvent['task'];
	/** Unique within this workflow. */
	name: string;
	/** The id of the event, if several workflows can publish it. Default: one of this workflow alone */
	id?: string;
	follows?: EventRef | undefined;
}

/** The same of an event that is not about this workflow's own task. */
export async function publish<Type extends EventType>(
	type: Type,
	data: EventData[Type],
	{ task, name, id, follows }: Publishing,
): Promise<EventRef> {
	const event: TaskEvent = {
		id: id ?? eventIdOf(task.id, workflowInfo().firstExecutionRunId, name),
		type,
		at: new Date().toISOString(),
		task,
		data,
		...(follows === undefined ? {} : { follows }),
		...mendedBy(type, data, { ...task, retries: retriedTasks() }),
	};
	try {
		await CancellationScope.nonCancellable(() =>
			startChild<PublishEvent>(PUBLISH_EVENT, {
				workflowId: `event/${event.id}`,
				args: [event],
				parentClosePolicy: ParentClosePolicy.ABANDON,
				...(id === undefined ? {} : { workflowIdReusePolicy: 'REJECT_DUPLICATE' }),
				...(isRecovery(type) ? listed(event) : {}),
			}),
		);
	} catch (error) {
		if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
	}
	return { id: event.id, at: event.at };
}

/** What this task repeats: the one whose failed items it retries, or itself if it was started again. */
function retriedTasks(): string[] {
	const { workflowId, memo, typedSearchAttributes } = workflowInfo();
	const retryOf = typedSearchAttributes.get(searchAttributes.retryOf);
	const again: unknown = memo?.['retriedBy'];
	return [
		...(retryOf === undefined ? [] : [retryOf]),
		...(Array.isArray(again) && again.length > 0 ? [workflowId] : []),
	];
}

/** The task of this workflow, as events name it. */
export function thisTask(): TaskEvent['task'] {
	const { workflowId, typedSearchAttributes: attributes } = workflowInfo();
	return {
		id: workflowId,
		type: taskType(),
		connection: attributes.get(searchAttributes.connection) ?? null,
		agentId: attributes.get(searchAttributes.agent) ?? null,
	};
}

/** So that the gateway can list what has recovered: the workflow that publishes it is kept for 30 days. */
function listed(event: TaskEvent) {
	const { connection } = event.task;
	const ofConnection = connection === null ? [] : [{ key: searchAttributes.connection, value: connection }];
	return {
		memo: { event },
		typedSearchAttributes: [{ key: searchAttributes.stage, value: RECOVERED_STAGE }, ...ofConnection],
	};
}

type FailedStatus = 'failed' | 'timed_out' | 'cancelled';

/** A parent task reports on its child tasks, so only a top-level task publishes its end. */
function isTopLevel(): boolean {
	return workflowInfo().parent === undefined;
}

export async function publishCompleted({ ending, message, summary, failures = [], cause }: Verdict): Promise<void> {
	if (!isTopLevel()) return;
	const row = endingNamed(taskType(), ending);
	if (row === null) {
		await emit('task.completed', { status: 'completed' }, 'completed');
		return;
	}
	const succeeded = row.exitCode === 0;
	const error = succeeded
		? null
		: { type: ending, title: row.word, status: 409, detail: message, issues: some(failures) };
	const { needsAttention } = row;
	const told = {
		succeeded,
		needsAttention,
		ended: shown(row),
		error,
		...(cause === undefined ? {} : { cause }),
		...(summary === undefined ? {} : { summary }),
	};
	await emit('task.completed', { status: 'completed', ...told }, 'completed');
}

/** An event is a message, not a list. */
const MOST_ISSUES = 50;

function some(failures: readonly Failure[]): Failure[] {
	const more = failures.length - MOST_ISSUES;
	const issues = failures.slice(0, MOST_ISSUES);
	return more > 0 ? [...issues, { path: '', message: `and ${more} more` }] : issues;
}

function shown({ outcome, word, tone, needsAttention }: Ending): Ended {
	return { outcome, word, tone, needsAttention };
}

function taskType(): string {
	return workflowInfo().typedSearchAttributes.get(searchAttributes.task) ?? '';
}

/** @param failure what the task ends with */
export async function publishFailed(status: FailedStatus, failure: unknown): Promise<void> {
	if (!isTopLevel()) return;
	const row = endingNamed(taskType(), status === 'failed' ? endingOfFailure(failure) : status);
	const ended = row === null ? {} : { ended: shown(row) };
	await emit('task.failed', { status, error: errorOf(failure), ...ended }, 'failed');
}

function errorOf(failure: unknown): TaskError | null {
	if (!(failure instanceof ApplicationFailure)) return null;
	const [error] = failure.details ?? [];
	return isTaskError(error) ? error : null;
}

function isTaskError(value: unknown): value is TaskError {
	return typeof value === 'object' && value !== null && 'type' in value && 'detail' in value;
}
