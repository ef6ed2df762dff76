import { jsonParse } from 'n8n-workflow';
import type { IDataObject, IWebhookFunctions, Workflow } from 'n8n-workflow';
import { isRecord } from '../gateway/gateway-responses';

type WithStaticData = Pick<Workflow, 'staticData' | 'overrideStaticData'>;

/**
 * Makes n8n store what the node changed in the static data, together with the execution that it starts.
 *
 * n8n 2.40 stores changed static data after it has started the execution and before it responds. But the start wraps
 * the same object once more, which resets the mark of a change. A copy keeps its mark. Without it n8n stores nothing,
 * and an event that is repeated after a restart of n8n would start the workflow again.
 */
export function storeWithExecution(context: IWebhookFunctions): void {
	const workflow: unknown = Reflect.get(context, 'workflow');
	if (!hasStaticData(workflow)) return;
	workflow.overrideStaticData(jsonParse<IDataObject>(JSON.stringify(workflow.staticData)));
}

/** n8n's types hide that the context has the workflow. */
function hasStaticData(workflow: unknown): workflow is WithStaticData {
	return isRecord(workflow) && isRecord(workflow['staticData']) && typeof workflow['overrideStaticData'] === 'function';
}
