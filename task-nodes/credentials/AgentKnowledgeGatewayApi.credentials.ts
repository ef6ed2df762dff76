import type { IAuthenticate, ICredentialType, INodeProperties } from 'n8n-workflow';

/**
 * Address and bearer token of the gateway of `agent-knowledge-worker`. The nodes test it (`testedBy`), because only a
 * function can say what responds at the address.
 */
export class AgentKnowledgeGatewayApi implements ICredentialType {
	name = 'agentKnowledgeGatewayApi';

	displayName = 'Agent Knowledge Gateway API';

	icon = {
		light: 'file:../nodes/AgentKnowledgeTask/agentKnowledgeTask.svg',
		dark: 'file:../nodes/AgentKnowledgeTask/agentKnowledgeTask.dark.svg',
	} as const;

	documentationUrl = 'https://github.com/agent-knowledge/n8n-nodes-agent-knowledge/tree/main/task-nodes#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Gateway URL',
			name: 'gatewayUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://tasks.example.com',
			required: true,
			description:
				'The address at which n8n reaches the gateway of agent-knowledge-worker, without /v1. It may have a path.',
		},
		{
			displayName: 'Token',
			name: 'token',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				"A token of the gateway's setting gateway.tokens, with the roles read and start. A trigger on Review Requested also needs decide.",
		},
	];

	/** A function, because it also works where n8n has no expression isolate. */
	authenticate: IAuthenticate = ({ token }, request) => {
		const Authorization = `Bearer ${typeof token === 'string' ? token.trim() : ''}`;
		return Promise.resolve({ ...request, headers: { ...request.headers, Authorization } });
	};
}
