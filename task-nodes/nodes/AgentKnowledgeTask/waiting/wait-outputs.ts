import type { IDataObject } from 'n8n-workflow';
import type { TaskView, WaitView } from '../../gateway/gateway-responses';

/** An input item, and the task that was started for it, or why none was. */
export interface AwaitedItem {
	json: IDataObject;
	started: { taskId: string } | { title: string; detail: string };
}

export interface Ending {
	index: number;
	/** The input item. */
	json: IDataObject;
	/** Its task's view, or the same shape with the status `not_started`. */
	view: IDataObject;
}

/**
 * One ending for each input item. The gateway's `succeeded` says whether a task did what was asked, and its `outcome`
 * and `reason` say why not.
 * @param wait undefined if no task was started
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

/** Not by `status`, because a newer gateway may have further ones. */
function hasEnded({ succeeded }: TaskView): boolean {
	return typeof succeeded === 'boolean';
}

function notEnded(task: TaskView): IDataObject {
	const { status } = task;
	const how = status === 'running' ? 'The task still runs.' : `The task has not ended: its status is "${status}".`;
	return { ...task, outcome: status, succeeded: false, reason: `${how} Stop Waiting After has passed.` };
}

/** The view of an item for which no task was started. */
export function notStarted(started: AwaitedItem['started']): IDataObject {
	const why = 'taskId' in started ? { title: 'The gateway does not show the task', detail: started.taskId } : started;
	const reason = [why.title, why.detail].filter((line) => line !== '').join('\n');
	const end = { status: 'not_started', outcome: 'not_started', succeeded: false, reason };
	return { id: null, ...end, result: null, error: { type: 'not_started', ...why } };
}
