import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** As much of the service as the gateway asks before it starts a task: three agents, none in training. */
export async function startService(): Promise<{ url: string; close(): Promise<void> }> {
	const agents = ['agent_a', 'agent_b', 'agent_c'];
	const server = createServer((request, response) => {
		const { pathname } = new URL(request.url ?? '/', 'http://service');
		const agent = /^\/api\/v1\/agents\/([^/]+)\/training-status$/.exec(pathname)?.[1];
		const known = agent !== undefined && agents.includes(agent);
		const answer = pathname === '/api/v1/agents' ? list(agents) : known ? STATUS : NOT_FOUND;
		response.writeHead(answer === NOT_FOUND ? 404 : 200, { 'content-type': 'application/json' });
		response.end(JSON.stringify(answer));
	}).listen(0, '127.0.0.1');
	await new Promise((resolve) => server.once('listening', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

const STATUS = { agentStatus: 'ready', training: false, canChat: true, run: null };
const NOT_FOUND = { type: 'not_found', title: 'Not found', status: 404, detail: 'There is no such agent.', issues: [] };

function list(ids: string[]) {
	return { items: ids.map((id) => ({ id, name: id.toUpperCase() })), total: ids.length, limit: 100, offset: 0 };
}
