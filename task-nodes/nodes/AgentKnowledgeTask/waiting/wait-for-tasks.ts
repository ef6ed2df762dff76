import { WAIT_INDEFINITELY } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { gatewayUrl } from '../../gateway/gateway-context';
import { getWait, openWait } from '../../gateway/waits';
import { ownExecution, runIndex } from '../items/execution-key';
import { taskPage } from '../items/task-item';
import { FieldReader } from '../fields/field-reader';
import { namingStarted } from './naming-started';
import { keepSourceForBothOutputs } from './pairing';
import { finished } from './present-wait';
import { readPresentation } from './presentation';
import { resumeUrl } from './resume-url';
import { stopWaiting } from './wait-fields';
import { rememberWait } from './wait-memory';
import { type AwaitedItem, taskIdsOf } from './wait-outputs';

/** A wait with a status that this version does not know has not ended: the gateway calls back when it has. */
const ENDED: ReadonlySet<string> = new Set(['completed', 'timed_out', 'superseded']);

/**
 * Puts the execution to wait, once, until the gateway calls back on this node's resume URL (see `resumeFromCallback`).
 * n8n has no part in the deadline: when its own time limit of a wait passes, it hands the input on as if all had gone
 * well.
 */
export async function waitFor(context: IExecuteFunctions, items: AwaitedItem[]): Promise<INodeExecutionData[][]> {
	const presentation = readPresentation(context);
	const taskIds = taskIdsOf(items);
	if (taskIds.length === 0) return await finished(context, undefined, { items, presentation });

	const waitId = await openWaitFor(context, taskIds);
	const wait = await getWait(context, waitId);
	if (ENDED.has(wait.status)) return await finished(context, wait, { items, presentation });

	rememberWait(context, { waitId, items, presentation });
	keepSourceForBothOutputs(context);
	const url = await gatewayUrl(context);
	const [first = ''] = taskIds;
	// The editor offers `$execution.resumeUrl` of the tooltip only this: the address of a page about the wait.
	context.setMetadata({ resumeUrl: taskIds.length === 1 ? taskPage(url, first) : `${url}/tasks` });
	await context.putExecutionToWait(WAIT_INDEFINITELY);
	return [whileWaiting(items, url)];
}

/** What the stored execution shows of the node until it resumes. The result replaces it. */
function whileWaiting(items: readonly AwaitedItem[], url: string): INodeExecutionData[] {
	return items.map(({ started }, item) => ({
		json:
			'taskId' in started
				? { id: started.taskId, status: 'running', links: { page: taskPage(url, started.taskId) } }
				: { id: null, status: 'not_started', reason: started.title },
		pairedItem: { item },
	}));
}

async function openWaitFor(context: IExecuteFunctions, taskIds: string[]): Promise<string> {
	const wait = {
		taskIds,
		deadlineSeconds: new FieldReader(context, 0, [stopWaiting]).optionalSeconds(stopWaiting) ?? null,
		callbackUrl: resumeUrl(context),
		executionId: ownExecution(context),
		nodeId: context.getNode().id,
		runIndex: runIndex(context),
	};
	return await namingStarted(context, taskIds, async () => await openWait(context, wait));
}
