import type { IWebhookDescription } from 'n8n-workflow';

/**
 * Where the gateway calls back: n8n's resume URL of the execution, followed by the node's id. A callback that is
 * late, or sent twice, and meets an execution that waits in another node therefore gets 404 instead of resuming it.
 */
export const resumeWebhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST',
		responseMode: 'onReceived',
		responseData: 'noData',
		path: '={{ $nodeId }}',
		restartWebhook: true,
		isFullPath: true,
	},
];
