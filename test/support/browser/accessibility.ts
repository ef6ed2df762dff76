import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What axe has against a page as it is now: one line for each, empty when there is nothing. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
	const { violations } = await new AxeBuilder({ page }).analyze();
	return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html).join(' | ')})`);
}
