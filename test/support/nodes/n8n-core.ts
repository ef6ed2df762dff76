import 'reflect-metadata';
import './n8n-folder';
import './patient-expressions';
import './patient-nodes';

/** n8n's engine, loaded for tests. Import it from here, because what stands above counts before it is loaded. */
export {
	CredentialTestContext,
	ExecuteContext,
	ExecutionLifecycleHooks,
	ExternalSecretsProxy,
	HookContext,
	LoadOptionsContext,
	PackageDirectoryLoader,
	PollContext,
	TriggerContext,
	TriggersAndPollers,
	WebhookContext,
	WorkflowExecute,
} from 'n8n-core';
