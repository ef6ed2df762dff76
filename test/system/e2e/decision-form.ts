import type { Browser, Page } from 'playwright-core';
import { picturePath } from '../../support/browser/walk';

const PATIENCE_MS = 60_000;

/** The form of the example that decides on emails, as a reviewer sees it. */
export class DecisionForm {
	private constructor(private readonly page: Page) {
		page.setDefaultTimeout(PATIENCE_MS);
	}

	/** Opens the link from the chat, and gives the reviewer's name. */
	static async open(browser: Browser, link: string, reviewer: string): Promise<DecisionForm> {
		const size = { viewport: { width: 760, height: 900 }, deviceScaleFactor: 1.5 };
		const form = new DecisionForm(await browser.newPage(size));
		await form.page.goto(link);
		await form.page.getByLabel('Your name').fill(reviewer);
		await form.page.getByRole('button', { name: 'Show the email' }).click();
		return form;
	}

	/** The text that it offers, once the email is shown. */
	async text(): Promise<string> {
		return this.page.getByLabel('Text').inputValue();
	}

	/** The whole page that shows the email. */
	async email(): Promise<string> {
		await this.page.getByLabel('Text').waitFor();
		return this.page.locator('body').innerText();
	}

	async write(text: string): Promise<void> {
		await this.page.getByLabel('Text').fill(text);
	}

	/** Keeps how the form looks now. */
	async picture(file: string): Promise<void> {
		await this.page.screenshot({ path: await picturePath(file) });
	}

	async decide(decision: 'Send it' | 'Do not send it', reason?: string): Promise<void> {
		await this.page.getByLabel('Decision').selectOption(decision);
		if (reason !== undefined) await this.page.getByLabel('Reason').fill(reason);
		await this.page.getByRole('button', { name: 'Decide' }).click();
	}

	/** Waits for a last page with this title. @returns the whole page */
	async ending(title: string): Promise<string> {
		await this.page.getByRole('heading', { name: title }).waitFor();
		return this.page.locator('body').innerText();
	}

	async close(): Promise<void> {
		await this.page.close();
	}
}
