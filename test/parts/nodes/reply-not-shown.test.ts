import { createServer } from 'node:http';
import { AgentKnowledgeUnderTest, byId } from '../../support/nodes/agent-knowledge';
import { listen } from '../../support/network/listen';

let node: AgentKnowledgeUnderTest;
const answers = { contentType: 'text/plain' };
const service = createServer((_request, response) => {
	response.writeHead(200, { 'content-type': answers.contentType });
	response.end('OK');
});
let baseUrl: string;

beforeAll(async () => {
	node = await AgentKnowledgeUnderTest.start();
	({ url: baseUrl } = await listen(service));
});
afterAll(async () => {
	service.close();
	await node.close();
});

const deleteSource = () =>
	node.run('source', 'delete', { agentId: byId('agent_support'), sourceId: byId('1') }, { baseUrl });

describe('a reply that the specification does not show', () => {
	it('may be a text: what was done is not called a failure', async () => {
		answers.contentType = 'text/plain';
		expect((await deleteSource()).rows).toMatchObject([{ deleted: true }]);
	});

	it('is no web page', async () => {
		answers.contentType = 'text/html; charset=utf-8';
		expect((await deleteSource()).error?.message).toBe(`The server at ${baseUrl} is not the API`);
	});
});
