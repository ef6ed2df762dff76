import type { Browser, Page } from 'playwright-core';

/** A busy machine is slow to draw. */
const PATIENCE_MS = 30_000;

/** A page of a context of its own, so that nothing of another test is in it. */
export async function openPage(browser: Browser, url: string): Promise<Page> {
	const context = await browser.newContext({ viewport: { width: 1100, height: 760 }, deviceScaleFactor: 1.5 });
	const page = await context.newPage();
	page.setDefaultTimeout(PATIENCE_MS);
	await page.goto(url);
	return page;
}
