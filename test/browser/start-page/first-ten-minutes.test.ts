import type { Page } from 'playwright-core';
import { Editor } from '../../support/browser/editor';
import { expectUsable, WIDTHS } from '../../support/browser/usable';
import { useBrowser } from '../../support/browser/use-browser';
import { type Everything, startEverything } from './start-everything';

const DESKTOP = WIDTHS[1][1];
/** A step ends when n8n asks once a minute, or when a task has ended. */
const STEP_MS = 4 * 60_000;

const browser = useBrowser();
let everything: Everything;
let page: Page;

beforeAll(async () => {
	everything = await startEverything(async (startPage) => {
		page = await openStartPage(startPage);
		await page.getByText('Starting:').waitFor();
		for (const [name, viewport] of WIDTHS.toReversed()) {
			await page.setViewportSize(viewport);
			await expectUsable(page, `start-page-starting-${name}.png`);
		}
		await page.setViewportSize(DESKTOP);
	});
});
afterAll(() => everything.stop());

async function openStartPage(url: string): Promise<Page> {
	const context = await browser().newContext({ viewport: DESKTOP });
	await context.grantPermissions(['clipboard-read', 'clipboard-write']);
	const opened = await context.newPage();
	opened.setDefaultTimeout(STEP_MS);
	await opened.goto(url);
	return opened;
}

const step = (title: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
const press = (title: string, button: string) => step(title).getByRole('button', { name: button }).click();

/** What a step found, once it has its check mark. */
async function foundAtEnd(title: string): Promise<string> {
	await step(title).getByRole('img', { name: 'Done' }).waitFor();
	return step(title).locator('.found').innerText();
}

/** Follows a link of a step to the page that it opens. */
async function follow(title: string, link: string): Promise<Page> {
	const [opened] = await Promise.all([
		page.context().waitForEvent('page'),
		step(title).getByRole('link', { name: link }).click(),
	]);
	opened.setDefaultTimeout(STEP_MS);
	return opened;
}

describe('the first ten minutes', () => {
	it('begin with everything up, and with six steps to do', async () => {
		await page.getByText('Everything is up.').waitFor();
		expect(await page.getByRole('img', { name: 'To do' }).count()).toBe(6);
		// Beside the button that opens n8n, and among all log-ins.
		expect(await page.getByRole('button', { name: 'Copy n8n, Password' }).count()).toBe(2);
		await step('Run your first flow').getByRole('button', { name: 'Copy n8n, Password' }).click();
		expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(everything.n8n.owner.password);
	});

	it('run the first flow', async () => {
		const title = 'Run your first flow';
		const opened = await follow(title, 'Open the flow');
		await opened.waitForURL(/signin/);
		const editor = new Editor(opened, everything.n8n.url);
		await editor.logIn(everything.n8n.owner);
		await opened.close();
		const flow = new Editor(await follow(title, 'Open the flow'), everything.n8n.url);
		await flow.part('canvas-node').first().waitFor();
		await flow.execute();
		await flow.untilGreen('Say What Was Learned');
		await flow.page.close();
		expect(await foundAtEnd(title)).toContain('The agent was retrained');
	});

	it('teach thirty answers, and again with three that are new', async () => {
		const title = 'Teach it thirty answers';
		await press(title, 'Teach 30 answers');
		expect(await foundAtEnd(title)).toMatch(/30 were added, 0 changed, .* 30 of 30 pairs, each once/);
		await press(title, 'Do it again');
		await step(title).getByText('0 were added, 3 changed, and 27 stayed as they are').waitFor();
		expect(await foundAtEnd(title)).toContain('30 of 30 pairs, each once');
	});

	it('open the console, which asks for no token, in any tab', async () => {
		const link = page.getByRole('link', { name: 'Schedules, such as a nightly retrain' });
		const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
		await opened.getByRole('button', { name: 'Sign out' }).waitFor();
		expect(opened.url()).toBe(`${everything.gateway.url}/schedules`);
		await opened.goto(`${everything.gateway.url}/syncs`);
		await opened.getByRole('button', { name: 'Sign out' }).waitFor();
		await opened.close();
	});

	it('see a lead arrive in the trigger', async () => {
		await press('See a lead arrive', 'Publish the flow and capture a lead');
		expect(await foundAtEnd('See a lead arrive')).toContain('is in the CRM');
	});

	it('approve a mail on the review page, and see it in the outbox', async () => {
		const title = 'Approve a mail';
		await press(title, 'Ask for approval');
		const review = await follow(title, 'Open the review page');
		await review.getByRole('textbox', { name: 'Your name' }).fill('Robin');
		await review.getByRole('radio', { name: 'Approve and send' }).check();
		await review.getByRole('button', { name: 'Decide' }).click();
		await review.getByRole('heading', { name: 'This version was approved' }).waitFor();
		await review.close();
		expect(await foundAtEnd(title)).toContain('The mail was approved and sent.');
		const outbox = await follow(title, 'Open the outbox');
		expect(await outbox.locator('main').innerText()).toContain('Your order is on its way');
		await outbox.close();
	});

	it('lose every second response, and see that nothing doubles', async () => {
		await press('Lose every second response', 'Lose responses');
		expect(await foundAtEnd('Lose every second response')).toMatch(
			/[1-9]\d* responses were lost\..* 3 of 3 texts, each once/,
		);
	});

	it('kill the worker in the middle of a task, and see the flow finish', async () => {
		await press('Kill the worker', 'Run the flow and kill the worker');
		expect(await foundAtEnd('Kill the worker')).toMatch(/worker is killed\..*worker is back\..*flow finished/s);
	});

	it('are a page for every window, light and dark', async () => {
		expect(await page.locator('#summary').innerText()).toContain('You have seen it all.');
		for (const [name, viewport] of WIDTHS) {
			await page.setViewportSize(viewport);
			await expectUsable(page, `start-page-${name}.png`);
		}
	});

	it('stay done after the page is opened again', async () => {
		await page.reload();
		await page.getByText('You have seen it all.').waitFor();
		expect(await page.getByRole('img', { name: 'Done' }).count()).toBe(6);
	});
});
