import { useBrowser } from '../../support/browser/use-browser';
import type { Mailboxes } from '../../support/gateway/mailboxes';
import type { Reviews } from '../../support/gateway/reviews';
import { reviewsOn } from '../../support/gateway/reviews-on';
import { type GatewayPlatform, startPlatform } from '../../support/gateway/start-platform';
import { expectUsable, WIDTHS } from './look';
import { change, decide, write } from './reviewer';

const TEXT = 'Dear Ada,\n\nyour order is late: the jacket comes on Tuesday.\n\nThe help desk';

const browser = useBrowser();
let platform: GatewayPlatform;
let mail: Mailboxes;
let reviews: Reviews;

beforeAll(async () => {
	platform = await startPlatform({ clockFactor: 1_000 });
	({ mail, reviews } = await reviewsOn(platform));
});

afterAll(() => platform.close());

/** Starts a task, and opens the link of its reviewer's mail as they would. */
async function openReview(name: string, viewport: { width: number; height: number }, input: object = {}) {
	const reviewer = `${name}@team.example`;
	const { link } = await reviews.asking(name, { content: TEXT, reviewers: [reviewer], ...input });
	const { text } = await mail.untilReceived(reviewer);
	const context = await browser().newContext({ viewport, deviceScaleFactor: 2 });
	const page = await context.newPage();
	page.setDefaultTimeout(30_000);
	await page.goto(platform.url + (/\/review\/\S+/.exec(text)?.[0] ?? ''));
	return { link, page, reviewer };
}

test("the page shows times in the reader's zone, and in UTC without its script", async () => {
	const { page } = await openReview('zone', WIDTHS[1][1]);
	const url = page.url();
	await page.context().close();
	const shown = async (options: object) => {
		const context = await browser().newContext({ locale: 'en-GB', ...options });
		const opened = await context.newPage();
		await opened.goto(url);
		const text = await opened.locator('time').first().innerText();
		await context.close();
		return text;
	};
	expect(await shown({ timezoneId: 'Asia/Kolkata' })).toMatch(/(GMT\+5:30|IST)$/);
	expect(await shown({ timezoneId: 'Asia/Kolkata', javaScriptEnabled: false })).toMatch(/ UTC$/);
});

test('without a script, the page follows the mail too', async () => {
	const { page } = await openReview('no-script', WIDTHS[0][1], { to: ['no-script@client.example'] });
	const url = page.url();
	await page.context().close();
	const context = await browser().newContext({ javaScriptEnabled: false });
	const plain = await context.newPage();
	plain.setDefaultTimeout(60_000);
	await plain.goto(url);
	await decide(plain, 'Approve and send');
	await plain.getByText('The mail was delivered to every address.').waitFor();
	expect(await plain.locator('main').innerText()).toContain('no-script@client.example');
	await context.close();
});

test.each(WIDTHS)(
	'on a %s it shows the prompt, the lead and the conversation, and warns of an empty answer',
	async (device, viewport) => {
		const email = `carl-${device}@client.example`;
		await platform.admin.captureLead('agent_support', { name: 'Carl', email, fields: { question: 'Gift cards?' } });
		const prompt = 'Do you sell quokka harnesses? Answer in two sentences.';
		const { page } = await openReview(`origin-${device}`, viewport, { to: [email], content: undefined, prompt });
		const text = await page.locator('main').innerText();
		for (const part of ['Prompt of the draft', prompt, 'Carl', 'Gift cards?', 'Conversation that the lead came from'])
			expect(text).toContain(part);
		expect(text).toContain('seems to say that nothing was found');
		await page.getByRole('heading', { name: 'Prompt of the draft' }).scrollIntoViewIfNeeded();
		await expectUsable(page, `review-origin-${device}.png`);

		// A reviewer who changes the recipient learns nothing about somebody else.
		await platform.admin.captureLead('agent_support', { name: 'Dora', email: `dora-${device}@client.example` });
		await page.getByText('Change it').click();
		await page.getByLabel('To, separated by commas', { exact: true }).fill(`dora-${device}@client.example`);
		await page.getByRole('button', { name: 'Save and review the new version' }).click();
		await page.getByText('Version 2.').waitFor();
		const changed = await page.locator('main').innerText();
		expect(changed).toContain('Carl');
		expect(changed).not.toContain('Dora');
		await page.context().close();
	},
);

describe.each(WIDTHS)('the review page on a %s', (device, viewport) => {
	test('shows the mail, takes an edit, shows that, and sends it after the approval', async () => {
		const to = `ada-${device}@client.example`;
		const { link, page, reviewer } = await openReview(`edit-${device}`, viewport, { to: [to] });
		await expect(page.locator('h1').innerText()).resolves.toBe('Review a mail before it is sent');
		expect(await page.locator('main').innerText()).toContain('the jacket comes on Tuesday');
		expect(await page.locator('main').innerText()).toContain(`You decide as ${reviewer}.`);
		await expectUsable(page, `review-${device}.png`);

		const first = page.url();
		await change(page);
		await write(page, TEXT.replace('Tuesday', 'Friday'));
		await page.getByRole('link', { name: 'Drop the changes' }).scrollIntoViewIfNeeded();
		await expectUsable(page, `review-unsaved-${device}.png`);
		await page.getByRole('button', { name: 'Save and review the new version' }).click();
		await page.getByText('Version 2.').waitFor();
		expect(page.url()).not.toBe(first);
		expect(await mail.received(to)).toEqual([]);
		expect(await page.locator('main').innerText()).toContain('the jacket comes on Friday');

		await page.getByRole('radio', { name: 'Approve and send' }).check();
		const button = page.getByRole('button', { name: 'Decide' });
		await button.scrollIntoViewIfNeeded();
		await expectUsable(page, `review-chosen-${device}.png`);
		await button.click();
		await page.getByRole('heading', { name: 'This version was approved' }).waitFor();
		expect(await page.locator('main').innerText()).toContain(to);
		// The page follows the mail by itself.
		await page.getByText('The mail was delivered to every address.').waitFor();
		await expectUsable(page, `review-decided-${device}.png`);
		const { result } = await reviews.ended(link);
		expect(result).toMatchObject({
			outcome: 'sent',
			decisions: [
				{ action: 'edit', by: reviewer },
				{ action: 'approve', by: reviewer },
			],
		});
		const [sent, ...others] = await mail.received(to);
		expect(others).toEqual([]);
		expect(sent?.text).toContain('Friday');
		await page.goto(first);
		await page.getByRole('heading', { name: 'This version was edited' }).waitFor();
		await page.context().close();
	});

	test('says what is wrong with an edit, keeps what was typed, and rejects', async () => {
		const { link, page } = await openReview(`reject-${device}`, viewport);
		await change(page);
		await page.getByLabel('To, separated by commas', { exact: true }).fill('nobody');
		await page.getByRole('button', { name: 'Save and review the new version' }).click();
		const alert = page.getByRole('alert');
		await alert.waitFor();
		expect(await alert.innerText()).toContain('To, address 1, is not an email address.');
		expect(await page.getByLabel('To, separated by commas', { exact: true }).inputValue()).toBe('nobody');
		await expectUsable(page);
		await page.getByRole('link', { name: 'Drop the changes' }).click();
		await page.getByLabel('Note (optional)').fill('Not now');
		await decide(page, 'Reject');
		await page.getByRole('heading', { name: 'This version was rejected' }).waitFor();
		expect((await reviews.ended(link)).result).toMatchObject({
			outcome: 'rejected',
			decisions: [{ action: 'reject', note: 'Not now' }],
		});
		await page.context().close();
	});
});
