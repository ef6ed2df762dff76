import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ask, linkOf, retrain } from '../../support/gateway/ask';
import { type GatewayPlatform, startPlatform } from '../../support/gateway/start-platform';
import { answerOf, type ProxyQuestion } from '../../support/proxy/ask-proxy';
import { DocumentedProxies } from '../../support/proxy/documented-proxies';
import { OtherSite } from '../../support/proxy/other-site';
import type { ProxyName, RunningProxy } from '../../support/proxy/run-proxy';

const NAMES: readonly ProxyName[] = ['nginx', 'caddy', 'apache', 'haproxy'];
/** What each program says of a valid configuration. */
const VALID = /syntax is ok|Valid configuration|Syntax OK|Configuration file is valid/;
/** HAProxy has no sign-in of its own, and asks no portal without a script. */
const SIGNING_IN = ['nginx', 'caddy', 'apache'] as const;
/** More than nginx allows by default, and less than the gateway does. */
const LARGE = Buffer.alloc(2 * 1024 * 1024, 'x');

let proxies: DocumentedProxies;
let platform: GatewayPlatform;
let portal: Server;
let site: OtherSite;
let taskPath: string;

beforeAll(async () => {
	proxies = await DocumentedProxies.prepare();
	site = await OtherSite.start();
	const proxySignIn = { proxies: ['127.0.0.1'], secret: proxies.secret, users: { ada: ['read', 'start'] } };
	const gateway = { publicUrl: 'https://tasks.example.com', trustedProxies: ['127.0.0.1'], proxySignIn };
	platform = await startPlatform({ gateway });
	portal = createServer((request, response) => {
		// As Authelia answers a proxy: the session's user in a header, or 401.
		const isSignedIn = request.headers.cookie === 'session=ada';
		response.writeHead(isSignedIn ? 200 : 401, isSignedIn ? { 'remote-user': 'ada' } : {}).end();
	});
	await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
	taskPath = linkOf(await ask(platform, retrain('through a proxy')));
});

afterAll(async () => {
	portal.close();
	await site.close();
	await platform.close();
	await proxies.close();
});

/** Runs the only configuration of a proxy on a page, of those that match. */
async function throughProxy(
	page: string,
	name: ProxyName,
	work: (proxy: RunningProxy) => Promise<void>,
): Promise<void> {
	const proxy = await proxies.run(page, name, {
		gateway: platform.url.replace('http://', ''),
		portal: `127.0.0.1:${(portal.address() as AddressInfo).port}`,
		site: site.address,
	});
	try {
		await work(proxy);
	} finally {
		await proxy.stop();
	}
}

/** Sends requests of programs. @param below the path of the gateway on the host */
async function expectPassed({ port }: RunningProxy, below = ''): Promise<void> {
	const headers = { authorization: `Bearer ${platform.token}` };
	const send = ({ path, ...question }: ProxyQuestion) => answerOf(port, { headers, ...question, path: below + path });
	expect(await send({ path: taskPath })).toMatchObject({ status: 200 });
	expect(taskPath).toMatch(/^\/v1\/tasks\/retrain-and-wait~[\w-]+$/);
	const slashed = await send({ path: '/v1/tasks/retrain-and-wait%2Fnone' });
	expect([slashed.status, slashed.text]).toEqual([404, expect.stringContaining('retrain-and-wait/none')]);
	const query = await send({ path: '/v1/tasks?type=none%2F%26' });
	expect([query.status, query.text]).toEqual([400, expect.stringContaining('type')]);
	const upload = await send({
		method: 'PUT',
		path: '/v1/blobs',
		body: LARGE,
		headers: { ...headers, 'content-type': 'application/octet-stream' },
	});
	expect([upload.status, upload.text]).toEqual([201, expect.stringContaining(`${LARGE.length}`)]);
	expect((await send({ path: '/metrics' })).status).toBe(404);
	expect((await send({ path: '/v1/whoami', headers: {} })).status).toBe(401);
}

describe.each(NAMES)('the configuration of %s', (name) => {
	test('in proxies.md is valid, and passes ids, encoded slashes and uploads to the gateway', async () => {
		await throughProxy('proxies.md', name, async (proxy) => {
			expect(proxy.checked).toMatch(VALID);
			await expectPassed(proxy);
		});
	});

	test('in below-a-path.md does so too, and the other site gets the rest of the host alone', async () => {
		await throughProxy('below-a-path.md', name, async (proxy) => {
			const before = site.heard.length;
			expect(proxy.checked).toMatch(VALID);
			await expectPassed(proxy, '/agent-knowledge');
			const bare = await answerOf(proxy.port, { path: '/agent-knowledge' });
			const leadsTo = new URL(bare.location ?? '', 'https://tasks.example.com/agent-knowledge').pathname;
			expect([[301, 302].includes(bare.status), leadsTo]).toEqual([true, '/agent-knowledge/']);
			expect((await answerOf(proxy.port, { path: '/agent-knowledge/' })).text).toContain('console/console.js');
			expect(site.heard.slice(before)).toEqual([]);
			expect((await answerOf(proxy.port, { path: '/tasks' })).text).toContain('The other site');
			expect((await answerOf(proxy.port, { path: '/agent-knowledge-else/' })).text).toContain('The other site');
		});
	});
});

/** What proves to each proxy who somebody is. */
const SESSIONS: Record<(typeof SIGNING_IN)[number], () => Record<string, string>> = {
	nginx: () => ({ cookie: 'session=ada' }),
	caddy: () => ({ cookie: 'session=ada' }),
	apache: () => ({ authorization: `Basic ${Buffer.from(`ada:${proxies.password}`).toString('base64')}` }),
};
/** A browser would be sent to the page that signs people in. */
const SIGN_IN: Record<(typeof SIGNING_IN)[number], number> = { nginx: 302, caddy: 401, apache: 401 };

describe.each(SIGNING_IN)('the configuration of %s in sign-in-by-proxy.md', (name) => {
	test('is valid, signs people in, and removes what others forge', async () => {
		await throughProxy('sign-in-by-proxy.md', name, async ({ port, checked }) => {
			expect(checked).toMatch(VALID);
			const forged = { 'remote-user': 'ada', 'remote-groups': 'operators', 'x-proxy-secret': proxies.secret };
			const whoami = (headers: Record<string, string>) => answerOf(port, { path: '/v1/whoami', headers });
			expect((await whoami(forged)).status).toBe(SIGN_IN[name]);
			const known = await whoami({ ...forged, 'remote-user': 'eve', ...SESSIONS[name]() });
			expect([known.status, JSON.parse(known.text)]).toEqual([
				200,
				expect.objectContaining({ name: 'ada', signedInBy: 'proxy', roles: ['read', 'start'] }),
			]);
			const write = { method: 'POST', path: `${taskPath.replace('~', '~no')}/cancel` };
			const from = (origin: string) => ({ ...SESSIONS[name](), origin, 'sec-fetch-site': 'same-origin' });
			expect((await answerOf(port, { ...write, headers: from('https://tasks.example.com') })).status).toBe(404);
			expect((await answerOf(port, { ...write, headers: from('https://evil.example') })).status).toBe(403);
			// Links to reviews need no session, and give none.
			const review = await answerOf(port, { path: '/review/none', headers: forged });
			expect([review.status, review.text]).toEqual([expect.any(Number), expect.stringContaining('<!doctype html>')]);
			expect(review.status).not.toBe(SIGN_IN[name]);
		});
	});
});
