import type { Page } from 'playwright-core';
import { type Receiver, startReceiver } from '../../parts/integration/destinations/receiver';
import { useBrowser } from '../../support/browser/use-browser';
import { ask, startSync } from '../../support/gateway/ask';
import { type Refusal, SignInProxy } from './sign-in-proxy';
import { type GatewayPlatform, startPlatform } from '../../support/gateway/start-platform';
import { expectUsable, type Viewport, WIDTHS } from './look';

const DAY = '2020-01-01';

const browser = useBrowser();
let proxy: SignInProxy;
let receiver: Receiver;
let platform: GatewayPlatform;

beforeAll(async () => {
	proxy = await SignInProxy.start();
	receiver = await startReceiver();
	const { url: publicUrl, secret, portalUrl } = proxy;
	const users = { ada: ['read', 'start'] };
	platform = await startPlatform({
		destinations: { crm: { type: 'webhook', url: receiver.url, secret: receiver.secret } },
		gateway: { publicUrl, proxySignIn: { proxies: ['127.0.0.1'], secret, users, signOutUrl: `${portalUrl}/out` } },
	});
	proxy.target = platform.url;
});

afterAll(async () => {
	await platform.close();
	await receiver.close();
	await proxy.close();
});

/** A page of somebody who signed in at the proxy. */
async function openAs(user: 'ada' | 'bob', viewport: Viewport): Promise<Page> {
	proxy.refusal = 'redirect';
	const context = await browser().newContext({ viewport, deviceScaleFactor: 2 });
	const page = await context.newPage();
	page.setDefaultTimeout(30_000);
	await page.goto(proxy.url);
	await page.getByRole('link', { name: `Sign in as ${user}` }).click();
	return page;
}

describe.each(WIDTHS)('on a %s', (device, viewport) => {
	test('a person is signed in without a token, and signs out at the proxy', async () => {
		const page = await openAs('ada', viewport);
		await page.getByText(/ \(read, start\)$/).waitFor();
		expect(await page.getByRole('banner').innerText()).toContain('ada');
		expect(await page.getByLabel('Token').count()).toBe(0);
		expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(0);
		const out = page.getByRole('link', { name: 'Sign out' });
		expect(await out.getAttribute('href')).toBe(`${proxy.portalUrl}/out`);
		await expectUsable(page, `console-by-proxy-${device}.png`);
		await page.context().close();
	});

	test.each<Refusal>(['redirect', 'unauthorized'])(
		'a session that ends in the middle of a form (%s) loses nothing, and continues in another tab',
		async (refusal) => {
			const id = await startSync(platform, `${refusal}-${device}`);
			const page = await openAs('ada', viewport);
			await page.goto(`${proxy.url}/syncs#task=${encodeURIComponent(id)}`);
			const day = page.getByLabel('Read all leads again');
			await day.fill(DAY);
			proxy.refusal = refusal;
			proxy.endSessions();
			const window = page.getByRole('dialog', { name: 'Sign in again' });
			await window.waitFor();
			await expectUsable(page, `console-proxy-expired-${device}.png`);
			await page.keyboard.press('Escape');
			await page.keyboard.press('Escape');
			await window.getByRole('button', { name: 'I have signed in' }).click();
			await window.getByText('You are not signed in yet.').waitFor();

			const opened = page.context().waitForEvent('page');
			await window.getByRole('link', { name: 'Sign in in another tab' }).click();
			const tab = await opened;
			await tab.getByRole('link', { name: 'Sign in as ada' }).click();
			await tab.getByText(/ \(read, start\)$/).waitFor();
			await tab.close();
			await window.waitFor({ state: 'hidden' });
			expect(await day.inputValue()).toBe(DAY);
			await page.getByRole('button', { name: 'Read again from' }).click();
			await page.getByText(`The sync reads all leads since ${DAY} again.`).waitFor();
			await page.context().close();
		},
	);

	test('somebody without a role reads so, and can use a token', async () => {
		const page = await openAs('bob', viewport);
		await page.getByText('You are signed in as "bob", and the gateway gives this user no role.').waitFor();
		await expectUsable(page, `console-no-role-${device}.png`);
		await page.getByLabel('Token').fill(platform.token);
		await page.getByRole('button', { name: 'Sign in' }).click();
		await page.getByRole('button', { name: 'Sign out' }).waitFor();
		expect(await page.getByRole('banner').innerText()).toContain('tester');
		await page.context().close();
	});
});

test('a page of a neighbouring site cannot use the session of a signed-in person', async () => {
	const id = await startSync(platform, 'neighbour');
	const page = await openAs('ada', { width: 800, height: 600 });
	await page.getByText(/ \(read, start\)$/).waitFor();
	const cancel = `${proxy.url}/v1/tasks/${encodeURIComponent(id)}/cancel`;
	/** The browser sends the cookie, and hides the response from another site. */
	const send = () =>
		page.evaluate(
			async (url) => (await fetch(url, { method: 'POST', mode: 'no-cors', credentials: 'include' })).status,
			cancel,
		);
	const statusOfTask = async () => (await ask(platform, { path: `/v1/tasks/${encodeURIComponent(id)}?wait=2` })).body;

	await page.goto(proxy.portalUrl);
	await send();
	expect(await statusOfTask()).toMatchObject({ status: 'running' });
	expect(platform.logged()).toMatch(/\/cancel","status":403/);

	await page.goto(proxy.url);
	expect(await send()).toBe(202);
	expect(await statusOfTask()).toMatchObject({ status: 'cancelled' });
	await page.context().close();
});
