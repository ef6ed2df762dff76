import { lookup, type LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { LookupFunction } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { z } from 'zod';
import { postSigned } from './post-signed';
import { OutwardAgent } from '../../net/outward-agent';
import { isPublicAddress, publicOnly, refusePrivate } from '../../net/public-address';
import { useProxyVariables } from '../../../test/support/outward-proxy/proxy-variables';
import { agentFor, webhookReach } from '../../net/webhook-target';

const secrets = [`whsec_${Buffer.alloc(32, 1).toString('base64')}`];
const signal = new AbortController().signal;
const servers: Server[] = [];

/** A server of this machine, which nobody may reach, and how often somebody came. */
async function listen(answer: RequestListener = (_request, response) => response.end()) {
	const visits = { connections: 0 };
	const server = createServer(answer).listen(0, '127.0.0.1');
	server.on('connection', () => (visits.connections += 1));
	servers.push(server);
	await once(server, 'listening');
	return { visits, port: z.object({ port: z.number() }).parse(server.address()).port };
}

afterEach(async () => {
	for (const server of servers.splice(0)) {
		server.closeAllConnections();
		server.close();
		await once(server, 'close');
	}
});

/** Names resolve as the test says, one answer after the other; the last one stays. */
function resolver(...answers: string[][]): typeof lookup {
	let asked = 0;
	function resolve(_name: string, _options: unknown, callback: (error: null, found: LookupAddress[]) => void): void {
		const addresses = answers[Math.min(asked, answers.length - 1)] ?? [];
		asked += 1;
		callback(
			null,
			addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
		);
	}
	return Object.assign(resolve, { __promisify__: lookup.__promisify__ }) as typeof lookup;
}

const agentOver = (resolve: typeof lookup) => new OutwardAgent({ lookup: publicOnly(resolve) });

const post = (url: string, agent: OutwardAgent) => postSigned({ id: 'm', url, payload: {}, secrets, agent }, signal);

describe('a name that leads into a private network is refused when the connection is made', () => {
	test.each([
		['this machine', ['127.0.0.1']],
		['this machine by IPv6', ['::1']],
		['a private network', ['10.1.2.3']],
		['another private network', ['172.16.0.1']],
		['the metadata of a cloud', ['169.254.169.254']],
		['an IPv4 address within IPv6', ['::ffff:127.0.0.1']],
		['an IPv4 address translated into IPv6', ['64:ff9b::7f00:1']],
		['a local IPv6 network', ['fd00::1']],
		['a link-local IPv6 address', ['fe80::1']],
		['nowhere', ['0.0.0.0']],
		['a public and a private address', ['93.184.216.34', '127.0.0.1']],
	])('%s', async (_what, addresses) => {
		const { port, visits } = await listen();
		await expect(post(`http://name.example:${port}/`, agentOver(resolver(addresses)))).rejects.toMatchObject({
			code: 'ENOTPUBLIC',
		});
		expect(visits.connections).toBe(0);
	});

	test('by the name of this machine itself, with the lookup that deliveries have', async () => {
		const { port, visits } = await listen();
		expect(webhookReach(`https://localhost:${port}/`, [`*:${port}`])).toBe('public');
		await expect(post(`https://localhost:${port}/`, agentFor('public'))).rejects.toMatchObject({ code: 'ENOTPUBLIC' });
		expect(visits.connections).toBe(0);
	});

	test('also when it led to a public address before: each connection looks anew, and goes where it looked', async () => {
		const { port, visits } = await listen();
		const resolve = resolver(['93.184.216.34'], ['127.0.0.1']);
		await expect(resolved(publicOnly(resolve))).resolves.toEqual([{ address: '93.184.216.34', family: 4 }]);
		await expect(post(`http://name.example:${port}/`, agentOver(resolve))).rejects.toMatchObject({
			code: 'ENOTPUBLIC',
		});
		expect(visits.connections).toBe(0);
	});
});

describe('behind a proxy of the environment, which resolves names itself', () => {
	afterEach(() => vi.unstubAllEnvs());

	test('a name that leads into a private network here is refused before the proxy is asked', async () => {
		const proxy = await listen();
		useProxyVariables({ HTTP_PROXY: `http://127.0.0.1:${proxy.port}` });
		const admit = (host: string) => refusePrivate(host, () => Promise.resolve([{ address: '10.1.2.3', family: 4 }]));
		const posted = post('http://name.example/', new OutwardAgent({ admit }));
		await expect(posted).rejects.toMatchObject({ code: 'ENOTPUBLIC' });
		expect(proxy.visits.connections).toBe(0);
	});

	test('a name that only the proxy can resolve is its to judge', async () => {
		const proxy = await listen();
		useProxyVariables({ HTTP_PROXY: `http://127.0.0.1:${proxy.port}` });
		const admit = (host: string) => refusePrivate(host, () => Promise.reject(new Error('ENOTFOUND')));
		expect(await post('http://name.example/', new OutwardAgent({ admit }))).toMatchObject({ status: 200 });
	});

	test('a proxy that says nothing is named, and holds no delivery for good', async () => {
		const silent = createTcpServer().listen(0, '127.0.0.1');
		await once(silent, 'listening');
		const { port } = z.object({ port: z.number() }).parse(silent.address());
		useProxyVariables({ HTTPS_PROXY: `http://127.0.0.1:${port}` });
		await expect(post('https://name.example/', new OutwardAgent())).rejects.toMatchObject({
			cause: { message: 'The proxy did not respond' },
		});
		silent.close();
	});

	test('this machine is not reached through it either', async () => {
		const { port, visits } = await listen();
		useProxyVariables({ ALL_PROXY: `http://127.0.0.1:${port}` });
		await expect(post(`https://localhost:${port}/`, agentFor('public'))).rejects.toMatchObject({ code: 'ENOTPUBLIC' });
		expect(visits.connections).toBe(0);
	});
});

test('a redirect into a private network is an answer like any other, and is not followed', async () => {
	const inner = await listen();
	const outer = await listen((_request, response) => {
		response.writeHead(307, { location: `http://127.0.0.1:${inner.port}/` }).end();
	});
	expect(await post(`http://127.0.0.1:${outer.port}/`, agentFor('named'))).toMatchObject({ status: 307 });
	expect([outer.visits.connections, inner.visits.connections]).toEqual([1, 0]);
});

describe('with *:443', () => {
	test.each([
		'https://127.0.0.1/',
		'https://2130706433/',
		'https://0x7f000001/',
		'https://0177.0.0.1/',
		'https://127.1/',
		'https://0/',
		'https://10.0.0.1/',
		'https://192.168.1.1/',
		'https://169.254.169.254/latest/meta-data',
		'https://[::1]/',
		'https://[::ffff:7f00:1]/',
		'https://[::127.0.0.1]/',
		'https://[64:ff9b::a00:1]/',
		'https://[fc00::1]/',
		'https://user:pass@example.com/',
		'http://example.com:443/',
		'https://example.com:8443/',
		'ftp://example.com:443/',
	])('%s is refused by its form alone', (url) => {
		expect(webhookReach(url, ['*:443'])).toBeNull();
	});

	test.each(['https://example.com/hook', 'https://93.184.216.34/', 'https://[2606:2800:220:1::1]/'])(
		'%s is public',
		(url) => {
			expect(webhookReach(url, ['*:443'])).toBe('public');
		},
	);

	test('a host that stands there by name may be private', () => {
		expect(webhookReach('http://127.0.0.1:5678/x', ['*:443', '127.0.0.1:5678'])).toBe('named');
	});
});

test.each(['224.0.0.1', '255.255.255.255', '192.0.2.1', '100.64.0.1', '2002:7f00:1::', 'ff02::1', '::', 'nonsense'])(
	'%s is not public',
	(address) => {
		expect(isPublicAddress(address)).toBe(false);
	},
);

function resolved(find: LookupFunction): Promise<unknown> {
	return new Promise((resolve, reject) => {
		find('name.example', { all: true }, (error, addresses) => {
			if (error === null) resolve(addresses);
			else reject(error);
		});
	});
}
