import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { useBrowser } from '../../support/browser/use-browser';
import type { Mailboxes } from '../../support/gateway/mailboxes';
import type { Reviews } from '../../support/gateway/reviews';
import { reviewsOn } from '../../support/gateway/reviews-on';
import { type GatewayPlatform, startPlatform } from '../../support/gateway/start-platform';
import { expectUsable, WIDTHS } from './look';
import { change, decide, write } from './reviewer';

const ORIGINAL = 'The jacket comes on Tuesday.';
const MINE = 'The jacket comes on Friday.';

const browser = useBrowser();
let platform: GatewayPlatform;
let mail: Mailboxes;
let reviews: Reviews;

beforeAll(async () => {
	platform = await startPlatform({ clockFactor: 1_000 });
	({ mail, reviews } = await reviewsOn(platform));
});

afterAll(() => platform.close());

/** A review with the link of its reviewer's mail, and a browser to open it in. */
async function asked(name: string, options: BrowserContextOptions = {}) {
	const reviewer = `${name}@team.example`;
	const to = `${name}@client.example`;
	const { link } = await reviews.asking(name, { content: ORIGINAL, reviewers: [reviewer], to: [to] });
	const url = await linkTo(reviewer);
	const context = await browser().newContext(options);
	return { link, reviewer, to, url, context, open: () => opened(context, url) };
}

async function linkTo(reviewer: string): Promise<string> {
	const { text } = await mail.untilReceived(reviewer);
	return platform.url + (/\/review\/\S+/.exec(text)?.[0] ?? '');
}

async function opened(context: BrowserContext, url: string): Promise<Page> {
	const page = await context.newPage();
	page.setDefaultTimeout(30_000);
	await page.goto(url);
	return page;
}

/** The mail as it was delivered, once it was. */
async function sentTo(to: string): Promise<string> {
	return (await mail.untilReceived(to)).text.replaceAll('\r\n', '\n');
}

const approved = (page: Page) => page.getByRole('heading', { name: 'This version was approved' }).waitFor();
const decisionsOf = async (link: string) => (await reviews.review(link)).decisions.map(({ action }) => action);

describe.each([
	...WIDTHS.map(([device, viewport]) => [device, { viewport, hasTouch: device === 'phone' }] as const),
	['browser without JavaScript', { javaScriptEnabled: false }] as const,
])('on a %s', (device, options) => {
	const name = device.replaceAll(' ', '-').toLowerCase();

	test('a changed text is sent as it was typed, and no page of it can approve another', async () => {
		const { to, context, open } = await asked(`changed-${name}`, options);
		const page = await open();
		await change(page);
		await write(page, MINE);
		const decisive = page.getByRole('button').or(page.getByRole('radio'));
		expect(await decisive.allInnerTexts()).toEqual(['Save and review the new version']);
		expect(await page.locator('.mail').count()).toBe(0);
		await page.getByRole('button').click();
		await page.getByText('Version 2.').waitFor();
		expect(await page.locator('main').innerText()).toContain(MINE);
		await decide(page, 'Approve and send');
		await approved(page);
		expect(await sentTo(to)).toContain(MINE);
		await context.close();
	});

	test('one tap more than the button decides', async () => {
		const { link, context, open } = await asked(`taps-${name}`, options);
		const page = await open();
		await page.getByText('Approve and send').click();
		await page.getByRole('button').click();
		await approved(page);
		expect(await decisionsOf(link)).toEqual(['approve']);
		await context.close();
	});

	test('a scanner that presses the first button of every page, and follows every link, decides nothing', async () => {
		const { link, to, context, url } = await asked(`scanner-${name}`, options);
		const links = [url];
		for (const address of links) {
			const page = await opened(context, address);
			const found = await page
				.locator('a[href]')
				.evaluateAll((anchors) => anchors.map((each) => each.getAttribute('href') ?? ''));
			for (const href of found.map((each) => new URL(each, address).href)) if (!links.includes(href)) links.push(href);
			for (let times = 0; times < 3; times += 1) {
				const button = page.locator('button, input[type="submit"]').first();
				if ((await button.count()) > 0) await button.click();
				await page.waitForLoadState();
			}
			await page.close();
		}
		// Nobody has decided, and the reviewer still can.
		expect([await decisionsOf(link), await mail.received(to)]).toEqual([[], []]);
		expect(links.length).toBeGreaterThan(1);
		const page = await opened(context, url);
		await decide(page, 'Approve and send');
		await approved(page);
		await context.close();
	});
});

