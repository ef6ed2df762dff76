import type { Browser, Page } from 'playwright-core';
import { picturePath } from '../../support/browser/walk';

const PATIENCE_MS = 60_000;

/** The form of the example with unanswered questions, as the person sees it who knows the answers. */
export class AnswerForm {
	private constructor(private readonly page: Page) {
		page.setDefaultTimeout(PATIENCE_MS);
	}

	/** Opens the form, and asks for the questions of the last seven days. */
	static async open(browser: Browser, n8nUrl: string): Promise<AnswerForm> {
		const form = new AnswerForm(
			await browser.newPage({ viewport: { width: 760, height: 460 }, deviceScaleFactor: 1.5 }),
		);
		await form.page.goto(`${n8nUrl}/form/answer-questions`);
		await form.page.getByLabel('Asked in the last').selectOption('7 days');
		await form.page.getByRole('button', { name: 'Show the questions' }).click();
		return form;
	}

	/** The questions that it offers. */
	async questions(): Promise<string[]> {
		const options = this.page.getByLabel('Question').locator('option:not([disabled])');
		await options.first().waitFor({ state: 'attached' });
		return options.allInnerTexts();
	}

	/** @param picture where to keep how the filled form looks */
	async answer(question: string, answer: string, picture?: string): Promise<void> {
		await this.page.getByLabel('Question').selectOption(question);
		await this.page.getByLabel('Answer').fill(answer);
		if (picture !== undefined) await this.page.screenshot({ path: await picturePath(picture) });
		await this.page.getByRole('button', { name: 'Teach it' }).click();
		await this.says('Learned');
	}

	/** Waits for a last page with this title. */
	async says(title: string): Promise<void> {
		await this.page.getByRole('heading', { name: title }).waitFor();
	}

	async close(): Promise<void> {
		await this.page.close();
	}
}
