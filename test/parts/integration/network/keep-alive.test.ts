import pino from 'pino';
import { Registry } from 'prom-client';
import { serveStartPage } from '../../../../scripts/start/page/serve-page.mjs';
import { createServer, listen } from '../../../../sandbox/server/create-server';
import { testGateway } from '../../../../worker/gateway/testing/test-gateway';
import { serveOperations } from '../../../../worker/observability/serve-operations';

/** The longest of the usual balancers keeps connections so many seconds (Google Cloud). */
const LONGEST_BALANCER = 600;

interface Served {
	url: string;
	close: () => Promise<unknown>;
}

/** Each server of ours. */
const SERVERS: ReadonlyArray<[name: string, start: () => Promise<Served>]> = [
	[
		'the gateway',
		async () => {
			const { url } = await testGateway();
			return { url: `${url}/healthz`, close: () => Promise.resolve() };
		},
	],
	[
		'metrics and readiness',
		() =>
			serveOperations({
				registry: new Registry(),
				readiness: [],
				address: '127.0.0.1:0',
				setting: 'telemetry.gatewayAddress',
				hosts: [],
			}),
	],
	[
		'the sandbox',
		async () => {
			const app = createServer(pino({ level: 'silent' }));
			return { url: (await listen(app, '127.0.0.1', 0)).href, close: () => app.close() };
		},
	],
	[
		'the start page',
		() =>
			serveStartPage({
				port: 0,
				key: 'a-key',
				begin: () => undefined,
				consoleCode: () => Promise.reject(new Error('Nobody asks.')),
				content: () => Promise.reject(new Error('Nobody asks.')),
			}),
	],
];

test.each(SERVERS)('%s keeps connections longer than any usual balancer', async (_name, start) => {
	const { url, close } = await start();
	try {
		const { headers } = await fetch(url);
		const [, seconds] = /^timeout=(\d+)$/.exec(headers.get('keep-alive') ?? '') ?? [];
		expect(Number(seconds)).toBeGreaterThan(LONGEST_BALANCER);
	} finally {
		await close();
	}
});
