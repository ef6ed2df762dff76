import type { IAuthenticate, Icon, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';

/**
 * n8n shows one fixed sentence after a successful test, so the list of permissions cannot stand there. The node's
 * operation What Can This Key Do returns it.
 */
const WHAT_THE_TEST_TELLS =
	'The test reads the list of agents. It accepts every key that the service knows, also one with few permissions. To see the read permissions (scopes) of the key, run Agent Knowledge > Account > What Can This Key Do. Write permissions are not tested, because a test would change data.';

/** Not 403: a key that may not list agents is still a good key. Not 401: it has its own message below. */
const FAILING_STATUSES = Array.from({ length: 300 }, (_, index) => 300 + index).filter(
	(status) => status !== 401 && status !== 403,
);

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

	/** Accepts a key with narrow scopes: the service refuses it with 403, and a wrong key with 401. */
	test: ICredentialTestRequest = {
		request: {
			// An expression cannot call normalizedBaseUrl() of the node's transport. A test compares the two.
			baseURL: '={{ $credentials.baseUrl.trim().replace(/\\/+$/, "").replace(/\\/api\\/v1$/, "") }}',
			url: '/api/v1/agents',
			qs: { limit: 1 },
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: { ignore: true, except: FAILING_STATUSES },
		},
		rules: [
			{
				type: 'responseSuccessBody',
				properties: {
					key: 'status',
					value: 401,
					message:
						'The service does not accept the API Key. It is mistyped, revoked or expired. Create a new key on the API keys page of the dashboard.',
				},
			},
			{
				type: 'responseSuccessBody',
				properties: {
					key: 'constructor.name',
					value: 'String',
					message:
						'The server at the Base URL is not the API. Enter the address of the API, not of the website or the dashboard.',
				},
			},
		],
	};
}
