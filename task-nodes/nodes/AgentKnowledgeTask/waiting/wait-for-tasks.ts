import { WAIT_INDEFINITELY } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { gatewayUrl } from '../../gateway/gateway-context';
import { getWait, openWait, type WaitToOpen } from '../../gateway/waits';
import { ownExecution, runIndex } from '../items/execution-key';
import { textOf } from '../../gateway/gateway-responses';
import { simplifiedTask } from '../items/simplified-task';
import { taskPage } from '../items/task-item';
import type { AwaitedSet } from './awaited-set';
import { taskTypes } from '../task-types';
import { recordOf } from '../task-types/columns';
import { type CustomData, keepInCustomData, listsOf } from './custom-data';
import { namingStarted } from './naming-started';
import { keepSourceForBothOutputs } from './pairing';
import { finished } from './present-wait';
import { resumeUrl } from './resume-url';
import { type RememberedWait, rememberWait } from './wait-memory';
import { type AwaitedItem, notStarted, taskIdsOf } from './wait-outputs';
import type { WaitSettings } from './wait-settings';

/** A wait with an unknown status counts as not ended: the gateway calls back at its end. */
const ENDED: ReadonlySet<string> = new Set(['completed', 'timed_out', 'superseded']);

/**
 * Makes the execution wait until the gateway calls this node's resume URL (see `resumeFromCallback`). The deadline is
 * the gateway's. After a deadline of n8n's own, n8n would continue with the input, as if the tasks had succeeded.
 * @param set the input items, if they are rows of the one task
 */
export async function waitFor(
	context: IExecuteFunctions,
	items: AwaitedItem[],
	{ presentation, deadlineSeconds }: WaitSettings,
	set?: AwaitedSet,
): Promise<INodeExecutionData[][]> {
	const taskIds = taskIdsOf(items);
	const awaited = { items, presentation, ...(set && { set }) };
	if (taskIds.length === 0) return await finished(context, undefined, awaited);

	const waitId = await openWaitFor(context, taskIds, deadlineSeconds);
	const wait = await getWait(context, waitId);
	if (ENDED.has(wait.status)) return await finished(context, wait, awaited);

	rememberWait(context, { waitId, ...awaited });
	keepSourceForBothOutputs(context);
	const url = await gatewayUrl(context);
	const tasks = taskIds.map((id): IDataObject => wait.tasks.find((task) => task.id === id) ?? { id });
	const links = new Map(tasks.map((task) => [textOf(task['id']), pagesOf(url, task)]));
	// The tooltip can only show this address, as `$execution.resumeUrl`, so it is that of a page about the wait.
	context.setMetadata({ resumeUrl: pageOfAll(url, [...links.values()]) });
	keepInCustomData(context, customDataOf(url, links));
	await context.putExecutionToWait(WAIT_INDEFINITELY);
	const linked = tasks.map((task) => ({
		...task,
		links: { ...recordOf(task['links']), ...links.get(textOf(task['id'])) },
	}));
	return [whileWaiting(awaited, linked)];
}

/** Types of tasks that ask a person. */
const REVIEWED: ReadonlySet<string> = new Set(
	taskTypes.flatMap(({ value, asksPerson }) => (asksPerson ? [value] : [])),
);

interface Pages {
	page: string;
	/** The page that opens the review, once there is one. */
	review?: string;
}

function pagesOf(url: string, task: IDataObject): Pages {
	const page = taskPage(url, task);
	if (!REVIEWED.has(textOf(task['type'])) || task['status'] !== 'running') return { page };
	return { page, review: `${url}/tasks#review=${encodeURIComponent(textOf(task['id']))}` };
}

/** The page where a person decides or watches. Each address has a `#`, which n8n's own resume URL never has. */
function pageOfAll(url: string, all: readonly Pages[]): string {
	const [first, second] = all;
	if (first !== undefined && second === undefined) return first.review ?? first.page;
	return all.some(({ review }) => review !== undefined) ? `${url}/#waiting` : `${url}/tasks#`;
}

/** `review` and `task` are addresses. With `taskIds`, one finds the execution of a task. */
function customDataOf(url: string, links: ReadonlyMap<string, Pages>): CustomData {
	const all = [...links.values()];
	const asks = all.some(({ review }) => review !== undefined);
	return {
		review: asks ? [pageOfAll(url, all), `${url}/#waiting`] : [],
		task: [...(all.length === 1 ? all.map(({ page }) => page) : []), `${url}/tasks#`],
		taskIds: listsOf([...links.keys()]),
	};
}

/**
 * What the execution shows as the output of the node until it resumes, in the shape of what comes then: in a run in the
 * editor. Of a published flow's execution that waits, the editor deletes the data of the last node, of every node type.
 */
function whileWaiting(
	{ items, presentation: { simplify }, set }: Pick<RememberedWait, 'items' | 'presentation' | 'set'>,
	tasks: readonly IDataObject[],
): INodeExecutionData[] {
	return items.map(({ json, started }, index) => {
		const task = 'taskId' in started ? tasks.find(({ id }) => id === started.taskId) : undefined;
		const view = task ?? notStarted(started);
		return {
			json: { ...(simplify ? simplifiedTask(view) : view), ...(set === undefined && { item: { index, json } }) },
			pairedItem: { item: index },
		};
	});
}

/** The name of the flow, and this execution as the editor names it, with its page there. */
function flowOf(context: IExecuteFunctions): WaitToOpen['flow'] {
	const { id = '', name = '' } = context.getWorkflow();
	const executionId = context.getExecutionId();
	const editor = context.getInstanceBaseUrl();
	const path = `workflow/${encodeURIComponent(id)}/executions/${encodeURIComponent(executionId)}`;
	return { name: name === '' ? id : name, url: `${editor.endsWith('/') ? editor : `${editor}/`}${path}`, executionId };
}

async function openWaitFor(
	context: IExecuteFunctions,
	taskIds: string[],
	deadlineSeconds: number | null,
): Promise<string> {
	const wait = {
		taskIds,
		deadlineSeconds,
		callbackUrl: resumeUrl(context),
		executionId: ownExecution(context),
		nodeId: context.getNode().id,
		runIndex: runIndex(context),
		flow: flowOf(context),
	};
	return await namingStarted(context, taskIds, async () => await openWait(context, wait));
}
