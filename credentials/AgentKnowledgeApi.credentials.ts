import type { IAuthenticate, Icon, ICredentialType, INodeProperties } from 'n8n-workflow';

/**
 * n8n shows one fixed sentence after a successful test, so the list of permissions cannot stand there. The node's
 * operation What Can This Key Do returns it.
 */
const WHAT_THE_TEST_TELLS = 'To see what the key can read, run Agent Knowledge > Account > What Can This Key Do.';

/** The node tests it (`testedBy`), because only a function can say what responds at the address. */
export class AgentKnowledgeApi implements ICredentialType {
	name = 'agentKnowledgeApi';

	displayName = 'Agent Knowledge API';

	icon: Icon = { light: 'file:agent-knowledge.svg', dark: 'file:agent-knowledge.dark.svg' };

	documentationUrl = 'https://github.com/agent-knowledge/n8n-nodes-agent-knowledge#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com',
			description: 'The address of the service, without /api/v1',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'The API key. Create it on the API keys page of the dashboard, which shows it once.',
		},
		{
			displayName: WHAT_THE_TEST_TELLS,
			name: 'whatTheTestTells',
			type: 'notice',
			default: '',
		},
	];

	/**
	 * A function, not an expression: all triggers of a flow share one expression isolate, and n8n releases it when the
	 * first of them ends its poll. An expression would then fail in the next request of the others.
	 */
	authenticate: IAuthenticate = ({ apiKey }, request) => {
		const Authorization = `Bearer ${typeof apiKey === 'string' ? apiKey.trim() : ''}`;
		return Promise.resolve({ ...request, headers: { ...request.headers, Authorization } });
	};
}
