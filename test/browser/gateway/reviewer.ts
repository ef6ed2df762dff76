import type { Page } from 'playwright-core';

/** What a person does on the review page. */
export async function decide(page: Page, choice: 'Approve and send' | 'Reject'): Promise<void> {
	await page.getByRole('radio', { name: choice }).check();
	await page.getByRole('button', { name: 'Decide' }).click();
}

/** Opens the mail in fields. */
export async function change(page: Page): Promise<void> {
	await page.getByText('Change it').click();
	await page.getByRole('textbox', { name: 'Text', exact: true }).waitFor();
}

export async function write(page: Page, text: string): Promise<void> {
	await page.getByRole('textbox', { name: 'Text', exact: true }).fill(text);
}
