import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../../scripts/json.mjs';
import { eventually } from '../../support/time/eventually';
import { Pod } from '../../support/confined/pod';
import { type ComposeService, interpolated, readCompose } from './compose-file';
import { newEnvironment } from './env-file';
import { RunningProxy } from './running-proxy';

const MIB = 1024 * 1024;
/** The longest that a gateway holds a request. */
const LONG_POLL_MS = 60_000;

const reachedSchema = z.object({
	name: z.string(),
	url: z.string(),
	headers: z.record(z.string(), z.string()),
	size: z.int(),
});

let pod: Pod;
let service: ComposeService;
let proxy: RunningProxy;
let gateway: string;
let n8n: string;

beforeAll(async () => {
	pod = await Pod.start([]);
	const found = (await readCompose('compose.production.yaml')).services['proxy'];
	if (found === undefined) throw new Error('compose.production.yaml has no service proxy.');
	service = found;
	const env = await newEnvironment(join(pod.folder, '.env'));
	const variables = Object.fromEntries(
		Object.entries(service.environment).map(([key, value]) => [key, interpolated(value ?? '', env)]),
	);
	[gateway, n8n] = [`https://${variables['GATEWAY_DOMAIN']}`, `https://${variables['N8N_DOMAIN']}`];
	proxy = await RunningProxy.start(pod, variables);
	for (const url of [gateway, n8n]) {
		await eventually(
			async () => (await proxy.request(url)).status,
			(seen) => seen === 200,
			url,
		);
	}
});

afterAll(async () => {
	await proxy.stop();
	await pod.stop();
});

/** What reached the gateway or n8n. */
async function reached(url: string, ...more: string[]): Promise<z.infer<typeof reachedSchema>> {
	return reachedSchema.parse(parseJson((await proxy.request(url, ...more)).body));
}

test("Caddy accepts the file, and names the operator's address to the certificate authority", () => {
	expect(proxy.checked).toContain('Valid configuration');
	const all = proxy.issuers.flatMap(({ issuers }) => issuers);
	expect(all).toEqual(
		expect.arrayContaining([expect.objectContaining({ module: 'acme', email: 'operator@example.com' })]),
	);
});

test('the health check of the compose file finds a running proxy', async () => {
	const url = service.healthcheck?.test.at(-1) ?? '';
	expect((await proxy.request(url)).status).toBe(200);
});

test('HTTP is redirected to HTTPS, which browsers then insist on', async () => {
	for (const url of [gateway, n8n]) {
		const plain = await proxy.request(`${url.replace('https:', 'http:')}/a?b=c`);
		expect([plain.status, plain.headers['location']]).toEqual([308, `${url}/a?b=c`]);
		expect((await proxy.request(url)).headers['strict-transport-security']).toBe('max-age=31536000');
	}
});

test('both gateways get requests, with the path as it was sent and the address of the caller', async () => {
	const path = '/v1/tasks/retrain-and-wait%2Fnone?wait=1';
	const forged = ['--header', 'X-Forwarded-For: 192.0.2.1', '--header', 'X-Forwarded-Proto: http'];
	const all = await Promise.all(Array.from({ length: 20 }, () => reached(`${gateway}${path}`, ...forged)));
	expect(new Set(all.map(({ name }) => name))).toEqual(new Set(['one', 'two']));
	for (const { url, headers } of all) {
		expect(url).toBe(path);
		expect(headers).toMatchObject({
			host: new URL(gateway).host,
			'x-forwarded-for': '127.0.0.1',
			'x-forwarded-proto': 'https',
		});
	}
});

test.each(['/metrics', '/readyz', '/%6detrics', '/x/../readyz'])('nobody outside sees %s', async (path) => {
	expect(await proxy.request(`${gateway}${path}`)).toMatchObject({ status: 404, body: '' });
});

test("a file of 10 MiB passes, and so does the gateway's response to a larger one", async () => {
	const file = join(pod.folder, 'upload');
	const upload = async (bytes: number) => {
		await writeFile(file, Buffer.alloc(bytes));
		return proxy.request(`${gateway}/v1/blobs`, '--request', 'PUT', '--data-binary', `@${file}`);
	};
	const taken = await upload(10 * MIB);
	expect([taken.status, reachedSchema.parse(parseJson(taken.body)).size]).toEqual([200, 10 * MIB]);
	expect(await upload(12 * MIB)).toMatchObject({ status: 413, body: 'Nothing was stored.' });
});

test("a line of n8n's event stream passes while the stream is open", async () => {
	const seconds = '5';
	// curl ends with 28 once its time is up, and n8n's stream is then still open.
	const events = proxy.request(`${n8n}/events`, '--no-buffer', '--max-time', seconds);
	await expect(events).rejects.toThrow(/data: first/);
});

test('a long poll of a minute gets its response', async () => {
	expect(await reached(`${gateway}/wait/${LONG_POLL_MS}`)).toMatchObject({ url: `/wait/${LONG_POLL_MS}` });
});

test('every request succeeds while one gateway is gone, also while the other one holds long polls', async () => {
	await proxy.stopGateway('two');
	const replies = await Promise.all(Array.from({ length: 10 }, () => proxy.request(`${gateway}/wait/10000`)));
	expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
});
