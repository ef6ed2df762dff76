import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import { generate } from 'selfsigned';
import { createClient, outwardFetch, ProxyError } from '../../../../api';
import { GatewayClient } from '../../../../worker/cli/gateway-client';
import { checkGateway } from '../../../../worker/cli/doctor/check-gateway';
import { configSchema } from '../../../../worker/config/schema';
import { destinationsSchema } from '../../../../worker/destinations/kind-lookup';
import { HubSpotDestination } from '../../../../worker/destinations/hubspot/hubspot-destination';
import { WebhookDestination } from '../../../../worker/destinations/webhook/webhook-destination';
import { OutwardAgent } from '../../../../worker/net/outward-agent';
import { postJson } from '../../../../worker/net/post-json';
import { agentFor } from '../../../../worker/net/webhook-target';
import { startTracing } from '../../../../worker/observability/start-tracing';
import { S3Store } from '../../../../worker/storage/blobs/s3-store';
import { useProxyVariables } from '../../../support/outward-proxy/proxy-variables';
import { type FilteringProxy, startFilteringProxy } from './filtering-proxy';
import { type HubSpotServer, startHubSpot } from '../../../support/hubspot/hubspot-server';
import { type Collector, startCollector } from '../../../support/site/collector';
import { newLead, pageOf } from '../destinations/lead';
import { type Receiver, startReceiver } from '../destinations/receiver';
import { type S3Server, startS3 } from '../blobs/start-s3';

const servers: Server[] = [];
let proxy: FilteringProxy | null;
let s3: S3Server;
let hubspot: HubSpotServer;
let receiver: Receiver;
let collector: Collector;

/** @returns its port */
async function listening(server: Server): Promise<number> {
	servers.push(server);
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return (server.address() as AddressInfo).port;
}

