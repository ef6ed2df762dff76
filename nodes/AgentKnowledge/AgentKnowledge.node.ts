import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { nodeProperties } from './actions/registry';
import { router } from './actions/router';
import { listSearch } from './methods/listSearch';

export class AgentKnowledge implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Agent Knowledge',
		name: 'agentKnowledge',
		icon: { light: 'file:agent-knowledge.svg', dark: 'file:agent-knowledge.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
		description: 'Train conversational agents on web pages, texts and files, and follow their training',
		defaults: { name: 'Agent Knowledge' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'agentKnowledgeApi', required: true }],
		properties: nodeProperties(),
	};

	methods = { listSearch };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await router(this);
	}
}
