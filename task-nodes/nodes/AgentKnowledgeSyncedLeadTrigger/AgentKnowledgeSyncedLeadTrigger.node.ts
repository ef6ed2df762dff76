import { NodeConnectionTypes } from 'n8n-workflow';
import type { INodeType, INodeTypeDescription, ITriggerFunctions, ITriggerResponse } from 'n8n-workflow';
import { getAgents, searchAgents } from '../AgentKnowledgeTask/methods/agents';
import { searchConnections } from '../AgentKnowledgeTask/methods/searches';
import { credentialTest } from '../gateway/credential-test';
import { leadTriggerProperties } from './properties';
import { trigger } from './trigger';

/** Starts the flow with each lead of one agent, several or all. A lead is done when its execution succeeded. */
export class AgentKnowledgeSyncedLeadTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Agent Knowledge Synced Lead Trigger',
		name: 'agentKnowledgeSyncedLeadTrigger',
		icon: { light: 'file:agentKnowledgeSyncedLeadTrigger.svg', dark: 'file:agentKnowledgeSyncedLeadTrigger.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["batchSize"] > 1 ? "leads in batches" : "one lead at a time" }}',
		description: 'Leads into a CRM, without approvals',
		defaults: { name: 'Agent Knowledge Synced Lead Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'agentKnowledgeGatewayApi', required: true, testedBy: 'testAgentKnowledgeGatewayApi' }],
		properties: leadTriggerProperties,
	};

	methods = { credentialTest, listSearch: { searchAgents, searchConnections }, loadOptions: { getAgents } };

	async trigger(this: ITriggerFunctions): Promise<ITriggerResponse> {
		return await trigger(this);
	}
}
