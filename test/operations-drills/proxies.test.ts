import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { workspaceRoot } from '../../scripts/build/workspace-root.mjs';
import { cacheFolder } from '../../scripts/cache/cache-folder.mjs';
import { findProxies } from '../../scripts/proxies/find-proxies.mjs';
import { blocksIn } from '../documentation/code-blocks';
import { ask, linkOf, retrain } from '../support/gateway/ask';
import { type GatewayPlatform, startPlatform } from '../support/gateway/start-platform';
import { answerOf, type ProxyQuestion } from '../support/proxy/ask-proxy';
import { type ProxyName, type RunningProxy, runProxy } from '../support/proxy/run-proxy';

const run = promisify(execFile);

const NAMES: readonly ProxyName[] = ['nginx', 'caddy', 'apache', 'haproxy'];
/** What each program says of a valid configuration. */
const VALID = /syntax is ok|Valid configuration|Syntax OK|Configuration file is valid/;
/** HAProxy has no sign-in of its own, and asks no portal without a script. */
const SIGNING_IN = ['nginx', 'caddy', 'apache'] as const;
/** More than nginx allows by default, and less than the gateway does. */
const LARGE = Buffer.alloc(2 * 1024 * 1024, 'x');
const SECRET = randomBytes(24).toString('hex');
const PASSWORD = randomBytes(12).toString('hex');

let folder: string;
let programs: Awaited<ReturnType<typeof findProxies>>;
let platform: GatewayPlatform;
let portal: Server;
let taskPath: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-proxies-'));
	// Apache reads its users as a user without rights.
	await chmod(folder, 0o755);
	programs = await findProxies({ cache: cacheFolder() });
	const proxySignIn = { proxies: ['127.0.0.1'], secret: SECRET, users: { ada: ['read', 'start'] } };
	const gateway = { publicUrl: 'https://tasks.example.com', trustedProxies: ['127.0.0.1'], proxySignIn };
	platform = await startPlatform({ gateway });
	portal = createServer((request, response) => {
		// As Authelia answers a proxy: the session's user in a header, or 401.
		const isSignedIn = request.headers.cookie === 'session=ada';
		response.writeHead(isSignedIn ? 200 : 401, isSignedIn ? { 'remote-user': 'ada' } : {}).end();
	});
	await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
	const subject = ['-subj', '/CN=tasks.example.com', '-addext', 'subjectAltName=DNS:tasks.example.com'];
	const keys = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')];
	await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...keys]);
	const parts = await Promise.all(['certificate.pem', 'key.pem'].map((name) => readFile(join(folder, name), 'utf8')));
	await writeFile(join(folder, 'both.pem'), parts.join(''));
	taskPath = linkOf(await ask(platform, retrain('through a proxy')));
});

afterAll(async () => {
	portal.close();
	await platform.close();
	await rm(folder, { recursive: true, force: true });
});

/** Runs the only configuration of a proxy on a page, of those that match. */
async function throughProxy(
	page: string,
	name: ProxyName,
	work: (proxy: RunningProxy) => Promise<void>,
): Promise<void> {
	const text = await readFile(join(workspaceRoot, 'docs', page), 'utf8');
	const blocks = blocksIn(page, text).filter(({ language }) => language === name);
	const content = blocks.at(-1)?.text ?? '';
	const own = join(folder, `${name}-${page}`);
	await mkdir(own);
	const { stdout: hash } = await run('openssl', ['passwd', '-apr1', PASSWORD]);
	await writeFile(join(own, 'htpasswd'), `ada:${hash}`);
	const proxy = await runProxy(name, content, programs, {
		folder: own,
		gateway: platform.url.replace('http://', ''),
		portal: `127.0.0.1:${(portal.address() as AddressInfo).port}`,
		certificate: join(folder, 'certificate.pem'),
		key: join(folder, 'key.pem'),
		certificateWithKey: join(folder, 'both.pem'),
		secret: SECRET,
	});
	try {
		await work(proxy);
	} finally {
		await proxy.stop();
	}
}

describe.each(NAMES)('the configuration of %s in proxies.md', (name) => {
	test('is valid, and passes ids, encoded slashes and uploads to the gateway', async () => {
		await throughProxy('proxies.md', name, async ({ port, checked }) => {
			expect(checked).toMatch(VALID);
			const headers = { authorization: `Bearer ${platform.token}` };
			const send = (question: ProxyQuestion) => answerOf(port, { headers, ...question });
			expect(await send({ path: taskPath })).toMatchObject({ status: 200 });
			expect(taskPath).toMatch(/^\/v1\/tasks\/retrain-and-wait~[\w-]+$/);
			const slashed = await send({ path: '/v1/tasks/retrain-and-wait%2Fnone' });
			expect([slashed.status, slashed.text]).toEqual([404, expect.stringContaining('retrain-and-wait/none')]);
			const upload = await send({
				...{ method: 'PUT', path: '/v1/blobs', body: LARGE },
				headers: { ...headers, 'content-type': 'application/octet-stream' },
			});
			expect([upload.status, upload.text]).toEqual([201, expect.stringContaining(`${LARGE.length}`)]);
			expect((await answerOf(port, { path: '/metrics' })).status).toBe(404);
			expect((await answerOf(port, { path: '/v1/whoami' })).status).toBe(401);
		});
	});
});

/** What proves to each proxy who somebody is. */
const SESSIONS: Record<(typeof SIGNING_IN)[number], Record<string, string>> = {
	nginx: { cookie: 'session=ada' },
	caddy: { cookie: 'session=ada' },
	apache: { authorization: `Basic ${Buffer.from(`ada:${PASSWORD}`).toString('base64')}` },
};
/** A browser would be sent to the page that signs people in. */
const SIGN_IN: Record<(typeof SIGNING_IN)[number], number> = { nginx: 302, caddy: 401, apache: 401 };

describe.each(SIGNING_IN)('the configuration of %s in sign-in-by-proxy.md', (name) => {
	test('is valid, signs people in, and removes what others forge', async () => {
		await throughProxy('sign-in-by-proxy.md', name, async ({ port, checked }) => {
			expect(checked).toMatch(VALID);
			const forged = { 'remote-user': 'ada', 'remote-groups': 'operators', 'x-proxy-secret': SECRET };
			const whoami = (headers: Record<string, string>) => answerOf(port, { path: '/v1/whoami', headers });
			expect((await whoami(forged)).status).toBe(SIGN_IN[name]);
			const known = await whoami({ ...forged, 'remote-user': 'eve', ...SESSIONS[name] });
			expect([known.status, JSON.parse(known.text)]).toEqual([
				200,
				expect.objectContaining({ name: 'ada', signedInBy: 'proxy', roles: ['read', 'start'] }),
			]);
			const write = { method: 'POST', path: `${taskPath.replace('~', '~no')}/cancel` };
			const from = (origin: string) => ({ ...SESSIONS[name], origin, 'sec-fetch-site': 'same-origin' });
			expect((await answerOf(port, { ...write, headers: from('https://tasks.example.com') })).status).toBe(404);
			expect((await answerOf(port, { ...write, headers: from('https://evil.example') })).status).toBe(403);
			// Links to reviews need no session, and give none.
			const review = await answerOf(port, { path: '/review/none', headers: forged });
			expect([review.status, review.text]).toEqual([expect.any(Number), expect.stringContaining('<!doctype html>')]);
			expect(review.status).not.toBe(SIGN_IN[name]);
		});
	});
});
