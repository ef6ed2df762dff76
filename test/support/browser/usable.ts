import type { Page } from 'playwright-core';
import { accessibilityProblems } from './accessibility';
import { takePicture } from './picture';

/** Every page is looked at in these: a phone, and a desktop. */
export const WIDTHS = [
	['phone', { width: 390, height: 844 }],
	['desktop', { width: 1440, height: 900 }],
] as const;

export interface Viewport {
	width: number;
	height: number;
}

/** Fails when something is hard to use as it is now, light or dark, or sticks out. @param picture of it. Default: none */
export async function expectUsable(page: Page, picture?: string): Promise<void> {
	for (const colorScheme of ['dark', 'light'] as const) {
		await page.emulateMedia({ colorScheme });
		expect([colorScheme, await accessibilityProblems(page)]).toEqual([colorScheme, []]);
	}
	expect(await sticksOut(page)).toEqual([]);
	if (picture !== undefined) await takePicture(page, picture);
}

/** What is wider than the window, so that one would have to scroll sideways. */
function sticksOut(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		if (document.documentElement.scrollWidth <= window.innerWidth) return [];
		const wide = [...document.body.querySelectorAll('*')].filter(
			(element) => element.getBoundingClientRect().right > window.innerWidth,
		);
		return ['The page is wider than the window.', ...wide.map((element) => element.outerHTML.slice(0, 80))];
	});
}
