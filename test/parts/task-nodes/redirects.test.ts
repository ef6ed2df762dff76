import { createServer, type RequestListener } from 'node:http';
import { GatewayCredential } from '../../support/task-nodes/credentials';
import { run } from '../../support/task-nodes/engine';
import { flowOf } from '../../support/task-nodes/flow';
import { listen, type Listening } from '../../support/network/listen';

/** What came to each of two servers of different origins: the Authorization header, or undefined. */
let atGateway: Array<string | undefined>;
let elsewhere: Array<string | undefined>;
let servers: Listening[];
let gatewayUrl: string;
let status: number;

async function started(answer: RequestListener): Promise<string> {
	const server = await listen(createServer(answer));
	servers.push(server);
	return server.url;
}

beforeEach(async () => {
	atGateway = [];
	elsewhere = [];
	servers = [];
	const target = await started((request, response) => {
		elsewhere.push(request.headers.authorization);
		response.writeHead(200, { 'content-type': 'application/json' });
		response.end(JSON.stringify({ id: 'retrain-and-wait/x', status: 'running' }));
	});
	gatewayUrl = await started((request, response) => {
		atGateway.push(request.headers.authorization);
		response.writeHead(status, { location: `${target}${request.url ?? ''}` }).end();
	});
});
afterEach(async () => {
	for (const server of servers) await server.close();
});

it.each([
	[301, { resource: 'task', operation: 'get', taskId: 'retrain-and-wait/x' }],
	[302, { resource: 'task', operation: 'cancel', taskId: 'retrain-and-wait/x' }],
	[307, { resource: 'task', operation: 'cancel', taskId: 'retrain-and-wait/x' }],
	[308, { resource: 'task', operation: 'downloadFile', taskId: 'retrain-and-wait/x' }],
])('a redirect (%i) is not followed, and no other origin gets the token', async (code, parameters) => {
	status = code;
	const { error } = await run(
		flowOf({ items: [{}], parameters }),
		new GatewayCredential({ gatewayUrl, token: 'the-token' }),
	);
	expect(atGateway).toEqual(['Bearer the-token']);
	expect(elsewhere).toEqual([]);
	expect(error?.message).toBe(`${gatewayUrl} redirects (${code})`);
	expect(error).toMatchObject({
		description: expect.stringContaining('into the Gateway URL of the credential') as string,
	});
});
