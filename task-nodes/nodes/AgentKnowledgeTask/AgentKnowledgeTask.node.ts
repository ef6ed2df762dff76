import { NodeConnectionTypes } from 'n8n-workflow';
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { router } from './actions/router';
import { taskProperties } from './actions/task/task-resource';
import { searchAgents } from './methods/search-agents';
import { searchConnections } from './methods/search-connections';
import { searchDestinations } from './methods/search-destinations';
import { resumeFromCallback } from './waiting/resume-from-callback';
import { resumeWebhooks } from './waiting/resume-webhooks';

/** Long tasks on the worker: start them, wait for them without holding an n8n worker, look at them, cancel them. */
export class AgentKnowledgeTask implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Agent Knowledge Task',
		name: 'agentKnowledgeTask',
		icon: { light: 'file:agentKnowledgeTask.svg', dark: 'file:agentKnowledgeTask.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Run long Agent Knowledge tasks on a worker that survives restarts',
		defaults: { name: 'Agent Knowledge Task' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs:
			'={{ $parameter["operation"] === "runAndWait" ? [{ type: "main", displayName: "Completed" }, { type: "main", displayName: "Not Completed" }] : [{ type: "main" }] }}',
		credentials: [{ name: 'agentKnowledgeGatewayApi', required: true }],
		waitingNodeTooltip: 'The execution continues when the gateway reports the end of the tasks',
		webhooks: resumeWebhooks,
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [{ name: 'Task', value: 'task' }],
				default: 'task',
			},
			...taskProperties,
		],
	};

	methods = { listSearch: { searchAgents, searchConnections, searchDestinations } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await router(this);
	}

	/** Called on n8n's resume URL by the gateway, once all tasks of a wait have ended or its deadline has passed. */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await resumeFromCallback(this);
	}
}
