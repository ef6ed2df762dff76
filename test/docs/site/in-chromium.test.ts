import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { accessibilityProblems } from '../../support/browser/accessibility';
import { useBrowser } from '../../support/browser/use-browser';
import { eventually } from '../../support/time/eventually';
import { serveSite } from './serve-site';

const browser = useBrowser();
let site: Awaited<ReturnType<typeof serveSite>>;

beforeAll(async () => {
	site = await serveSite(join(workspaceRoot, 'dist/docs'));
});

afterAll(() => site.close());

/** A page of the site whose errors fail the test that opened it. */
async function openPage(path: string, width = 1280): Promise<{ page: Page; errors: string[] }> {
	const page = await (await browser().newContext({ viewport: { width, height: 900 } })).newPage();
	const errors: string[] = [];
	page.on('pageerror', ({ message }) => errors.push(message));
	page.on('response', (response) => {
		if (response.status() >= 400) errors.push(`${response.status()} ${response.url()}`);
	});
	await page.goto(site.url + path, { waitUntil: 'networkidle' });
	return { page, errors };
}

/** How far the page is wider than the window, in pixels. */
function overhang(page: Page): Promise<number> {
	return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

it.each(['light', 'dark'] as const)('is readable in %s mode', async (mode) => {
	const { page, errors } = await openPage('/tasks.html');
	await page.emulateMedia({ colorScheme: mode });
	await page.reload({ waitUntil: 'networkidle' });
	const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
	const [red = 0] = (background.match(/\d+/g) ?? []).map(Number);
	expect(red > 128).toBe(mode === 'light');
	const found = await accessibilityProblems(page);
	expect(found.filter((problem) => /^color-contrast|^image-alt|^link-name/.test(problem))).toEqual([]);
	expect(errors).toEqual([]);
});

it.each(['/', '/overview.html', '/reference/gateway.html', '/worker-configuration.html', '/SECURITY.html'])(
	'fits on a phone: %s',
	async (path) => {
		const { page, errors } = await openPage(path, 360);
		expect(await overhang(page)).toBeLessThanOrEqual(0);
		expect(errors).toEqual([]);
	},
);

it('shows the pictures of a page', async () => {
	const { page } = await openPage('/node.html');
	const pictures = page.locator('.vp-doc img');
	expect(await pictures.count()).toBeGreaterThan(2);
	for (const picture of await pictures.all()) {
		await picture.scrollIntoViewIfNeeded();
		await eventually(
			() => picture.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth),
			(seen) => expect(seen).toBeGreaterThan(100),
			'a picture loads when it is scrolled to',
		);
	}
});

it('draws the diagrams', async () => {
	const { page, errors } = await openPage('/ARCHITECTURE.html');
	const written = (await readFile(join(workspaceRoot, 'ARCHITECTURE.md'), 'utf8')).match(/^```mermaid$/gm) ?? [];
	expect(written.length).toBeGreaterThan(0);
	const diagrams = page.locator('.mermaid-diagram svg');
	await diagrams.nth(written.length - 1).waitFor();
	expect(await diagrams.count()).toBe(written.length);
	expect(await page.locator('.mermaid-source').count()).toBe(0);
	expect(errors).toEqual([]);
});

it.each([
	['idempotency_key_reused', 'Errors'],
	['gateway.trustedProxies', 'Settings'],
	['lead export', 'Tasks'],
])('finds "%s" on the page %s', async (words, title) => {
	const { page } = await openPage('/');
	await page.keyboard.press('Control+KeyK');
	await page.locator('#localsearch-input').fill(words);
	const results = page.locator('.VPLocalSearchBox .result');
	await results.first().waitFor();
	await eventually(
		() => results.allInnerTexts(),
		(seen) => expect(seen).toContainEqual(expect.stringContaining(title)),
		'the search finds pages a moment later',
	);
	await results.filter({ hasText: title }).first().click();
	await page.locator('.vp-doc h1', { hasText: title }).waitFor();
});

it('leads from a role to the answer in two clicks', async () => {
	const { page } = await openPage('/');
	await page.locator('.VPFeature', { hasText: 'Operations' }).click();
	await page.locator('.vp-doc').getByRole('link', { name: 'Alerts' }).click();
	await page.locator('.vp-doc h1', { hasText: 'Alerts' }).waitFor();
	expect(new URL(page.url()).pathname).toBe('/alerts.html');
});
