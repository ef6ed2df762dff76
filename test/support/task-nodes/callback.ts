import { createServer } from 'node:http';
import express from 'express';
import type { IWebhookData, IWebhookResponseData } from 'n8n-workflow';
import { type Execution, proceed } from './engine';
import { WebhookContext } from '../nodes/n8n-core';
import { listen } from '../network/listen';

export interface CallbackResponse {
	/** The status that the gateway would get: 200 when the execution continues. */
	status: number;
	/** The execution after the callback. Null if it keeps waiting. */
	resumed: Execution | null;
}

/**
 * Calls back as the gateway does, over HTTP, and does with the node's answer what n8n's WaitingWebhooks and
 * prepareExecutionData do (n8n 2.40): without data the stored execution stays as it is; with data the node is
 * disabled, its waiting run is dropped, and its outputs get the data.
 */
export async function callBack(execution: Execution, body: object): Promise<CallbackResponse> {
	const node = execution.workflow.getNode('Task');
	const webhookDescription =
		node && execution.workflow.nodeTypes.getByNameAndVersion(node.type).description.webhooks?.[0];
	if (!node || !webhookDescription) throw new Error('The flow has no node that waits.');
	const { additionalData, workflow } = execution;
	const data = structuredClone(execution.data);
	const webhook: IWebhookData = {
		httpMethod: 'POST',
		node: node.name,
		path: node.id,
		webhookDescription,
		workflowId: workflow.id,
		workflowExecuteAdditionalData: additionalData,
	};
	let answer: IWebhookResponseData = {};
	const app = express().use(express.json());
	app.post('/', async (httpRequest, httpResponse) => {
		const context = new WebhookContext(
			workflow,
			node,
			{ ...additionalData, httpRequest, httpResponse },
			'manual',
			webhook,
			[],
			data,
		);
		answer = (await workflow.nodeTypes.getByNameAndVersion(node.type).webhook?.call(context)) ?? {};
		if (answer.noWebhookResponse !== true) httpResponse.status(200).end();
	});
	const status = await post(app, body);
	const [entry] = data.executionData?.nodeExecutionStack ?? [];
	if (answer.workflowData === undefined || entry === undefined) return { status, resumed: null };
	entry.node.disabled = true;
	entry.data = { main: answer.workflowData };
	entry.metadata = { ...entry.metadata, forwardAllOutputs: true };
	data.waitTill = undefined;
	data.resultData.runData[node.name]?.pop();
	return { status, resumed: await proceed(workflow, data, additionalData) };
}

async function post(app: express.Express, body: object): Promise<number> {
	const { url, close } = await listen(createServer(app));
	const headers = { 'content-type': 'application/json' };
	const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
	await close();
	return reply.status;
}
