import { NodeConnectionTypes } from 'n8n-workflow';
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { outputs, subtitle, waitingNodeTooltip } from './actions/expressions';
import { hints } from './actions/hints';
import { nodeProperties } from './actions/registry';
import { router } from './actions/router';
import { methods } from './methods';
import { resumeFromCallback } from './waiting/resume-from-callback';
import { resumeWebhooks } from './waiting/resume-webhooks';

/** Long tasks on the worker: start them, wait for them without holding an n8n worker, look at them, schedule them. */
export class AgentKnowledgeTask implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Agent Knowledge Task',
		name: 'agentKnowledgeTask',
		icon: { light: 'file:agentKnowledgeTask.svg', dark: 'file:agentKnowledgeTask.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description:
			'Retrain agents, keep what they know in step, send emails after approval, export and sync leads, and schedule tasks',
		defaults: { name: 'Agent Knowledge Task' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs,
		credentials: [{ name: 'agentKnowledgeGatewayApi', required: true, testedBy: 'testAgentKnowledgeGatewayApi' }],
		waitingNodeTooltip,
		hints,
		webhooks: resumeWebhooks,
		properties: nodeProperties(),
	};

	methods = methods;

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await router(this);
	}

	/** The gateway calls n8n's resume URL once all tasks of a wait have ended or its deadline has passed. */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await resumeFromCallback(this);
	}
}
