import type { ITriggerFunctions, ITriggerResponse, WorkflowActivateMode } from 'n8n-workflow';
import { issueDescriber } from '../AgentKnowledgeTask/fields/issue-label';
import { openSync } from '../gateway/flow-syncs';
import { LeadConsumer } from './lead-consumer';
import { leadForTest } from './sample-lead';
import { inputFields } from './properties';
import { readSettings } from './settings';

/** A person published the flow. In other modes, n8n starts a flow that was published before. */
const PUBLISHED: readonly WorkflowActivateMode[] = ['create', 'update', 'activate'];

/**
 * Opens the sync into this flow and takes its leads until n8n closes the trigger. In the editor it shows one lead.
 * @throws NodeApiError or NodeOperationError. Publishing then fails with its message
 */
export async function trigger(context: ITriggerFunctions): Promise<ITriggerResponse> {
	const settings = await readSettings(context);
	if (context.getMode() === 'manual') {
		return {
			manualTriggerFunction: async () => {
				context.emit([context.helpers.returnJsonArray([await leadForTest(context, settings)])]);
			},
		};
	}
	const { identity, agents, label, from, batchSize, filter, conversation, ...handOut } = settings;
	const restart = PUBLISHED.includes(context.getActivationMode());
	const opening = { ...identity, ...agents, ...from, ...handOut, ...filter, ...conversation, label, restart };
	const sync = await openSync(context, opening, issueDescriber(inputFields, opening));
	const consumer = new LeadConsumer(context, sync, batchSize);
	void consumer.run();
	return { closeFunction: async () => await consumer.close() };
}
