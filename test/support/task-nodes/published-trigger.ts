import { createServer } from 'node:http';
import express from 'express';
import { Workflow } from 'n8n-workflow';
import type {
	IDataObject,
	INodeTypes,
	IWebhookData,
	IWebhookResponseData,
	NodeParameterValueType,
	WorkflowActivateMode,
	WorkflowParameters,
} from 'n8n-workflow';
import { Webhook } from 'standardwebhooks';
import { AgentKnowledgeTaskTrigger } from '../../../task-nodes/nodes/AgentKnowledgeTaskTrigger/AgentKnowledgeTaskTrigger.node';
import type { GatewayCredential } from './credentials';
import { additionalDataFor, N8N } from '../nodes/additional-data';
import { HookContext, WebhookContext } from '../nodes/n8n-core';
import { listen } from '../network/listen';

const trigger = new AgentKnowledgeTaskTrigger();
const nodeTypes: INodeTypes = {
	getByName: () => trigger,
	getByNameAndVersion: () => trigger,
	getKnownTypes: () => ({}),
};

/** A message of the gateway. */
export interface Message {
	id: string;
	body: object;
	/** Each makes one signature. */
	secrets: string[];
	at?: Date;
	/** The bytes that arrive; default: those that were signed. */
	content?: string;
}

/** What n8n does with a message: the status of its answer, and the item of the execution that it starts. */
export interface Received {
	status: number;
	item: IDataObject | null;
}

/**
 * A trigger node as n8n 2.40 treats one: it calls the webhook methods when the workflow is published and unpublished, and
 * stores the static data after each call that came to its end.
 */
export class PublishedTrigger {
	/** What n8n's database has. */
	staticData: IDataObject = {};
	n8nUrl = N8N;
	/** n8n could not start the execution. */
	executionFails = false;

	constructor(
		private readonly credential: GatewayCredential,
		public parameters: Record<string, NodeParameterValueType>,
		/** The editor listens for a test event. */
		private readonly isTest = false,
	) {}

	/** @throws what n8n shows to whoever publishes; n8n then calls `delete` */
	async publish(activation: WorkflowActivateMode = 'activate'): Promise<void> {
		try {
			await this.callMethods(activation, async ({ checkExists, create }) => {
				if (!(await checkExists())) await create();
			});
		} catch (error) {
			await this.unpublish();
			throw error;
		}
	}

	async unpublish(): Promise<void> {
		await this.callMethods('update', async (methods) => {
			await methods.delete();
		});
	}

	/** n8n is killed after the gateway's answer, before it could store anything. */
	async publishAndBeKilled(): Promise<void> {
		const stored = structuredClone(this.staticData);
		await this.publish();
		this.staticData = stored;
	}

	async receive({ id, body, secrets, at = new Date(), content }: Message): Promise<Received> {
		const signed = JSON.stringify(body);
		return this.post(content ?? signed, {
			'webhook-id': id,
			'webhook-timestamp': `${Math.floor(at.getTime() / 1000)}`,
			'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, signed)).join(' '),
		});
	}

	async post(content: string, headers: Record<string, string>): Promise<Received> {
		const { workflow, node, additionalData, webhook, staticData } = await this.instance();
		let result: IWebhookResponseData = {};
		const app = express().use(
			express.json({
				verify: (request, _response, raw) => {
					Object.assign(request, { rawBody: raw });
				},
			}),
		);
		app.post('/', async (httpRequest, httpResponse) => {
			const data = { ...additionalData, httpRequest, httpResponse };
			const context = new WebhookContext(workflow, node, data, this.isTest ? 'manual' : 'webhook', webhook, [], null);
			result = await trigger.webhook.call(context);
			const fails = result.workflowData !== undefined && this.executionFails;
			// The start of an execution wraps the same static data once more.
			if (result.workflowData !== undefined) new Workflow({ ...this.settings(), staticData });
			if (!fails && workflow.staticData['__dataChanged'] === true) this.staticData = stored(workflow);
			if (result.noWebhookResponse !== true) httpResponse.status(fails ? 500 : 200).end();
		});
		const { url, close } = await listen(createServer(app));
		const reply = await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...headers },
			body: content,
		});
		await reply.arrayBuffer();
		await close();
		return { status: reply.status, item: result.workflowData?.[0]?.[0]?.json ?? null };
	}

	private async callMethods(
		activation: WorkflowActivateMode,
		call: (methods: Record<'checkExists' | 'create' | 'delete', () => Promise<boolean>>) => Promise<void>,
	): Promise<void> {
		const { workflow, node, additionalData, webhook } = await this.instance();
		const mode = this.isTest ? 'manual' : 'trigger';
		const context = new HookContext(workflow, node, additionalData, mode, activation, webhook);
		const methods = trigger.webhookMethods.default;
		await call({
			checkExists: () => methods.checkExists.call(context),
			create: () => methods.create.call(context),
			delete: () => methods.delete.call(context),
		});
		this.staticData = stored(workflow);
	}

	private settings(): WorkflowParameters {
		return {
			id: 'flow',
			name: 'Flow',
			nodes: [
				{
					id: 'n1',
					name: 'On Events',
					type: 'agentKnowledgeTaskTrigger',
					typeVersion: 1,
					position: [0, 0],
					webhookId: 'webhook-1',
					parameters: this.parameters,
					credentials: { agentKnowledgeGatewayApi: { id: 'c1', name: 'Gateway' } },
				},
			],
			connections: {},
			active: true,
			nodeTypes,
		};
	}

	private async instance() {
		const staticData = structuredClone(this.staticData);
		const workflow = new Workflow({ ...this.settings(), staticData });
		const node = workflow.getNode('On Events');
		const [webhookDescription] = trigger.description.webhooks ?? [];
		if (node === null || webhookDescription === undefined) throw new Error('The flow has no trigger.');
		const additionalData = {
			...additionalDataFor(workflow, this.credential),
			webhookBaseUrl: `${this.n8nUrl}/webhook`,
			webhookTestBaseUrl: `${this.n8nUrl}/webhook-test`,
		};
		const webhook: IWebhookData = {
			httpMethod: 'POST',
			node: node.name,
			path: 'events',
			webhookDescription,
			workflowId: workflow.id,
			workflowExecuteAdditionalData: additionalData,
			isTest: this.isTest,
		};
		await workflow.expression.acquireIsolate();
		return { workflow, node, additionalData, webhook, staticData };
	}
}

/** As n8n stores it: as JSON. */
function stored({ staticData }: Workflow): IDataObject {
	return JSON.parse(JSON.stringify(staticData)) as IDataObject;
}
