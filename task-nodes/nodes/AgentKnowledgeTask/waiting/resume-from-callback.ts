import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { getWait } from '../../gateway/waits';
import { refuseWrongPairs } from './pairing';
import { finished } from './present-wait';
import { recallWait } from './wait-memory';
import { taskIdsOf } from './wait-outputs';

/** Either the outputs with which the execution continues, or why it still waits. */
type Decision = { outputs: INodeExecutionData[][] } | { status: number; reason: string };

/**
 * Responds to the gateway's callback. That carries only the wait's id, and the node reads the results from the gateway.
 * So a person who knows the resume URL can only make the node look. It never throws, because n8n would then continue
 * the flow with an empty item. If it returns no data, the execution still waits.
 */
export async function resumeFromCallback(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const [decided] = await Promise.allSettled([decide(context)]);
	const decision: Decision =
		decided.status === 'fulfilled'
			? decided.value
			: { status: 503, reason: `The node could not fetch the results: ${messageOf(decided.reason)}` };
	if ('outputs' in decision) return { workflowData: decision.outputs };
	return keepWaiting(context, decision.status, decision.reason);
}

async function decide(context: IWebhookFunctions): Promise<Decision> {
	const { waitId } = context.getBodyData();
	if (typeof waitId !== 'string') return { status: 400, reason: 'The body has no waitId.' };
	const remembered = recallWait(context);
	if (remembered?.waitId !== waitId) return { status: 410, reason: `This execution does not wait for ${waitId}.` };
	// No retries: the gateway repeats the callback.
	const wait = await getWait(context, waitId, []);
	if (wait.id !== waitId) return { status: 503, reason: `Asked for ${waitId}, the gateway showed ${wait.id}.` };
	if (wait.status === 'superseded') return { status: 410, reason: `A newer wait has replaced ${waitId}.` };
	if (wait.status === 'waiting') return { status: 503, reason: `${waitId} has not ended yet.` };
	const missing = taskIdsOf(remembered.items).filter((id) => !wait.tasks.some((task) => task.id === id));
	if (missing.length > 0) return { status: 503, reason: `${waitId} does not show ${missing.join(', ')}.` };
	const outputs = await finished(context, wait, remembered);
	return { outputs: refuseWrongPairs(outputs, context.getNode().name) };
}

/** After a 503 the gateway calls again later. After a 400 or 410 it knows that there is nothing to resume. */
function keepWaiting(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	context.logger.warn(
		`Agent Knowledge Task: a callback did not resume execution ${context.getExecutionId()}: ${message}`,
	);
	try {
		context.getResponseObject().status(status).json({ message });
	} catch (error) {
		context.logger.warn(`Agent Knowledge Task: the node could not respond to the callback: ${messageOf(error)}`);
	}
	return { noWebhookResponse: true };
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
