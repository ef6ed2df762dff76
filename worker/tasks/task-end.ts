import { WorkflowFailedError, type WorkflowHandle } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { z } from 'zod';
import { pageCounts } from '../../workflows/retrain/verdict';
import type { Ended as EndShown } from '../../workflows/task/event';
import { CANCELLED, endingOfType } from '../../workflows/task/failure';
import { type Ending, endingNamed, type Failure, OUTCOMES } from '../../workflows/task/outcomes';
import type { TaskProgress } from '../../workflows/task/visibility';
import { definitions } from './definitions';
import { type TaskEndError, taskErrorSchema, type TaskView } from './task-view';

type Outcome = Pick<TaskView, 'result' | 'error'>;

const resultSchema = z.looseObject({});

/** The result of an ended task, or the error with the partial result if the task reports one. */
export async function outcomeOf(handle: WorkflowHandle, { status, progress }: TaskView): Promise<Outcome> {
	try {
		return { result: resultSchema.parse(await handle.result()), error: null };
	} catch (error) {
		if (!(error instanceof WorkflowFailedError)) throw error;
		return { result: doneUntilThen(error.cause), error: errorOf(error.cause, status, progress?.message) };
	}
}

/** The second detail of a task's failure, see `taskFailure`. */
function doneUntilThen(cause: unknown): object | null {
	if (!(cause instanceof ApplicationFailure)) return null;
	return resultSchema
		.nullable()
		.catch(null)
		.parse(cause.details?.[1] ?? null);
}

function errorOf(cause: unknown, status: TaskView['status'], lastMessage: string | undefined): TaskEndError {
	if (cause instanceof ApplicationFailure) {
		const details = taskErrorSchema.safeParse(cause.details?.[0]);
		if (details.success) return details.data;
		return problem(cause.type ?? 'task_failed', 'The task failed', 500, cause.message);
	}
	if (status === 'cancelled')
		return problem('cancelled', 'The task was cancelled', 409, lastMessage ?? 'A request cancelled the task.');
	const detail = cause instanceof Error ? cause.message : 'The task was terminated in Temporal.';
	return problem(status === 'timed_out' ? 'timed_out' : 'terminated', 'The task was ended', 500, detail);
}

function problem(type: string, title: string, status: number, detail: string): TaskEndError {
	return { type, title, status, detail, issues: [] };
}

/** How a task ended. */
export interface TaskEnd {
	/** A word for programs: the status, or for a completed task its outcome. */
	outcome: string;
	succeeded: boolean;
	/** Reason why it did not succeed; null if it did. */
	reason: string | null;
}

interface Ended extends Ending {
	reason: string | null;
	/** One sentence for a person. */
	message: string;
}

/** The outcome of a task and its reason; null while it runs. Needs a task that was read with its result and error. */
export function endOf(task: TaskView): TaskEnd | null {
	if (task.status === 'running') return null;
	const { outcome, exitCode, reason } = ended(task);
	return { outcome, succeeded: exitCode === 0, reason };
}

/** What did not succeed in an ended task of many items, each with its reason. Needs a task that was read with its result. */
export function failuresOf({ type, result }: Pick<TaskView, 'type' | 'result'>): Failure[] {
	return result === null ? [] : (definitions[type].judge(result)?.failures ?? []);
}

/** How a task ended, for people; null while it runs. Also of a task in a list. */
export function shownEnd(task: TaskView): EndShown | null {
	if (task.status === 'running') return null;
	const { outcome, word, tone, needsAttention } = ended(task);
	return { outcome, word, tone, needsAttention };
}

/**
 * The progress to show. For an ended task it says how the task ended, with the last reported figures, and omits what
 * the task had waited for.
 */
export function shownProgress(task: TaskView): TaskProgress | null {
	const { status, progress, closedAt } = task;
	if (status === 'running' || progress === null) return progress;
	const last = { ...progress };
	delete last.nextAt;
	delete last.dueAt;
	delete last.problem;
	return { ...last, message: ended(task).message, at: closedAt ?? progress.at };
}

const UNREADABLE = 'The task completed, but its result cannot be read by this version of the gateway. Update it.';

function ended(task: TaskView): Ended {
	const { type, status, result, error } = task;
	if (status !== 'completed') {
		const message = error === null ? wordsOf(task) : `${error.title}: ${error.detail}`;
		return { ...rowOf(task, endingOfFailed(task)), reason: message, message };
	}
	// A list contains tasks without their results.
	if (result === null) return { ...rowOf(task, endingInList(task)), reason: null, message: wordsOf(task) };
	const verdict = definitions[type].judge(result);
	if (verdict === null) return { ...rowOf(task, 'unreadable'), reason: UNREADABLE, message: UNREADABLE };
	const { ending, message } = verdict;
	const row = rowOf(task, ending);
	return { ...row, reason: row.exitCode === 0 ? null : message, message };
}

function rowOf({ type, status }: TaskView, ending: string): Ending {
	const row = endingNamed(type, ending) ?? endingNamed(type, status === 'completed' ? 'ended' : status);
	return row ?? OUTCOMES[type].unreadable;
}

/** Its error tells, or in a list its last stage. */
function endingOfFailed({ status, error, ending }: TaskView): string {
	if (status !== 'failed') return status;
	return error === null ? (ending ?? 'failed') : endingOfType(error.type);
}

/** Of a version that noted no end, only the last reported figures tell something. */
function endingInList({ ending, progress }: TaskView): string {
	if (ending !== undefined) return ending;
	const { itemsFailed = 0, itemsTotal = 0, pagesFailed = 0 } = progress ?? {};
	if (itemsFailed > 0) return itemsFailed >= itemsTotal ? 'none_done' : 'partly_failed';
	return pagesFailed > 0 ? 'pages_failed' : 'ended';
}

/** Describes the end without the result and the error. */
function wordsOf(task: TaskView): string {
	const { status, stage, progress } = task;
	switch (status) {
		case 'completed':
			return `${completedWords(task)}${itemsOf(progress) ?? pagesOf(progress)}.`;
		case 'cancelled':
			// The last report of a cancelled task says what it leaves behind.
			return stage === CANCELLED && progress !== null ? progress.message : 'It was cancelled.';
		case 'timed_out':
			return 'Its time ran out.';
		default:
			return 'It failed.';
	}
}

function completedWords(task: TaskView): string {
	const { word, exitCode } = rowOf(task, endingInList(task));
	return exitCode === 0 ? 'It has completed' : word;
}

/** Only the last reported figures. */
function itemsOf(progress: TaskProgress | null): string | null {
	const { itemsDone, itemsTotal, itemsFailed = 0 } = progress ?? {};
	if (itemsTotal === undefined || itemsDone !== itemsTotal) return null;
	return `: ${itemsDone} of ${itemsTotal} items done${itemsFailed > 0 ? `, ${itemsFailed} of them failed` : ''}`;
}

/** Only failed pages are worth a word. */
function pagesOf(progress: TaskProgress | null): string {
	const { pagesTotal, pagesCompleted = 0, pagesFailed = 0 } = progress ?? {};
	return pagesTotal === undefined || pagesFailed === 0
		? ''
		: `: ${pageCounts({ pagesTotal, pagesCompleted, pagesFailed })}`;
}
