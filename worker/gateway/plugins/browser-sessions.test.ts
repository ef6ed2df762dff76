import { randomBytes } from 'node:crypto';
import { Keyring } from '../../temporal';
import { testGateway, type TestGateway, type TestRequest, useTestGateway } from '../testing/test-gateway';
import { Tokens } from './tokens';

const publicUrl = 'https://tasks.example.com/work';
const gateway = useTestGateway();
const HOUR_MS = 3_600_000;

afterEach(() => {
	vi.useRealTimers();
});

/** What a page of the gateway itself sends. */
const ownPage = ({ url }: Pick<TestGateway, 'url'>) => ({ origin: url, 'sec-fetch-site': 'same-origin' });

/** The cookie as the browser sends it back, and what came with it. */
function cookieOf(headers: Headers): { cookie: string; attributes: string } {
	const [cookie = '', ...attributes] = (headers.getSetCookie()[0] ?? '').split('; ');
	return { cookie, attributes: attributes.join('; ') };
}

/** A browser that got a cookie for the gateway's token. */
async function aBrowser(gateway: TestGateway, headers: Record<string, string> = ownPage(gateway)) {
	const { status, headers: got, body } = await gateway.ask({ method: 'POST', url: '/v1/session', headers });
	expect(status).toBe(200);
	const { cookie, attributes } = cookieOf(got);
	const ask = (request: TestRequest) =>
		gateway.ask({ token: null, ...request, headers: { ...headers, cookie, ...request.headers } });
	return { cookie, attributes, body, ask };
}

const whoami = { url: '/v1/whoami' };
const pause = { method: 'POST', url: '/v1/schedules/nights/pause' };

test('a browser with the cookie is signed in with the roles of its token, and nothing of it is kept by caches', async () => {
	const { ask, cookie, attributes, body } = await aBrowser(gateway);
	expect(attributes).toBe('Path=/v1; HttpOnly; SameSite=Strict');
	expect(cookie).not.toContain(gateway.token);
	expect(body).toEqual({ expiresAt: expect.stringMatching(/Z$/) as string });
	const me = await ask(whoami);
	expect(me).toMatchObject({ status: 200, body: { name: 'tester', signedInBy: 'session', signOutUrl: null } });
	expect(me.headers.get('cache-control')).toBe('no-store');
	const gone = await ask({ method: 'DELETE', url: '/v1/session' });
	expect(gone.status).toBe(204);
	expect(cookieOf(gone.headers)).toMatchObject({
		cookie: expect.stringMatching(/=$/) as string,
		attributes: expect.stringContaining('Path=/v1; Expires=Thu, 01 Jan 1970') as string,
	});
});

