import type { Page } from 'playwright-core';
import { useBrowser } from '../../support/browser/use-browser';
import { type Receiver, startReceiver } from '../../parts/integration/destinations/receiver';
import { startSync } from '../../support/gateway/ask';
import { type GatewayPlatform, startPlatform } from '../../support/gateway/start-platform';
import { expectUsable, openSignedIn, WIDTHS } from './look';

const DAY = '2020-01-01';

const browser = useBrowser();
let receiver: Receiver;
let platform: GatewayPlatform;

beforeAll(async () => {
	receiver = await startReceiver();
	const hook = { type: 'webhook', url: receiver.url, secret: receiver.secret };
	platform = await startPlatform({ destinations: { crm: hook } });
});

afterAll(async () => {
	await platform.close();
	await receiver.close();
});

/** A page with the details of a running sync, in whose form somebody has typed a day. */
async function aPageWithTypedDay(device: string, viewport: { width: number; height: number }) {
	const id = await startSync(platform, `session-${device}`);
	const url = `${platform.url}/syncs#task=${encodeURIComponent(id)}`;
	const page = await openSignedIn(browser(), url, platform.token, viewport);
	const day = page.getByLabel('Read all leads again');
	await day.fill(DAY);
	return { page, day };
}

/** From now on, every request to the API ends like this. @returns ends it */
async function everyRequest(page: Page, end: 'refused' | 'no response') {
	const detail = 'The gateway has no such token.';
	await page.route('**/v1/**', (route) =>
		end === 'refused' ? route.fulfill({ status: 401, json: { detail } }) : route.abort(),
	);
	return () => page.unroute('**/v1/**');
}

describe.each(WIDTHS)('on a %s', (device, viewport) => {
	test('a token that is no longer valid, and a gateway that goes away, lose nothing that somebody typed', async () => {
		const { page, day } = await aPageWithTypedDay(device, viewport);
		const allow = await everyRequest(page, 'refused');
		const window = page.getByRole('dialog', { name: 'Sign in again' });
		await window.getByText('The gateway has no such token.').waitFor();
		await expectUsable(page, `console-expired-${device}.png`);
		await page.keyboard.press('Escape');
		await page.keyboard.press('Escape');
		// The browser closes it at the second one, and the console shows it again a moment later.
		await window.getByLabel('Token').waitFor();
		await allow();
		await window.getByLabel('Token').fill(platform.token);
		await window.getByRole('button', { name: 'Sign in' }).click();
		await window.waitFor({ state: 'hidden' });
		expect(await day.inputValue()).toBe(DAY);

		const respond = await everyRequest(page, 'no response');
		const banner = page.getByRole('dialog').getByRole('alert');
		await banner.getByText('The gateway does not respond.').waitFor();
		expect(await banner.innerText()).toMatch(/shows the state of .*asks again in \d+ seconds/s);
		await expectUsable(page, `console-away-${device}.png`);
		await respond();
		await banner.getByRole('button', { name: 'Ask now' }).click();
		await banner.waitFor({ state: 'detached' });
		expect(await day.inputValue()).toBe(DAY);
		await page.context().close();
	});

	test('the pages are one navigation, which says who is signed in and forgets them at the end', async () => {
		const page = await openSignedIn(browser(), platform.url, platform.token, viewport);
		await page.evaluate(() => Object.assign(window, { isSamePage: true }));
		const pages = page.getByRole('navigation', { name: 'Pages' });
		for (const name of ['Overview', 'Syncs', 'Schedules', 'Destinations', 'Connections', 'Notifications', 'Tasks']) {
			await pages.getByRole('link', { name }).click();
			await page.getByRole('heading', { name, level: 1 }).waitFor();
			expect(await pages.getByRole('link', { name }).getAttribute('aria-current')).toBe('page');
			expect(await page.title()).toBe(`${name} - Agent Knowledge`);
		}
		await page.goBack();
		await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor();
		expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
		expect(await page.getByText(/^tester \(read, start, decide/).isVisible()).toBe(true);
		await page.reload();
		await page.getByRole('button', { name: 'Sign out' }).click();
		await page.getByLabel('Token').waitFor();
		await page.reload();
		await page.getByLabel('Token').waitFor();
		await page.context().close();
	});
});

describe('a browser that is signed in', () => {
	/** Another tab of the same browser. */
	const another = async (page: Page, path = '/tasks') => {
		const tab = await page.context().newPage();
		tab.setDefaultTimeout(30_000);
		await tab.goto(platform.url + path);
		return tab;
	};
	const signedIn = (page: Page) => page.getByRole('button', { name: 'Sign out' }).waitFor();
	const asked = (page: Page) => page.getByLabel('Token').waitFor();

	test('needs no token in its other tabs until somebody signs out, and no script finds the cookie', async () => {
		const page = await (await browser().newContext()).newPage();
		await page.goto(platform.url);
		await page.getByLabel('Token').fill(platform.token);
		await page.getByLabel('Sign in all tabs of this browser').check();
		await expectUsable(page, 'console-sign-in.png');
		await page.getByRole('button', { name: 'Sign in' }).click();
		await signedIn(page);
		expect(await page.evaluate(() => [document.cookie, sessionStorage.length])).toEqual(['', 0]);

		const tab = await another(page, '/start?type=retrain-and-wait');
		await signedIn(tab);
		await tab.getByRole('button', { name: 'Sign out' }).click();
		await asked(tab);
		await asked(await another(page));
		await page.context().close();
	});

	test('may have come by a link with a code, which works once', async () => {
		const reply = await fetch(`${platform.url}/v1/sign-in-codes`, {
			method: 'POST',
			headers: { authorization: `Bearer ${platform.token}` },
		});
		const { code } = (await reply.json()) as { code: string };
		const page = await (await browser().newContext()).newPage();
		await page.goto(`${platform.url}/schedules#code=${code}&schedule=none`);
		await signedIn(page);
		expect(page.url()).toBe(`${platform.url}/schedules#schedule=none`);
		await signedIn(await another(page));

		const other = await (await browser().newContext()).newPage();
		await other.goto(`${platform.url}/schedules#code=${code}`);
		await other.getByText('A link signs in once, within a minute.').waitFor();
		await asked(other);
		await Promise.all([page.context().close(), other.context().close()]);
	});

	test('stays signed in, and says so, if the gateway does not respond to the sign-out', async () => {
		const page = await (await browser().newContext()).newPage();
		await page.goto(platform.url);
		await page.getByLabel('Token').fill(platform.token);
		await page.getByLabel('Sign in all tabs of this browser').check();
		await page.getByRole('button', { name: 'Sign in' }).click();
		await signedIn(page);
		await page.route('**/v1/session', (route) => route.abort());
		await page.getByRole('button', { name: 'Sign out' }).click();
		await page.getByText('Still signed in. The gateway does not respond.').waitFor();
		await page.reload();
		await signedIn(page);
		expect(page.url()).toBe(`${platform.url}/`);
		await page.context().close();
	});
});
