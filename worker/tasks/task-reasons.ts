import { LRUCache } from 'lru-cache';
import { shortText } from '../../workflows/task/failure';
import type { Failure } from '../../workflows/task/outcomes';
import { isProblem } from '../problems/problem';
import { keyErrorOf } from '../temporal/payload-codec';
import { endOf, failuresOf, shownEnd } from './task-end';
import type { TaskView } from './task-view';

/** Ended tasks whose reasons are kept, at most some 2 KB each. */
const KEPT = 2_000;
/** Items of a task whose reasons stand in a list. */
const FIRST = 2;
/** Longest reason in a list. Characters. */
const LONGEST = 600;

/**
 * Why tasks of a list did not succeed. A list of Temporal has no results and no errors, so each one is read, and once
 * only: an end does not change.
 */
export class TaskReasons {
	/** By the id and the end of a task. */
	readonly #known = new LRUCache<string, { reason: string | null }>({ max: KEPT });

	/** @param read the task with its result and its error */
	constructor(private readonly read: (id: string) => Promise<TaskView>) {}

	/** The listed task with its reason, if somebody has to look at it. */
	async explain(task: TaskView): Promise<TaskView> {
		if (shownEnd(task)?.needsAttention !== true) return task;
		const key = `${task.id} ${task.closedAt ?? ''}`;
		const known = this.#known.get(key) ?? (await this.#reasonOf(task));
		if (known === null) return task;
		this.#known.set(key, known);
		return { ...task, reason: known.reason };
	}

	/** Null if it was started again meanwhile, or if no key decrypts its end. */
	async #reasonOf(task: TaskView): Promise<{ reason: string | null } | null> {
		try {
			const whole = await this.read(task.id);
			if (whole.closedAt !== task.closedAt) return null;
			const reason = endOf(whole)?.reason ?? null;
			return { reason: reason === null ? null : shortText(withFirst(reason, failuresOf(whole)), LONGEST) };
		} catch (error) {
			if (isProblem(error, 'task_not_found') || keyErrorOf(error) !== null) return null;
			throw error;
		}
	}
}

/** The reason with the first items that did not succeed: with one or two, nobody has to open the task. */
function withFirst(reason: string, failures: readonly Failure[]): string {
	// A task of one item says it already.
	const first = failures.slice(0, FIRST).filter(({ message }) => !reason.includes(message));
	return [reason, ...first.map(({ path, message }) => `${path}: ${message}`)].join(' ');
}
