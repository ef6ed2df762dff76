import type { TaskProgress } from '../../workflows/task/visibility';
import { CANCELLED } from '../../workflows/task/failure';
import { definitions } from './definitions';
import type { TaskView } from './task-view';

/** How a task ended. */
export interface TaskEnd {
	/** A word for programs: the status, or of a task that completed what came of it. */
	outcome: string;
	succeeded: boolean;
	/** Why it did not do what was asked; null when it succeeded. */
	reason: string | null;
}

interface Ended extends TaskEnd {
	/** One sentence for a person. */
	message: string;
}

/** What came of a task, and why; null while it runs. Only of a task that was read with its result and error. */
export function endOf(task: TaskView): TaskEnd | null {
	if (task.status === 'running') return null;
	const { outcome, succeeded, reason } = ended(task);
	return { outcome, succeeded, reason };
}

/**
 * The progress as it is shown: of a task that has ended it says how, with the figures that were reported last, and
 * nothing of what the task waited for while it ran.
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

function ended(task: TaskView): Ended {
	const { type, status, result, error } = task;
	if (status !== 'completed') {
		const message = error === null ? wordsOf(task) : `${error.title}: ${error.detail}`;
		return { outcome: status, succeeded: false, reason: message, message };
	}
	// In a list a task comes without its result.
	if (result === null) return { outcome: status, succeeded: false, reason: null, message: wordsOf(task) };
	const verdict = definitions[type].judge(result);
	if (verdict === null) {
		const message = 'The task completed, but its result cannot be read by this version of the gateway. Update it.';
		return { outcome: 'unreadable', succeeded: false, reason: message, message };
	}
	return { ...verdict, reason: verdict.succeeded ? null : verdict.message };
}

/** All that is known of the end without the result and the error. */
function wordsOf({ status, stage, progress }: TaskView): string {
	switch (status) {
		case 'completed':
			return `It has completed${itemsOf(progress)}.`;
		case 'cancelled':
			// The last thing that a cancelled task reports is what it leaves behind.
			return stage === CANCELLED && progress !== null ? progress.message : 'It was cancelled.';
		case 'timed_out':
			return 'Its time ran out.';
		default:
			return 'It failed.';
	}
}

/** Only figures that were reported at the end. */
function itemsOf(progress: TaskProgress | null): string {
	const { itemsDone, itemsTotal, itemsFailed = 0 } = progress ?? {};
	if (itemsTotal === undefined || itemsDone !== itemsTotal) return '';
	return `: ${itemsDone} of ${itemsTotal} items done${itemsFailed > 0 ? `, ${itemsFailed} of them failed` : ''}`;
}
