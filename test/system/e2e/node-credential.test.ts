import { textAt } from '../../../scripts/json.mjs';
import { saveCredential } from '../../../scripts/n8n/credentials.mjs';
import { importFlow, startFlow } from '../../../scripts/n8n/workflows.mjs';
import { SandboxAdmin } from '../../support/sandbox-admin/sandbox-admin';
import { Execution } from '../../support/stack/execution';
import { untilStatus } from '../../support/stack/execution-status';
import { useRealN8n } from '../../support/stack/use-real-n8n';

// n8n's own test of the credential, as its editor runs it, and its own node that uses the credential.

const running = useRealN8n();

/** What n8n's editor is told. */
async function test(data: { baseUrl?: string; apiKey: string }) {
	const { n8n, stack } = running();
	const credential = {
		name: 'Under test',
		type: 'agentKnowledgeApi',
		data: { baseUrl: stack.sandbox.apiUrl, ...data },
	};
	const id = await saveCredential(n8n.client, credential);
	const answer = await n8n.client.request('POST', '/rest/credentials/test', { credentials: { id, ...credential } });
	return { status: textAt(answer, 'status'), message: textAt(answer, 'message') };
}
const admin = () => new SandboxAdmin(running().stack.sandbox);

it.each([
	['may read agents', ['read:agents']],
	['may read leads only', ['read:leads']],
	['may only write', ['write:chat']],
] as const)('is green for a key that %s', async (_name, scopes) => {
	const { key } = await admin().createKey({ scopes: [...scopes] });
	expect(await test({ apiKey: key })).toMatchObject({ status: 'OK' });
});

it('is red for a wrong and for a revoked key, and says what to do', async () => {
	const { id, key } = await admin().createKey({ scopes: ['read:agents'] });
	await admin().revokeKey(id);
	for (const apiKey of ['ak_wrong', key]) {
		expect(await test({ apiKey })).toEqual({
			status: 'Error',
			message:
				'The service does not accept the API key. Create a new key on the service\'s API keys page, and put it into the credential "Agent Knowledge API".',
		});
	}
});

it('is red where nothing answers, and where something else does, and says what', async () => {
	const { n8n, stack } = running();
	const { apiKey, siteUrl } = stack.sandbox;
	const said = async (baseUrl: string) => await test({ apiKey, baseUrl });
	expect(await said('http://127.0.0.1:9')).toMatchObject({
		status: 'Error',
		message: expect.stringMatching(/^No server responds at http:\/\/127\.0\.0\.1:9\. /) as string,
	});
	expect(await said(siteUrl)).toMatchObject({
		status: 'Error',
		message: expect.stringContaining('returned the web page') as string,
	});
	expect(await said(n8n.url)).toMatchObject({
		status: 'Error',
		message: expect.stringContaining('is n8n itself, not the service') as string,
	});
});

it.each(['/', '/api/v1', '/api/v1/'])('takes a base URL that ends in %s', async (end) => {
	const { apiKey, apiUrl } = running().stack.sandbox;
	expect(await test({ apiKey, baseUrl: `${apiUrl}${end}` })).toMatchObject({ status: 'OK' });
});

it("serves n8n's own HTTP Request node as a predefined credential", async () => {
	const { n8n, stack } = running();
	const { apiKey, apiUrl } = stack.sandbox;
	const name = 'For HTTP Request';
	const id = await saveCredential(n8n.client, { name, type: 'agentKnowledgeApi', data: { baseUrl: apiUrl, apiKey } });
	const start = { id: 'start', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 };
	const request = {
		id: 'request',
		name: 'Request',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		credentials: { agentKnowledgeApi: { id, name } },
		parameters: {
			url: `${apiUrl}/api/v1/usage`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'agentKnowledgeApi',
		},
	};
	const flow = await importFlow(n8n.client, {
		name: 'HTTP Request with the credential',
		nodes: [
			{ ...start, position: [0, 0], parameters: {} },
			{ ...request, position: [240, 0] },
		],
		connections: { Start: { main: [[{ node: 'Request', type: 'main', index: 0 }]] } },
	});
	const execution = await startFlow(n8n.client, flow, 'Start');
	expect(await untilStatus(n8n.client, execution, ['success', 'error'])).toMatchObject({ status: 'success' });
	expect((await Execution.read(n8n.client, execution)).output('Request')).toHaveLength(1);
});
