import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import {
	type AddressInfo,
	connect,
	createServer as createTcpServer,
	type Server as TcpServer,
	type Socket,
} from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { useProxyVariables } from '../../test/support/outward-proxy/proxy-variables';
import { createClient } from './create-client';
import { rejectionOf } from './testing/rejection';
import { API_KEY, sendJson, useService } from './testing/service';

const AGENT = { params: { id: 'agent_support' } };
const STATUS = { agentStatus: 'training', training: true, canChat: false };

const start = useService();
const opened: Array<Server | TcpServer> = [];
const sockets = new Set<Socket>();

afterEach(() => {
	vi.unstubAllEnvs();
	for (const socket of sockets) socket.destroy();
	for (const server of opened.splice(0)) server.close();
});

/** @returns its port */
async function listening(server: Server | TcpServer): Promise<number> {
	opened.push(server);
	server.on('connection', (socket: Socket) => sockets.add(socket));
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return (server.address() as AddressInfo).port;
}

function useProxy(variable: string, address: string): void {
	useProxyVariables({ [variable]: address });
}

describe('a service that takes a connection and then is silent', () => {
	it.each(['getTrainingStatus', 'retrain'] as const)('holds %s until its time is over', async (operation) => {
		const port = await listening(createTcpServer());
		const client = createClient({ baseUrl: `https://127.0.0.1:${port}`, apiKey: API_KEY, timeoutMs: 200 });
		expect(await rejectionOf(client.call(operation, AGENT))).toMatchObject({ type: 'timeout', outcome: 'ambiguous' });
	});

	it('does not hold a cancelled call', async () => {
		const port = await listening(createTcpServer());
		const client = createClient({ baseUrl: `https://127.0.0.1:${port}`, apiKey: API_KEY });
		const signal = AbortSignal.timeout(100);
		expect(await rejectionOf(client.call('retrain', { ...AGENT, signal }))).toMatchObject({ type: 'cancelled' });
	});
});

describe('a response', () => {
	it.each([
		['gzip', gzipSync],
		['GZIP', gzipSync],
		['br', brotliCompressSync],
	])('may be compressed (%s)', async (encoding, compress) => {
		const { client } = await start((response) =>
			response.writeHead(200, { 'content-encoding': encoding }).end(compress(JSON.stringify(STATUS))),
		);
		expect(await client.call('getTrainingStatus', AGENT)).toMatchObject(STATUS);
	});

	it('without a body may say that it is compressed', async () => {
		const { client } = await start((response) => response.writeHead(204, { 'content-encoding': 'gzip' }).end());
		await expect(client.call('retrain', AGENT)).resolves.toBeUndefined();
	});

	it('may have a header twice, of which the first counts', async () => {
		const { client } = await start((response) => {
			response.setHeader('retry-after', ['7', '9']);
			sendJson(response, 429, { type: 'rate_limited', title: 'Slow down', status: 429 });
		});
		expect(await rejectionOf(client.call('getUsage'))).toMatchObject({ retryAfterMs: 7_000 });
	});
});

describe('a proxy', () => {
	it('passes on requests to an http service, unless NO_PROXY names the host', async () => {
		const baseUrl = 'http://service.example';
		const seen: string[] = [];
		const passOn: RequestListener = ({ url = '' }, response) => {
			seen.push(url);
			sendJson(response, 200, STATUS);
		};
		useProxy('HTTP_PROXY', `http://127.0.0.1:${await listening(createServer(passOn))}`);
		const call = () => createClient({ baseUrl, apiKey: API_KEY }).call('getTrainingStatus', AGENT);
		expect(await call()).toMatchObject(STATUS);
		expect(seen).toEqual([`${baseUrl}/api/v1/agents/agent_support/training-status`]);
		vi.stubEnv('NO_PROXY', 'service.example');
		expect(await rejectionOf(call())).toMatchObject({ type: 'host_not_found' });
		expect(seen).toHaveLength(1);
	});

	it('gets no requests to this machine', async () => {
		const { client, received } = await start((response) => sendJson(response, 200, STATUS));
		useProxy('HTTP_PROXY', 'http://proxy.example:3128');
		expect(await client.call('getTrainingStatus', AGENT)).toMatchObject(STATUS);
		expect(received).toHaveLength(1);
	});

	it.each([
		['takes no connection', 'http://127.0.0.1:9', 'did not respond'],
		['is none of http', 'socks5://127.0.0.1:9', 'must be an http:// or https:// address'],
	])('that %s is named, not the service', async (_, proxy, said) => {
		useProxy('ALL_PROXY', proxy);
		for (const baseUrl of ['http://service.example', 'https://service.example']) {
			const error = await rejectionOf(createClient({ baseUrl, apiKey: API_KEY }).call('retrain', AGENT));
			expect(error).toMatchObject({ type: 'proxy_failed', outcome: 'refused' });
			expect(error.detail).toContain(said);
		}
	});

	it('gets a tunnel to an https service', async () => {
		const service = await listening(createTcpServer((socket) => socket.destroy()));
		const asked: string[] = [];
		const proxy = createServer();
		proxy.on('connect', ({ url = '' }, socket: Socket) => {
			asked.push(url);
			const there = connect(service, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
			there.pipe(socket).pipe(there);
			for (const end of [there, socket]) end.on('error', () => undefined);
		});
		useProxy('HTTPS_PROXY', `http://127.0.0.1:${await listening(proxy)}`);
		const client = createClient({ baseUrl: 'https://service.example', apiKey: API_KEY });
		// Nobody speaks TLS at its end.
		expect(await rejectionOf(client.call('retrain', AGENT))).toMatchObject({ outcome: 'ambiguous', status: null });
		expect(asked).toEqual(['service.example:443']);
	});

	it.each([
		['refuses', 'HTTP/1.1 407 Proxy Authentication Required\r\n\r\n', 'responded with 407'],
		['closes', '', 'did not respond'],
	])('that %s a tunnel is named, is not asked again, and nothing is sent', async (_, answer, said) => {
		let connections = 0;
		const proxy = createTcpServer((socket) => {
			connections += 1;
			socket.on('error', () => undefined).once('data', () => socket.end(answer));
		});
		useProxy('HTTPS_PROXY', `http://me:secret@127.0.0.1:${await listening(proxy)}`);
		const client = createClient({ baseUrl: 'https://service.example', apiKey: API_KEY });
		const error = await rejectionOf(client.call('retrain', AGENT));
		expect(error).toMatchObject({ type: 'proxy_failed', outcome: 'refused' });
		expect(error.detail).toContain(said);
		expect(error.message).not.toContain('secret');
		// As many for the next call: the first one makes none any more.
		const before = connections;
		await rejectionOf(client.call('retrain', AGENT));
		expect(connections).toBe(2 * before);
	});
});
