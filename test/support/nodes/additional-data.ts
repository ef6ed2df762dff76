import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import type { ICredentialsHelper, IWorkflowBase, IWorkflowExecuteAdditionalData } from 'n8n-workflow';

const NOWHERE = 'http://127.0.0.1:9';

/** What n8n's server gives an execution beside its workflow. */
export function additionalDataFor(
	workflow: IWorkflowBase,
	executionId: string,
	credentialsHelper: ICredentialsHelper,
): IWorkflowExecuteAdditionalData {
	const notHere = (): never => {
		throw new Error('Not part of the in-process engine');
	};
	return {
		credentialsHelper,
		executionId,
		hooks: new ExecutionLifecycleHooks('manual', executionId, workflow),
		currentNodeExecutionIndex: 0,
		externalSecretsProxy: new ExternalSecretsProxy(),
		variables: {},
		restApiUrl: `${NOWHERE}/rest`,
		instanceBaseUrl: NOWHERE,
		formBaseUrl: `${NOWHERE}/form`,
		formWaitingBaseUrl: `${NOWHERE}/form-waiting`,
		formTestBaseUrl: `${NOWHERE}/form-test`,
		webhookBaseUrl: `${NOWHERE}/webhook`,
		webhookWaitingBaseUrl: `${NOWHERE}/webhook-waiting`,
		webhookTestBaseUrl: `${NOWHERE}/webhook-test`,
		mcpBaseUrl: `${NOWHERE}/mcp`,
		mcpTestBaseUrl: `${NOWHERE}/mcp-test`,
		logAiEvent: () => undefined,
		executeWorkflow: notHere,
		getRunExecutionData: notHere,
		getRuntimeCredential: notHere,
		startRunnerTask: notHere,
	};
}
