import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { nodeProperties, subtitle } from './actions/registry';
import { router } from './actions/router';
import { credentialTest } from './methods/credential-test';
import { listSearch } from './methods/listSearch';
import { loadOptions } from './methods/loadOptions';

export class AgentKnowledge implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Agent Knowledge',
		name: 'agentKnowledge',
		icon: { light: 'file:agent-knowledge.svg', dark: 'file:agent-knowledge.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: subtitle(),
		description:
			'Chat with agents, search and train their knowledge, answer questions, and read leads, conversations, analytics and email',
		defaults: { name: 'Agent Knowledge' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'agentKnowledgeApi', required: true, testedBy: 'testAgentKnowledgeApi' }],
		properties: nodeProperties(),
	};

	methods = { credentialTest, listSearch, loadOptions };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await router(this);
	}
}
