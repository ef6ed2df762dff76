import { chromium, selectors, type Browser } from 'playwright-core';
import { findChromium } from '../../../scripts/tools/chromium/find-chromium.mjs';

/** Nothing of these is needed for a walk, and each would call somebody or want a graphics card. */
const QUIET = [
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-gpu',
	'--disable-quic',
	'--disable-sync',
	'--no-first-run',
];

/**
 * A Chromium without a window, for walks in n8n's editor.
 * Its sandbox is off because it cannot be had as root, and the only pages it sees are those of the n8n under test.
 * @param more switches of Chromium
 */
export async function openBrowser(more: readonly string[] = []): Promise<Browser> {
	selectors.setTestIdAttribute('data-test-id');
	const args = [...QUIET, '--no-sandbox', ...more];
	return chromium.launch({ executablePath: await findChromium(), headless: true, args });
}
