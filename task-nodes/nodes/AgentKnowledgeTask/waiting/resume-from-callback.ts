import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { getWait } from '../../gateway/waits';
import { refuseWrongPairs } from './pairing';
import { recallWait } from './wait-memory';
import { outputsOf, taskIdsOf } from './wait-outputs';

/** Either what the execution goes on with, or why it goes on waiting. */
type Decision = { outputs: INodeExecutionData[][] } | { status: number; reason: string };

/**
 * Answers the gateway's callback, which carries nothing but the wait's id: the results are fetched from the gateway,
 * so that whoever knows the resume URL can at most make the node look. It never throws, because n8n would let the
 * flow go on with an empty item. Without data to go on with, n8n leaves the execution waiting.
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
	// The gateway repeats the callback by itself, so one look is enough.
	const wait = await getWait(context, waitId, []);
	if (wait.id !== waitId) return { status: 503, reason: `Asked for ${waitId}, the gateway showed ${wait.id}.` };
	if (wait.status === 'superseded') return { status: 410, reason: `A newer wait has replaced ${waitId}.` };
	if (wait.status === 'waiting') return { status: 503, reason: `${waitId} has not ended yet.` };
	const missing = taskIdsOf(remembered.items).filter((id) => !wait.tasks.some((task) => task.id === id));
	if (missing.length > 0) return { status: 503, reason: `${waitId} does not show ${missing.join(', ')}.` };
	return { outputs: refuseWrongPairs(outputsOf(wait, remembered.items), context.getNode().name) };
}

/** 503 asks the gateway to call again later; 400 and 410 tell it that there is nothing to resume. */
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
