import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:http';
import { GatewayCredential } from '../../support/task-nodes/credentials';
import { run } from '../../support/task-nodes/engine';
import { flowOf } from '../../support/task-nodes/flow';

/** What came to each of two servers of different origins: the Authorization header, or undefined. */
let atGateway: Array<string | undefined>;
let elsewhere: Array<string | undefined>;
let servers: Server[];
let gatewayUrl: string;
let status: number;

async function listen(server: Server): Promise<string> {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	servers.push(server);
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeEach(async () => {
	atGateway = [];
	elsewhere = [];
	servers = [];
	const target = await listen(
		createServer((request, response) => {
			elsewhere.push(request.headers.authorization);
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(JSON.stringify({ id: 'retrain-and-wait/x', status: 'running' }));
		}),
	);
	gatewayUrl = await listen(
		createServer((request, response) => {
			atGateway.push(request.headers.authorization);
			response.writeHead(status, { location: `${target}${request.url ?? ''}` }).end();
		}),
	);
});
afterEach(async () => {
	for (const server of servers) {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	}
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
