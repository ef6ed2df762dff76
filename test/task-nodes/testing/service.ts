import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Service {
	url: string;
	/** Their ids; a test may add some. */
	agents: string[];
	close(): Promise<void>;
}

/** As much of the service as the gateway asks before it starts a task: three agents, none in training. */
export async function startService(): Promise<Service> {
	const agents = ['agent_a', 'agent_b', 'agent_c'];
	const server = createServer((request, response) => {
		const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service');
		const agent = /^\/api\/v1\/agents\/([^/]+)\/training-status$/.exec(pathname)?.[1];
		const known = agent !== undefined && agents.includes(agent);
		const answer =
			pathname === '/api/v1/agents' ? list(agents, Number(searchParams.get('offset'))) : known ? STATUS : NOT_FOUND;
		response.writeHead(answer === NOT_FOUND ? 404 : 200, { 'content-type': 'application/json' });
		response.end(JSON.stringify(answer));
	}).listen(0, '127.0.0.1');
	await new Promise((resolve) => server.once('listening', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		agents,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

const STATUS = { agentStatus: 'ready', training: false, canChat: true, run: null };
const NOT_FOUND = { type: 'not_found', title: 'Not found', status: 404, detail: 'There is no such agent.', issues: [] };

function list(ids: string[], offset: number) {
	const limit = 100;
	const items = ids.slice(offset, offset + limit).map((id) => ({ id, name: id.toUpperCase() }));
	return { items, total: ids.length, limit, offset };
}
