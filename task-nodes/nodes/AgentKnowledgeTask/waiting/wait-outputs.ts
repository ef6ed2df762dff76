import type { IDataObject } from 'n8n-workflow';
import type { TaskView, WaitView } from '../../gateway/gateway-responses';

/** An input item, and the task that was started for it, or why none was. */
export interface AwaitedItem {
	json: IDataObject;
	started: { taskId: string } | { title: string; detail: string };
}

/** How it ended for one input item. */
export interface Ending {
	index: number;
	/** The input item. */
	json: IDataObject;
	/** Its task's view, or the same shape with the status `not_started`. */
	view: IDataObject;
}

/**
 * One ending for each input item. Whether a task did what was asked the gateway says, by `succeeded`; why it did not, by
 * `outcome` and `reason`.
 * @param wait undefined when no task was started at all
 */
export function endingsOf(wait: WaitView | undefined, items: readonly AwaitedItem[]): Ending[] {
	const tasks = new Map(wait?.tasks.map((task) => [task.id, task]));
	return items.map(({ json, started }, index) => {
		const task = 'taskId' in started ? tasks.get(started.taskId) : undefined;
		const view = task === undefined ? notStarted(started) : hasEnded(task) ? task : notEnded(task);
		return { index, json, view };
	});
}

/** Ids of tasks that the items wait for, each once. */
export function taskIdsOf(items: readonly AwaitedItem[]): string[] {
	return [...new Set(items.flatMap(({ started }) => ('taskId' in started ? [started.taskId] : [])))];
}

/** By what the gateway says of its end, because a newer gateway may know further statuses. */
function hasEnded({ succeeded }: TaskView): boolean {
	return typeof succeeded === 'boolean';
}

function notEnded(task: TaskView): IDataObject {
	const { status } = task;
	const how = status === 'running' ? 'The task still runs.' : `The task has not ended: its status is "${status}".`;
	return { ...task, outcome: status, succeeded: false, reason: `${how} Stop Waiting After has passed.` };
}

function notStarted(started: AwaitedItem['started']): IDataObject {
	const why = 'taskId' in started ? { title: 'The gateway does not show the task', detail: started.taskId } : started;
	const reason = [why.title, why.detail].filter((line) => line !== '').join('\n');
	const end = { status: 'not_started', outcome: 'not_started', succeeded: false, reason };
	return { id: null, ...end, result: null, error: { type: 'not_started', ...why } };
}