test.each([
	['another site', { origin: 'https://other.example', 'sec-fetch-site': 'cross-site' }],
	['another port of this host', { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' }],
	['a page that hides where it is from', { origin: 'null' }],
])('a page of %s can neither write nor begin a session with a code', async (_who, headers) => {
	const { ask } = await aBrowser(gateway);
	expect(await ask({ ...pause, headers })).toMatchObject({ status: 403, body: { type: 'foreign_request' } });
	const { body } = await gateway.ask({ method: 'POST', url: '/v1/sign-in-codes' });
	expect(
		await gateway.ask({ method: 'POST', url: '/session', token: null, payload: { code: codeIn(body) }, headers }),
	).toMatchObject({ status: 403, body: { type: 'foreign_request' } });
});

test('a write without the origin of a page is refused, and a read of another page too', async () => {
	const { ask, cookie } = await aBrowser(gateway);
	const bare = (request: TestRequest, headers: Record<string, string> = {}) =>
		gateway.ask({ token: null, ...request, headers: { cookie, ...headers } });
	expect((await bare(pause)).status).toBe(403);
	expect((await bare(whoami, { 'sec-fetch-site': 'same-site' })).status).toBe(403);
	expect((await ask(whoami)).status).toBe(200);
});

test('a page that the gateway does not know begins no session, because its writes would be refused', async () => {
	const headers = { origin: gateway.url.replace('http:', 'https:') };
	expect(await gateway.ask({ method: 'POST', url: '/v1/session', headers })).toMatchObject({
		status: 403,
		body: { type: 'foreign_request' },
	});
	const { hostname } = new URL(gateway.url);
	const known = await testGateway({ inFile: { gateway: { publicUrl: `https://${hostname}` } } });
	const asked = await known.ask({ method: 'POST', url: '/v1/session', headers: { origin: known.url } });
	expect(asked.status).toBe(403);
});

test('a bearer token decides alone, whatever the cookie', async () => {
	const { ask } = await aBrowser(gateway);
	expect((await ask({ ...whoami, token: 'unknown' })).status).toBe(401);
	expect(await ask({ ...whoami, token: gateway.token })).toMatchObject({ body: { signedInBy: 'token' } });
});

test('the session ends with its token, after 12 hours, and where the key is gone or the cookie was changed', async () => {
	vi.useFakeTimers({ toFake: ['Date'] });
	const tokens = new Tokens([{ name: 'tester', roles: ['read'], token: 'first-token-of-the-gateway' }]);
	gateway.serve({ tokens });
	const headers = { ...ownPage(gateway), authorization: 'Bearer first-token-of-the-gateway' };
	const { cookie } = cookieOf(
		(await gateway.ask({ method: 'POST', url: '/v1/session', token: null, headers })).headers,
	);
	const statusWith = async (sent: string) =>
		(await gateway.ask({ ...whoami, token: null, headers: { cookie: sent, ...ownPage(gateway) } })).status;
	expect(await statusWith(cookie)).toBe(200);
	expect(await statusWith(`${cookie}x`)).toBe(401);
	expect(await statusWith(cookie.replace(/=.{4}/, '=AAAA'))).toBe(401);

	tokens.replace([{ name: 'tester', roles: ['read'], token: 'second-token-of-the-gateway' }]);
	expect(await statusWith(cookie)).toBe(401);
	tokens.replace([{ name: 'other', roles: ['read', 'start'], token: 'first-token-of-the-gateway' }]);
	const renamed = await gateway.ask({ ...whoami, token: null, headers: { cookie, ...ownPage(gateway) } });
	expect(renamed).toMatchObject({ body: { name: 'other', roles: ['read', 'start'] } });

	vi.setSystemTime(Date.now() + 12 * HOUR_MS);
	expect(await statusWith(cookie)).toBe(401);

	const other = await testGateway({ tokens, keyring: aKeyring() });
	vi.setSystemTime(Date.now() - 12 * HOUR_MS);
	const foreign = { cookie: cookie.replace(/session-\d+/, `session-${new URL(other.url).port}`), ...ownPage(other) };
	expect((await other.ask({ ...whoami, token: null, headers: foreign })).status).toBe(401);
});

test('a code signs in one browser, once, within a minute', async () => {
	vi.useFakeTimers({ toFake: ['Date'] });
	const redeem = (code: string) =>
		gateway.ask({ method: 'POST', url: '/session', token: null, payload: { code }, headers: ownPage(gateway) });
	const aCode = async () => codeIn((await gateway.ask({ method: 'POST', url: '/v1/sign-in-codes' })).body);

	const code = await aCode();
	const first = await redeem(code);
	expect(first.status).toBe(200);
	const { cookie } = cookieOf(first.headers);
	const headers = { cookie, ...ownPage(gateway) };
	expect(await gateway.ask({ ...whoami, token: null, headers })).toMatchObject({
		body: { name: 'tester', signedInBy: 'session' },
	});
	expect(await redeem(code)).toMatchObject({ status: 410, body: { type: 'sign_in_code_over' } });
	// A cookie is no code, and a code no cookie.
	expect((await redeem(cookie.replace(/^[^=]*=/, ''))).status).toBe(410);
	const late = await aCode();
	vi.setSystemTime(Date.now() + 60_000);
	expect((await redeem(late)).status).toBe(410);
});

test('only a token begins a session or asks for a code', async () => {
	const { ask } = await aBrowser(gateway);
	for (const url of ['/v1/session', '/v1/sign-in-codes'])
		expect(await ask({ method: 'POST', url })).toMatchObject({ status: 403, body: { type: 'token_needed' } });
});

test('at its public address the cookie has the path of the gateway, and travels encrypted only', async () => {
	const publicGateway = await testGateway({ inFile: { gateway: { publicUrl } } });
	const headers = { origin: 'https://tasks.example.com', 'sec-fetch-site': 'same-origin' };
	const { attributes, ask } = await aBrowser(publicGateway, headers);
	expect(attributes).toBe('Path=/work/v1; HttpOnly; Secure; SameSite=Strict');
	expect(await ask(pause)).not.toMatchObject({ body: { type: 'foreign_request' } });
});

function codeIn(body: unknown): string {
	return (body as { code: string }).code;
}

function aKeyring(): Keyring {
	return new Keyring({ keys: [{ id: 'k1', secret: randomBytes(32).toString('base64') }], current: 'k1' });
}
