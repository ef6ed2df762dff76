import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { WaitView } from '../gateway/gateway-answers';

/** An input item, and the task that was started for it, or why none was. */
export interface AwaitedItem {
	json: IDataObject;
	started: { taskId: string } | { title: string; detail: string };
}

/** The node's two outputs, in the order of its description. */
export type Outputs = [completed: INodeExecutionData[], notCompleted: INodeExecutionData[]];

/**
 * One output item for each input item: its task's view, or the same shape with the status `not_started`. With it
 * comes the input item it belongs to, as `item`, because n8n itself cannot always say so after a wait: see pairing.ts.
 * @param wait undefined when no task was started at all
 */
export function outputsOf(wait: WaitView | undefined, items: readonly AwaitedItem[]): Outputs {
	const tasks = new Map(wait?.tasks.map((task) => [task.id, task]));
	const outputs: Outputs = [[], []];
	for (const [index, { json, started }] of items.entries()) {
		const task = 'taskId' in started ? tasks.get(started.taskId) : undefined;
		const view = task ?? notStarted(started);
		const output = view['status'] === 'completed' ? outputs[0] : outputs[1];
		output.push({ json: { ...view, item: { index, json } }, pairedItem: { item: index } });
	}
	return outputs;
}

/** Ids of tasks that the items wait for, each once. */
export function taskIdsOf(items: readonly AwaitedItem[]): string[] {
	return [...new Set(items.flatMap(({ started }) => ('taskId' in started ? [started.taskId] : [])))];
}

function notStarted(reason: AwaitedItem['started']): IDataObject {
	return { id: null, status: 'not_started', result: null, error: { type: 'not_started', ...reason } };
}
