import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { TaskView, WaitView } from '../../gateway/gateway-responses';

/** An input item, and the task that was started for it, or why none was. */
export interface AwaitedItem {
	json: IDataObject;
	started: { taskId: string } | { title: string; detail: string };
}

/** The node's two outputs, in the order of its description. */
export type Outputs = [completed: INodeExecutionData[], notCompleted: INodeExecutionData[]];

/**
 * One output item for each input item: its task's view, or the same shape with the status `not_started`. The first
 * output is for tasks that did what was asked, which the gateway says; the others say why not by `outcome` and `reason`. With it
 * comes the input item it belongs to, as `item`, because n8n itself cannot always say so after a wait: see pairing.ts.
 * @param wait undefined when no task was started at all
 */
export function outputsOf(wait: WaitView | undefined, items: readonly AwaitedItem[]): Outputs {
	const tasks = new Map(wait?.tasks.map((task) => [task.id, task]));
	const outputs: Outputs = [[], []];
	for (const [index, { json, started }] of items.entries()) {
		const task = 'taskId' in started ? tasks.get(started.taskId) : undefined;
		const view = task === undefined ? notStarted(started) : task.status === 'running' ? stillRunning(task) : task;
		const output = view['succeeded'] === true ? outputs[0] : outputs[1];
		output.push({ json: { ...view, item: { index, json } }, pairedItem: { item: index } });
	}
	return outputs;
}

/** Ids of tasks that the items wait for, each once. */
export function taskIdsOf(items: readonly AwaitedItem[]): string[] {
	return [...new Set(items.flatMap(({ started }) => ('taskId' in started ? [started.taskId] : [])))];
}

function stillRunning(task: TaskView): IDataObject {
	const reason = 'The task still runs. Stop Waiting After has passed.';
	return { ...task, outcome: 'running', succeeded: false, reason };
}

function notStarted(started: AwaitedItem['started']): IDataObject {
	const why = 'taskId' in started ? { title: 'The gateway does not show the task', detail: started.taskId } : started;
	const reason = [why.title, why.detail].filter((line) => line !== '').join('\n');
	const end = { status: 'not_started', outcome: 'not_started', succeeded: false, reason };
	return { id: null, ...end, result: null, error: { type: 'not_started', ...why } };
}
