import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { StepView } from '../first-steps/first-steps.mjs';
import { serveStartPage } from './serve-page.mjs';

const step: StepView = {
	id: 'approve-mail',
	title: 'Approve a mail',
	text: 'Ask for it.',
	button: 'Ask',
	address: null,
	available: true,
	busy: false,
	problem: '',
	state: 'to-do',
	detail: '',
	links: [],
};
const content = () =>
	Promise.resolve({
		steps: [],
		stepsTotal: 8,
		firstSteps: [step],
		roles: [],
		consoleUrl: 'http://127.0.0.1:1',
		logins: [{ title: 'n8n', fields: [['Password', 'of-n8n'] as [string, string]] }],
		places: [{ title: 'Gone', address: 'http://127.0.0.1:1', healthUrl: 'http://127.0.0.1:1/healthz' }],
	});

const KEY = 'the-key-of-the-page';
let begun: string[];
let page: Awaited<ReturnType<typeof serveStartPage>>;
beforeEach(async () => {
	begun = [];
	const begin = (id: string) => {
		if (begun.includes(id)) throw new Error('The step runs already.');
		begun.push(id);
	};
	const consoleCode = () => Promise.resolve('the-code');
	page = await serveStartPage({ port: 0, key: KEY, content, begin, consoleCode });
});
afterEach(() => page.close());

interface Asked {
	method?: string;
	path?: string;
	headers?: Record<string, string>;
	/** Null: none. */
	key?: string | null;
}

/** Node's fetch sets the headers that browsers set. */
async function ask({ method = 'GET', path = '/status.json', headers = {}, key = KEY }: Asked) {
	const withKey = { ...(key === null ? {} : { 'x-start-page-key': key }), ...headers };
	const asked = request(`${page.url}${path}`, { method, headers: withKey });
	asked.end();
	const [response] = (await once(asked, 'response')) as [IncomingMessage];
	return { status: response.statusCode, headers: response.headers, text: await text(response) };
}

it('gets a code for the console for who has the key', async () => {
	expect(await ask({ method: 'POST', path: '/console-code' })).toMatchObject({ status: 200, text: 'the-code' });
	expect((await ask({ method: 'POST', path: '/console-code', key: null })).status).toBe(401);
	const headers = { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' };
	expect((await ask({ method: 'POST', path: '/console-code', headers })).status).toBe(403);
});

it('serves the steps and the health of each place to who has the key', async () => {
	const { status, text: body } = await ask({});
	expect(status).toBe(200);
	expect(JSON.parse(body)).toMatchObject({
		firstSteps: [{ title: 'Approve a mail', state: 'to-do' }],
		places: [{ title: 'Gone', healthy: false }],
		logins: [{ fields: [['Password', 'of-n8n']] }],
	});
});

it.each([null, '', 'another', `${KEY}x`, KEY.toUpperCase()])('shows and does nothing with the key %j', async (key) => {
	const seen = await ask({ key });
	const pressed = await ask({ key, method: 'POST', path: '/first-steps/approve-mail/begin' });
	expect([seen.status, pressed.status]).toEqual([401, 401]);
	expect(seen.text).not.toContain('of-n8n');
	expect(begun).toEqual([]);
});

it.each(['node-operations', 'reference/gateway'])('shows the page %s of the docs as HTML', async (name) => {
	const { status, headers, text: body } = await ask({ path: `/docs/${name}`, key: null });
	expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
	expect(body).toMatch(/<h1 id="[^"]+">/);
	expect(body).toContain('<table>');
	expect(body).not.toMatch(/href="(?!https?:|data:|#|\/)/);
});

it.each(['/docs/none', '/docs/../package', '/docs/node-operations.md', '/docs/reference%2Fgateway'])(
	'has no page at %s',
	async (path) => {
		expect((await ask({ path, key: null })).status).toBe(404);
	},
);

it('is itself without a secret, and says where its address is', async () => {
	const { status, text: body } = await ask({ path: '/', key: null });
	expect(status).toBe(200);
	expect(body).toContain('node scripts/show-secret.mjs startPage');
	expect(body).not.toContain(KEY);
});

it.each(['/', '/status.json', '/page.js', '/nothing', '/first-steps/approve-mail/begin'])(
	'lets nobody frame, keep or read %s',
	async (path) => {
		const { headers } = await ask({ path, key: null });
		expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
		expect(headers).toMatchObject({
			'x-frame-options': 'DENY',
			'cache-control': 'no-store',
			'referrer-policy': 'no-referrer',
			'x-content-type-options': 'nosniff',
		});
		expect(headers['access-control-allow-origin']).toBeUndefined();
	},
);

it('shows its log-ins to no other host name, not even with the key', async () => {
	const hosts = ['localhost:4000', '127.0.0.1', 'evil.example', '127.0.0.1.evil.example'];
	const statuses = hosts.map(async (host) => (await ask({ headers: { host } })).status);
	expect(await Promise.all(statuses)).toEqual([200, 200, 403, 403]);
});

it('begins a step for its own page only', async () => {
	const press = async (path: string, headers: Record<string, string>) =>
		(await ask({ method: 'POST', path, headers })).status;
	const begin = '/first-steps/approve-mail/begin';
	for (const site of ['cross-site', 'same-site', 'none'])
		expect(await press(begin, { 'sec-fetch-site': site })).toBe(403);
	expect(await press(begin, { origin: 'http://127.0.0.1:5678' })).toBe(403);
	expect(begun).toEqual([]);
	const own = { 'sec-fetch-site': 'same-origin', origin: page.url };
	expect(await press(begin, own)).toBe(202);
	expect(await press(begin, own)).toBe(409);
	expect(await press('/first-steps', own)).toBe(404);
	expect(begun).toEqual(['approve-mail']);
});

it('gives a page of another site no permission to send the key', async () => {
	const headers = { origin: 'https://evil.example', 'access-control-request-headers': 'x-start-page-key' };
	const asked = await ask({ method: 'OPTIONS', headers, key: null });
	expect([asked.status, asked.headers['access-control-allow-headers']]).toEqual([403, undefined]);
});

it('serves its pictures and the documentation, and no other file', async () => {
	const types = ['/pictures/approve-mail.svg', '/docs/tasks', '/docs/../package.json', '/serve-page.mjs', '/tasks.md'];
	const found = await Promise.all(
		types.map(async (path) => {
			const { status, headers } = await fetch(`${page.url}${path}`);
			return `${status} ${headers.get('content-type') ?? ''}`;
		}),
	);
	expect(found).toEqual(['200 image/svg+xml', '200 text/html; charset=utf-8', '404 ', '404 ', '404 ']);
});
