import { token } from './gateway';
import { GatewayError } from './gateway-error';
import { expireIfRefused, isProxyAsking, may, resumeSession, session, signIn, signOut } from './session';

const ada = { version: '1', name: 'ada', roles: ['read'], signedInBy: 'proxy', signOutUrl: null };
const n8n = { version: '1', name: 'n8n', roles: ['read', 'start'], signedInBy: 'token', signOutUrl: null };
/** A browser shows nothing else of a redirect that it does not follow. */
const REDIRECT = { type: 'opaqueredirect', ok: false, status: 0, headers: new Headers() };
const problem = (status: number) => Response.json({ detail: `refused with ${status}` }, { status });
const page = (status: number) => new Response('<h1>Sign in</h1>', { status, headers: { 'content-type': 'text/html' } });

let answer: object;
let sent: Array<string | null>;

beforeEach(() => {
	const kept = new Map<string, string>();
	vi.stubGlobal('sessionStorage', {
		getItem: (name: string) => kept.get(name) ?? null,
		setItem: (name: string, value: string) => void kept.set(name, value),
		removeItem: (name: string) => void kept.delete(name),
	});
	sent = [];
	vi.stubGlobal('fetch', (_path: string, { headers }: { headers: Headers }) => {
		sent.push(headers.get('authorization'));
		return Promise.resolve(answer);
	});
	session.value = { state: 'resuming' };
	isProxyAsking.value = false;
});

afterEach(() => {
	vi.unstubAllGlobals();
});

/** What a read of the page does with its error. @returns whether the error ends the session */
async function read(): Promise<boolean> {
	try {
		await resumeSession();
		return false;
	} catch (error) {
		return expireIfRefused(error);
	}
}

test('somebody whom the proxy signed in needs no token', async () => {
	answer = Response.json(ada);
	expect(await read()).toBe(false);
	expect(session.value).toMatchObject({ state: 'signed-in', name: 'ada', signedInBy: 'proxy' });
	expect([may('read'), may('start')]).toEqual([true, false]);
	expect(sent).toEqual([null]);
});

test('without a token and without a proxy, the console asks for a token, and for no reason', async () => {
	answer = problem(401);
	expect(await read()).toBe(true);
	expect([session.value, isProxyAsking.value]).toEqual([{ state: 'signed-out', reason: '' }, false]);
});

test('a token of the tab that is no longer valid is forgotten, and the reason is shown', async () => {
	token.set('old');
	answer = problem(401);
	expect(await read()).toBe(true);
	expect(session.value).toEqual({ state: 'signed-out', reason: 'refused with 401' });
	expect([token.get(), sent]).toEqual([null, ['Bearer old']]);
});

test('a token that expires leaves the page as it is', async () => {
	answer = Response.json(n8n);
	await signIn('one', 'tab');
	answer = problem(401);
	expect(await read()).toBe(true);
	expect(session.value).toMatchObject({ state: 'expired', name: 'n8n', reason: 'refused with 401' });
	expect([isProxyAsking.value, may('start')]).toEqual([false, true]);
});

test.each([
	['a redirect to its page', () => REDIRECT],
	['its page', () => page(200)],
	['a refusal with its page', () => page(401)],
	['a refusal that is not of the gateway', () => Response.json({}, { status: 401 })],
	['a request without its header', () => problem(401)],
])('a session that ends at the proxy with %s leaves the page as it is', async (_what, end) => {
	answer = Response.json(ada);
	await read();
	answer = end();
	expect(await read()).toBe(true);
	expect(session.value).toMatchObject({ state: 'signed-in', name: 'ada' });
	expect(isProxyAsking.value).toBe(true);
	answer = Response.json({ ...ada, roles: ['read', 'start'] });
	expect(await read()).toBe(false);
	expect([isProxyAsking.value, may('start')]).toEqual([false, true]);
});

test('a proxy in front of tokens keeps the token', async () => {
	answer = Response.json(n8n);
	await signIn('one', 'tab');
	answer = REDIRECT;
	expect(await read()).toBe(true);
	expect([isProxyAsking.value, token.get(), session.value.state]).toEqual([true, 'one', 'signed-in']);
});

test('somebody without a role reads why, and may enter a token', async () => {
	answer = problem(403);
	expect(await read()).toBe(false);
	expect(session.value).toEqual({ state: 'signed-out', reason: 'refused with 403' });
});

test('a gateway that is away ends no session', async () => {
	expect(expireIfRefused(new GatewayError('away', 0))).toBe(false);
	expect(expireIfRefused(new Error('other'))).toBe(false);
	answer = new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } });
	await expect(resumeSession()).rejects.toMatchObject({ status: 502, isTemporary: true });
	expect(session.value).toEqual({ state: 'resuming' });
});

test('a read that ends after the sign-out asks nobody', async () => {
	await signOut();
	expect(expireIfRefused(new GatewayError('late', 401))).toBe(true);
	expect(session.value).toEqual({ state: 'signed-out', reason: '' });
});
