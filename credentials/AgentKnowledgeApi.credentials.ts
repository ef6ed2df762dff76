import type { IAuthenticate, Icon, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';

/**
 * n8n shows one fixed sentence when a test was successful, and no words of ours: so the list of permissions cannot stand
 * there, and the operation of the node tells it.
 */
const WHAT_THE_TEST_TELLS =
	'The test reads the list of agents. It accepts every key that the service knows, also one with few permissions. To see the read permissions (scopes) of the key, run Agent Knowledge > Account > What Can This Key Do. Write permissions are not tested, because a test would change data.';

/** 403 alone passes beside 401, whose words are below: a key that may not list agents is still a good key. */
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

	/** Accepts a key whose scopes are narrow: it is refused with 403 here, where a wrong key gets 401. */
	test: ICredentialTestRequest = {
		request: {
			// The same as normalizedBaseUrl() in the node's transport; a test holds the two together.
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
