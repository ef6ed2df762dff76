import type { Browser } from 'playwright-core';
import { openBrowser } from './open-browser';

/** Opens a browser before the tests of a file, and closes it after the last one. */
export function useBrowser(): () => Browser {
	let browser: Browser | undefined;

	beforeAll(async () => {
		browser = await openBrowser();
	});

	afterAll(async () => {
		await browser?.close();
	});

	return () => {
		if (!browser) throw new Error('The browser did not open.');
		return browser;
	};
}
