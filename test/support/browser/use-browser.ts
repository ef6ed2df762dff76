import type { Browser } from 'playwright-core';
import { openBrowser } from './open-browser';

/**
 * Opens a browser before the tests of a file, and closes it after the last one.
 * @param more switches of Chromium
 */
export function useBrowser(more: readonly string[] = []): () => Browser {
	let browser: Browser | undefined;

	beforeAll(async () => {
		browser = await openBrowser(more);
	});

	afterAll(async () => {
		await browser?.close();
	});

	return () => {
		if (!browser) throw new Error('The browser did not open.');
		return browser;
	};
}
