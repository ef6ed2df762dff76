import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { AgentKnowledgeGatewayApi } from '../task-nodes/credentials/AgentKnowledgeGatewayApi.credentials';
import { AgentKnowledgeApi } from './AgentKnowledgeApi.credentials';

test.each([
	['apiKey', new AgentKnowledgeApi()],
	['token', new AgentKnowledgeGatewayApi()],
])('a line break at the end of a pasted %s is not sent', async (field, { authenticate }) => {
	const pasted: ICredentialDataDecryptedObject = { [field]: ' the-secret\r\n' };
	if (typeof authenticate !== 'function') throw new Error('It signs in by other means.');
	const { headers } = await authenticate(pasted, { url: 'https://agents.example.com' });
	expect(headers).toEqual({ Authorization: 'Bearer the-secret' });
});
