import type { IWebhookDescription } from 'n8n-workflow';

/**
 * Where the gateway calls back: n8n's resume URL of the execution, followed by the node's id. So a late or repeated
 * callback gets 404 if the execution already waits in another node, and does not resume that one.
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
