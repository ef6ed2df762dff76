import 'reflect-metadata';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Workflow, createRunExecutionData } from 'n8n-workflow';
import type {
	INode,
	INodeType,
	INodeTypes,
	IRunExecutionData,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
	NodeParameterValueType,
} from 'n8n-workflow';
import { AgentKnowledgeTask } from '../../../task-nodes/nodes/AgentKnowledgeTask/AgentKnowledgeTask.node';
import type { GatewayCredential } from './credentials';
import { EchoNode, SourceNode } from './source-node';

// n8n-core reads its own key and folder when it is loaded.
process.env['N8N_USER_FOLDER'] = mkdtempSync(join(tmpdir(), 'agent-knowledge-n8n-'));

const TYPES: Record<string, INodeType> = {
	source: new SourceNode(),
	echo: new EchoNode(),
	agentKnowledgeTask: new AgentKnowledgeTask(),
	agentKnowledgeTaskTool: new AgentKnowledgeTask(),
};

const typeOf = (name: string): INodeType => {
	const type = TYPES[name];
	if (type === undefined) throw new Error(`The test's n8n has no node type "${name}".`);
	return type;
};

const nodeTypes: INodeTypes = {
	getByName: typeOf,
	getByNameAndVersion: typeOf,
	getKnownTypes: () => ({}),
};

export interface TestFlow {
	items: Array<Record<string, string>>;
	/** Parameters of the task node. */
	parameters: Record<string, NodeParameterValueType>;
	/** More of the task node: `onError`, another type. */
	node?: Partial<INode>;
	/** What the nodes behind both outputs show of each item. */
	show?: string;
}

/** Source → Task → Completed / Not Completed. */
export function flowOf({ items, parameters, node, show = '={{ JSON.stringify($json) }}' }: TestFlow): Workflow {
	const place = { typeVersion: 1, position: [0, 0] as [number, number] };
	const nodes: INode[] = [
		{ ...place, id: 'n1', name: 'Source', type: 'source', parameters: { items: JSON.stringify(items) } },
		{
			...place,
			id: 'n2',
			name: 'Task',
			type: 'agentKnowledgeTask',
			credentials: { agentKnowledgeGatewayApi: { id: 'c1', name: 'Gateway' } },
			parameters: { resource: 'task', options: {}, ...parameters },
			...node,
		},
		{ ...place, id: 'n3', name: 'Completed', type: 'echo', parameters: { text: show } },
		{ ...place, id: 'n4', name: 'Not Completed', type: 'echo', parameters: { text: show } },
	];
	const to = (name: string) => [{ node: name, type: 'main' as const, index: 0 }];
	const connections = { Source: { main: [to('Task')] }, Task: { main: [to('Completed'), to('Not Completed')] } };
	return new Workflow({
		id: 'flow',
		name: 'Flow',
		nodes,
		connections,
		active: false,
		nodeTypes,
		settings: { executionOrder: 'v1' },
	});
}

/** An execution of n8n's own engine, with n8n's addresses, that can wait and be resumed. */
export interface Execution {
	workflow: Workflow;
	/** As n8n stores it: parsed from text, so that nothing survives a wait but what can be stored. */
	data: IRunExecutionData;
	waiting: boolean;
	error: Error | undefined;
	additionalData: IWorkflowExecuteAdditionalData;
	/** The texts of the items behind one of the outputs. */
	shown(output: 'Completed' | 'Not Completed' | 'Task'): string[];
}

export const RESUME_BASE = 'http://127.0.0.1:5678/webhook-waiting';

export async function run(workflow: Workflow, credential: GatewayCredential): Promise<Execution> {
	const start = workflow.getNode('Source');
	if (start === null) throw new Error('The flow has no node Source.');
	const data = createRunExecutionData({
		executionData: { nodeExecutionStack: [{ node: start, data: { main: [[{ json: {} }]] }, source: null }] },
		resumeToken: 'resume-token',
	});
	return await proceed(workflow, data, await additionalDataFor(workflow, credential));
}

/** Runs the engine until the flow ends or waits. */
export async function proceed(
	workflow: Workflow,
	data: IRunExecutionData,
	additionalData: IWorkflowExecuteAdditionalData,
): Promise<Execution> {
	const { WorkflowExecute } = await import('n8n-core');
	await workflow.expression.acquireIsolate();
	const run = await new WorkflowExecute(additionalData, 'manual', data).processRunExecutionData(workflow);
	const stored = JSON.parse(JSON.stringify(run.data)) as IRunExecutionData;
	return {
		workflow,
		data: stored,
		waiting: run.status === 'waiting',
		error: run.data.resultData.error,
		additionalData,
		shown: (output) =>
			(stored.resultData.runData[output]?.at(-1)?.data?.['main']?.[0] ?? []).map(({ json }) =>
				typeof json['text'] === 'string' ? json['text'] : JSON.stringify(json),
			),
	};
}

async function additionalDataFor(
	workflow: Workflow,
	credentialsHelper: GatewayCredential,
): Promise<IWorkflowExecuteAdditionalData> {
	const { ExecutionLifecycleHooks, ExternalSecretsProxy } = await import('n8n-core');
	const stored: IWorkflowBase = {
		id: workflow.id,
		name: 'Flow',
		active: false,
		activeVersionId: null,
		isArchived: false,
		nodes: Object.values(workflow.nodes),
		connections: workflow.connectionsBySourceNode,
		createdAt: new Date(0),
		updatedAt: new Date(0),
	};
	const notHere = () => Promise.reject(new Error("The test's n8n cannot do this."));
	const base = 'http://127.0.0.1:5678';
	return {
		credentialsHelper,
		externalSecretsProxy: new ExternalSecretsProxy(),
		hooks: new ExecutionLifecycleHooks('manual', '7', stored),
		executionId: '7',
		currentNodeExecutionIndex: 0,
		executeWorkflow: notHere,
		executeAgent: notHere,
		getRunExecutionData: notHere,
		getRuntimeCredential: notHere,
		startRunnerTask: notHere,
		logAiEvent: () => undefined,
		variables: {},
		restApiUrl: `${base}/rest`,
		instanceBaseUrl: base,
		formBaseUrl: base,
		formWaitingBaseUrl: base,
		formTestBaseUrl: base,
		webhookBaseUrl: base,
		webhookWaitingBaseUrl: RESUME_BASE,
		webhookTestBaseUrl: base,
		mcpBaseUrl: base,
		mcpTestBaseUrl: base,
	};
}
