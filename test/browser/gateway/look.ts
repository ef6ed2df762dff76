import type { Browser, Page } from 'playwright-core';
import type { Viewport } from '../../support/browser/usable';

export { expectUsable, type Viewport, WIDTHS } from '../../support/browser/usable';

/** A page of the gateway, signed in with a token. */
export async function openSignedIn(browser: Browser, url: string, token: string, viewport: Viewport): Promise<Page> {
	const context = await browser.newContext({ viewport, deviceScaleFactor: 2, acceptDownloads: true });
	const page = await context.newPage();
	page.setDefaultTimeout(30_000);
	await page.goto(url);
	await page.getByLabel('Token').fill(token);
	await page.getByRole('button', { name: 'Sign in' }).click();
	await page.getByRole('button', { name: 'Sign out' }).waitFor();
	return page;
}

/** Does something with a token that the gateway no longer accepts, and signs in again in the window that opens. */
export async function signInAgainAfter(page: Page, token: string, act: () => Promise<void>): Promise<void> {
	await page.route('**/v1/**', (route) => route.fulfill({ status: 401, json: { detail: 'Unknown token.' } }));
	await act();
	const window = page.getByRole('dialog', { name: 'Sign in again' });
	await window.waitFor();
	await page.unroute('**/v1/**');
	await window.getByLabel('Token').fill(token);
	await window.getByRole('button', { name: 'Sign in' }).click();
	await window.waitFor({ state: 'hidden' });
}