test('a scanner that clicks everything by a script, without what a browser checks, decides nothing', async () => {
	const { link, context, url } = await asked('script-scanner');
	for (const address of [url, `${url}/change`]) {
		for (const press of ['submit', 'click'] as const) {
			const page = await opened(context, address);
			await page.evaluate((how) => {
				for (const form of document.querySelectorAll('form')) form.noValidate = true;
				if (how === 'submit') document.querySelector('form')?.submit();
				else for (const button of document.querySelectorAll('button')) button.click();
			}, press);
			await page.getByText('Nothing was decided:').waitFor();
			await page.close();
		}
	}
	expect(await decisionsOf(link)).toEqual([]);
	await context.close();
});

describe('with the keyboard', () => {
	test('Enter decides nothing before a choice, and decides what was chosen after it', async () => {
		const { link, context, open, to } = await asked('keyboard');
		const page = await open();
		await page.getByLabel('Note (optional)').focus();
		await page.keyboard.type('Read it.');
		await page.keyboard.press('Enter');
		expect(page.url()).not.toContain('change');
		expect(await decisionsOf(link)).toEqual([]);
		await page.getByRole('radio').first().focus();
		await page.keyboard.press('Space');
		await page.keyboard.press('Enter');
		await approved(page);
		expect(await sentTo(to)).toContain(ORIGINAL);
		await context.close();
	});

	test('Enter in a field of the mail saves what is seen, and sends nothing', async () => {
		const { link, context, open, to } = await asked('keyboard-change');
		const page = await open();
		await change(page);
		await write(page, MINE);
		await page.getByLabel('Subject').press('Enter');
		await page.getByText('Version 2.').waitFor();
		expect(await page.locator('main').innerText()).toContain(MINE);
		expect([await decisionsOf(link), await mail.received(to)]).toEqual([['edit'], []]);
		await context.close();
	});
});

describe('by Back', () => {
	test('from unsaved changes, the browser asks, and then shows the mail that would be sent', async () => {
		const { context, open, to } = await asked('back');
		const page = await open();
		await change(page);
		await page.getByRole('textbox', { name: 'Text', exact: true }).pressSequentially('Unsaved. ');
		const said: string[] = [];
		page.on('dialog', (dialog) => {
			said.push(dialog.type());
			void dialog.accept();
		});
		await page.goBack();
		await page.getByRole('heading', { name: 'Review a mail before it is sent' }).waitFor();
		expect(said).toEqual(['beforeunload']);
		expect(await page.locator('main').innerText()).not.toContain('Unsaved.');
		await decide(page, 'Approve and send');
		await approved(page);
		expect(await sentTo(to)).not.toContain('Unsaved.');
		await context.close();
	});

	test('from a saved version, the old one accepts no decision', async () => {
		const { link, context, open, to } = await asked('back-to-old');
		const page = await open();
		await change(page);
		await write(page, MINE);
		await page.getByRole('button').click();
		await page.getByText('Version 2.').waitFor();
		await page.goBack();
		await page.goBack();
		const choice = page.getByRole('radio', { name: 'Approve and send' });
		if ((await choice.count()) > 0) await decide(page, 'Approve and send');
		await page.getByText(/version was edited/).waitFor();
		expect([await decisionsOf(link), await mail.received(to)]).toEqual([['edit'], []]);
		await context.close();
	});

	test('after a decision, the same version is not decided on again', async () => {
		const { link, context, open } = await asked('back-after');
		const page = await open();
		await decide(page, 'Reject');
		await page.getByRole('heading', { name: 'This version was rejected' }).waitFor();
		await page.goBack();
		await page.getByRole('heading', { name: 'This version was rejected' }).waitFor();
		expect((await reviews.ended(link)).result).toMatchObject({ decisions: [{ action: 'reject' }] });
		await context.close();
	});
});

describe.each(WIDTHS)('with two tabs on a %s', (device, viewport) => {
	test('the one that shows an older version approves nothing', async () => {
		const { link, context, open, to } = await asked(`tabs-${device}`, { viewport });
		const [old, other] = [await open(), await open()];
		await change(other);
		await write(other, MINE);
		await other.getByRole('button').click();
		await other.getByText('Version 2.').waitFor();
		await decide(old, 'Approve and send');
		await old.getByRole('heading', { name: 'Your decision was not taken' }).waitFor();
		expect(await old.getByRole('alert').innerText()).toContain('this version was edited by');
		await expectUsable(old, `review-not-taken-${device}.png`);
		expect([await decisionsOf(link), await mail.received(to)]).toEqual([['edit'], []]);
		await context.close();
	});

	test('changes that came too late are not lost, and change nothing', async () => {
		const { context, open, to } = await asked(`late-${device}`, { viewport });
		const [late, first] = [await open(), await open()];
		await change(late);
		await write(late, MINE);
		await decide(first, 'Approve and send');
		await approved(first);
		await late.getByRole('button').click();
		await late.getByRole('heading', { name: 'Your decision was not taken' }).waitFor();
		expect(await late.locator('main').innerText()).toContain(MINE);
		await expectUsable(late);
		expect(await sentTo(to)).toContain(ORIGINAL);
		await context.close();
	});
});
