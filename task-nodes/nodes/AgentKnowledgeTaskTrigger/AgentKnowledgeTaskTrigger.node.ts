import { NodeConnectionTypes } from 'n8n-workflow';
import type {
	IHookFunctions,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { searchConnections } from '../AgentKnowledgeTask/methods/searches';
import { credentialTest } from '../gateway/credential-test';
import { eventOptions } from './events';
import { triggerProperties } from './properties';
import { receiveEvent } from './receive-event';
import { checkSubscription, subscribe, unsubscribe } from './subscribe';

const nameOfEvent = Object.fromEntries(eventOptions.map(({ value, name }) => [value, name]));

/** Starts a workflow on events of the worker's tasks, by a subscription at its gateway. */
export class AgentKnowledgeTaskTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Agent Knowledge Task Trigger',
		name: 'agentKnowledgeTaskTrigger',
		icon: { light: 'file:agentKnowledgeTaskTrigger.svg', dark: 'file:agentKnowledgeTaskTrigger.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: `={{ $parameter["events"].map((event) => (${JSON.stringify(nameOfEvent)})[event]).join(", ") }}`,
		// n8n lists a node and its trigger as one, with the trigger's description.
		description: 'Approvals, retraining, exports, and their events',
		defaults: { name: 'Agent Knowledge Task Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'agentKnowledgeGatewayApi', required: true, testedBy: 'testAgentKnowledgeGatewayApi' }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				responseData: 'noData',
				path: 'events',
			},
		],
		eventTriggerDescription: 'Waiting for an event of the gateway. By default, it sends a sample at once.',
		activationMessage: 'The gateway now sends the chosen events to this workflow.',
		properties: triggerProperties,
	};

	methods = { credentialTest, listSearch: { searchConnections } };

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await checkSubscription(this);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				return await subscribe(this);
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return await unsubscribe(this);
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receiveEvent(this);
	}
}