/** The service and a gateway, as far as the clients ask. */
const answer: RequestListener = (request, response) => {
	const isGateway = request.headers.host?.startsWith('gateway.') === true;
	const body = isGateway
		? { status: 'ok', items: [], nextPageToken: null }
		: { items: [], total: 0, limit: 100, offset: 0 };
	response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

beforeAll(async () => {
	[s3, hubspot, receiver, collector] = await Promise.all([
		startS3(),
		startHubSpot(),
		startReceiver(),
		startCollector(),
	]);
	const { private: key, cert } = await generate([{ name: 'commonName', value: 'secure.example' }], { keyType: 'ec' });
	const [http, https] = [
		await listening(createHttpServer(answer)),
		await listening(createHttpsServer({ key, cert }, answer)),
	];
	const portOf = (url: string) => Number(new URL(url).port);
	const internet = {
		'service.example': http,
		'gateway.example': http,
		'secure.example': https,
		'blocked.example': https,
		's3.example': portOf(s3.bucket.endpoint ?? ''),
		'crm.example': portOf(hubspot.url),
		'hooks.example': portOf(receiver.url),
		'traces.example': portOf(collector.url),
	};
	const allowed = Object.keys(internet).filter((name) => name !== 'blocked.example');
	proxy = await startFilteringProxy(internet, allowed);
});

afterAll(async () => {
	for (const server of servers) {
		server.closeAllConnections();
		server.close();
	}
	await Promise.all([proxy?.close(), s3.stop(), hubspot.close(), receiver.close(), collector.close()]);
});

/** Who sends, to which host, and how. Without the proxy, no such host leads anywhere. */
const SENDERS: ReadonlyArray<[who: string, host: string, send: (host: string) => Promise<unknown>]> = [
	[
		'the client of the service',
		'service.example',
		(host) => createClient({ baseUrl: `http://${host}`, apiKey: 'the-key' }).call('listAgents', {}),
	],
	[
		'the command line',
		'gateway.example',
		(host) => new GatewayClient(`http://${host}`, 'the-token').list({ limit: '10' }),
	],
	[
		'doctor',
		'gateway.example',
		async (host) => {
			const connections = { main: { baseUrl: 'http://service.example', apiKey: 'the-key' } };
			const encryption = { keys: [{ id: 'k', secret: Buffer.alloc(32).toString('base64') }], current: 'k' };
			const tokens = [{ name: 'me', token: 'x'.repeat(24) }];
			const gateway = { publicUrl: `http://${host}`, tokens };
			const checks = await checkGateway(configSchema.parse({ connections, encryption, gateway }));
			if (checks.some(({ status }) => status === 'fail')) throw new Error(JSON.stringify(checks));
		},
	],
	[
		'HubSpot as a destination',
		'crm.example',
		async (host) => {
			const crm = { type: 'hubspot', accessToken: hubspot.token, baseUrl: `http://${host}` };
			const config = destinationsSchema.parse({ crm })['crm'];
			if (config?.type !== 'hubspot') throw new Error('It is another destination.');
			expect(await new HubSpotDestination('crm', config).writePage(pageOf([newLead()]))).toMatchObject({ written: 1 });
		},
	],
	[
		'a bucket',
		's3.example',
		async (host) => {
			const store = new S3Store({ ...s3.bucket, endpoint: `http://${host}` });
			await store.write('through/the-proxy', Buffer.from('kept'));
			const found = await store.open('through/the-proxy');
			expect(found === null ? null : await text(found.content)).toBe('kept');
		},
	],
	[
		'a webhook as a destination',
		'hooks.example',
		async (host) => {
			const url = `http://${host}/leads`;
			const hook = { type: 'webhook' as const, url, secret: receiver.secret };
			expect(await new WebhookDestination('hook', hook).writePage(pageOf([newLead()]))).toMatchObject({ written: 1 });
		},
	],
	...(['named', 'public'] as const).map((reach): [string, string, (host: string) => Promise<unknown>] => [
		`a message to a ${reach} receiver`,
		'service.example',
		(host) => {
			const post = { url: `http://${host}/hook`, content: '{}', agent: agentFor(reach) };
			return postJson(post, new AbortController().signal);
		},
	]),
	[
		'traces',
		'traces.example',
		async (host) => {
			collector.received.length = 0;
			const tracing = await startTracing(`http://${host}`, pino({ level: 'silent' }));
			await tracing?.delivery('shop.example', () => Promise.resolve({ status: 200 }));
			await tracing?.stop();
			expect(collector.received).toHaveLength(1);
		},
	],
];

const useProxy = (noProxy = '') => {
	const { url = '' } = proxy ?? {};
	useProxyVariables({ HTTP_PROXY: url, HTTPS_PROXY: url, NO_PROXY: noProxy });
};

afterEach(() => vi.unstubAllEnvs());

describe.each(SENDERS)('%s', (_who, host, send) => {
	it('goes through the proxy of the environment, and only there', async ({ skip }) => {
		if (proxy === null) return skip('This machine has no Tinyproxy.');
		useProxy();
		await proxy.asked();
		await send(host);
		expect(new Set(await proxy.asked())).toEqual(new Set([host]));
		useProxy('*');
		// A client keeps its connections to a host.
		await expect(send(`direct.${host}`)).rejects.toThrow();
		expect(await proxy.asked()).toEqual([]);
	});
});

/** Both kinds of client, with a tunnel. */
const TUNNELS: ReadonlyArray<[kind: string, send: (url: string) => Promise<unknown>]> = [
	['undici', (url) => outwardFetch(url)],
	['node:http', (url) => postJson({ url, content: '{}', agent: new OutwardAgent() }, new AbortController().signal)],
];

describe.each(TUNNELS)('a client on %s', (_kind, send) => {
	it('asks for a tunnel to an https address, and checks the certificate at its end', async ({ skip }) => {
		if (proxy === null) return skip('This machine has no Tinyproxy.');
		useProxy();
		await proxy.asked();
		const error: unknown = await send('https://secure.example/').catch((thrown: unknown) => thrown);
		const codes = [error, error instanceof Error ? error.cause : null].map((each) =>
			each instanceof Error && 'code' in each ? each.code : null,
		);
		expect(codes).toContain('DEPTH_ZERO_SELF_SIGNED_CERT');
		expect(await proxy.asked()).toEqual(['secure.example:443']);
	});

	it('takes a refusal of the proxy for no response of the host', async ({ skip }) => {
		if (proxy === null) return skip('This machine has no Tinyproxy.');
		useProxy();
		const error: unknown = await send('https://blocked.example/').catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({ cause: new ProxyError('responded with 403') });
	});
});
