import type { ICredentialsHelper, IWorkflowExecuteAdditionalData, Workflow } from 'n8n-workflow';
import { ExecutionLifecycleHooks, ExternalSecretsProxy } from './n8n-core';

/** Where the n8n of the tests would be. Nobody listens there. */
export const N8N = 'http://127.0.0.1:5678';
export const RESUME_BASE = `${N8N}/webhook-waiting`;

/**
 * What n8n's server gives an execution beside its workflow: its number, its addresses, and the credential.
 * @param executionId default: the number that each execution has in a database that counts anew
 */
export function additionalDataFor(
	workflow: Workflow,
	credentialsHelper: ICredentialsHelper,
	executionId = '7',
): IWorkflowExecuteAdditionalData {
	const stored = {
		id: workflow.id,
		name: 'Test',
		nodes: Object.values(workflow.nodes),
		connections: workflow.connectionsBySourceNode,
		active: false,
		activeVersionId: null,
		isArchived: false,
		createdAt: new Date(0),
		updatedAt: new Date(0),
	};
	const notHere = () => Promise.reject(new Error("The test's n8n cannot do this."));
	return {
		credentialsHelper,
		executionId,
		hooks: new ExecutionLifecycleHooks('manual', executionId, stored),
		currentNodeExecutionIndex: 0,
		externalSecretsProxy: new ExternalSecretsProxy(),
		variables: {},
		restApiUrl: `${N8N}/rest`,
		instanceBaseUrl: N8N,
		formBaseUrl: N8N,
		formWaitingBaseUrl: N8N,
		formTestBaseUrl: N8N,
		webhookBaseUrl: N8N,
		webhookWaitingBaseUrl: RESUME_BASE,
		webhookTestBaseUrl: N8N,
		mcpBaseUrl: N8N,
		mcpTestBaseUrl: N8N,
		logAiEvent: () => undefined,
		executeWorkflow: notHere,
		executeAgent: notHere,
		getRunExecutionData: notHere,
		getRuntimeCredential: notHere,
		startRunnerTask: notHere,
	};
}
