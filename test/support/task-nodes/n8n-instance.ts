import type { IWorkflowBase, IWorkflowExecuteAdditionalData, Workflow } from 'n8n-workflow';
import type { GatewayCredential } from './credentials';

const BASE = 'http://127.0.0.1:5678';
export const RESUME_BASE = `${BASE}/webhook-waiting`;

/** What n8n itself gives an execution: its number, its addresses, and the credential. */
export async function additionalDataFor(
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
		restApiUrl: `${BASE}/rest`,
		instanceBaseUrl: BASE,
		formBaseUrl: BASE,
		formWaitingBaseUrl: BASE,
		formTestBaseUrl: BASE,
		webhookBaseUrl: BASE,
		webhookWaitingBaseUrl: RESUME_BASE,
		webhookTestBaseUrl: BASE,
		mcpBaseUrl: BASE,
		mcpTestBaseUrl: BASE,
	};
}
