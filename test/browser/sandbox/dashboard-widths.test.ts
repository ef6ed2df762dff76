import type { Page } from 'playwright-core';
import { z } from 'zod';
import { useBrowser } from '../../support/browser/use-browser';
import { EmailCustomer } from '../../parts/sandbox/email-customer';
import { TestSandbox } from '../../parts/sandbox/running-sandbox';
import { takePicture } from '../../support/browser/picture';
import { expectUsable, WIDTHS } from '../../support/browser/usable';

const [[, PHONE], [, DESKTOP]] = WIDTHS;
const LONG = 'Ein-sehr-langes-Wort-'.repeat(12);

const browser = useBrowser();
let sandbox: TestSandbox;
let page: Page;
let conversationId: string;

beforeAll(async () => {
	sandbox = await TestSandbox.start({ demoData: true });
	await sandbox.admin('POST', '/agents/agent_support/leads', { name: LONG, email: `${LONG}@mail.example` });
	await sandbox.call('POST', '/agents/agent_support/qa-pairs', { body: { question: `${LONG}?`, answer: LONG } });
	const website = `https://${'sub.'.repeat(20)}shop.example/${LONG}?${LONG}`;
	await sandbox.admin('POST', '/agents', { id: 'agent_long', name: LONG, website });
	const messages = [{ role: 'visitor', content: `${LONG} ${website}` }];
	const conversation = {
		channel: 'website',
		visitor: { visitorName: LONG, visitorEmail: `${LONG}@mail.example` },
		messages,
	};
	const { body } = await sandbox.admin('POST', '/agents/agent_support/conversations', conversation);
	conversationId = z.object({ id: z.string() }).parse(body).id;
	await sandbox.admin('POST', '/faults', {
		method: 'POST',
		path: '/agents/{id}/email/conversations/{sessionId}',
		times: 1,
		fault: { kind: 'status', status: 429, retryAfter: '7' },
	});
});
afterAll(() => sandbox.running.close());

beforeEach(async () => {
	const context = await browser().newContext({ viewport: PHONE, deviceScaleFactor: 2 });
	page = await context.newPage();
	page.setDefaultTimeout(30_000);
});
afterEach(() => page.context().close());

describe.each(WIDTHS)('the dashboard on a %s', (_device, viewport) => {
	it.each([
		'/',
		'/dashboard/inbox',
		'/dashboard/leads',
		'/dashboard/mail',
		'/dashboard/keys',
		'/dashboard/plan',
		'/dashboard/requests',
		'/dashboard/faults',
		'/dashboard/generate',
		'/dashboard/visitors',
		'/dashboard/agents/agent_support',
		'/dashboard/agents/agent_long',
		'/dashboard/leads?agent=agent_long',
		'/dashboard/inbox?agent=agent_long',
	])('fits, and can be used by everybody: %s', async (path) => {
		await page.setViewportSize(viewport);
		const opened = await page.goto(`${sandbox.running.apiUrl}${path}`);
		expect(opened?.status()).toBe(200);
		await expectUsable(page);
	});
});

it.each([
	'/',
	...['inbox', 'leads', 'mail', 'keys', 'requests', 'agents/agent_support'].map((name) => `/dashboard/${name}`),
])('no short word of a table breaks: %s', async (path) => {
	await page.setViewportSize(DESKTOP);
	await page.goto(`${sandbox.running.apiUrl}${path}`);
	const broken = await page.evaluate(() => {
		const lines = (text: Node, start: number, end: number) => {
			const range = document.createRange();
			range.setStart(text, start);
			range.setEnd(text, end);
			return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
		};
		const found: string[] = [];
		for (const cell of document.querySelectorAll('td')) {
			const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
			for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
				// A browser may break after a hyphen.
				for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[^\s/-]+/g))
					if (word.length <= 24 && lines(text, index, index + word.length) > 1) found.push(word);
		}
		return found;
	});
	expect(broken).toEqual([]);
});

it.each(WIDTHS)('a conversation with long words fits on a %s', async (_device, viewport) => {
	await page.setViewportSize(viewport);
	const opened = await page.goto(`${sandbox.running.apiUrl}/dashboard/inbox/${conversationId}`);
	expect(opened?.status()).toBe(200);
	await expectUsable(page);
});

it.each(['/', '/shop', '/faq', '/ask-us', '/ask-us?agent=agent_sales'])(
	'the website fits on a phone: %s',
	async (path) => {
		await page.goto(sandbox.running.siteUrl + path);
		const { width, window } = await page.evaluate(() => ({
			width: document.documentElement.scrollWidth,
			window: innerWidth,
		}));
		expect(width).toBeLessThanOrEqual(window);
	},
);

describe('the dashboard on a phone', () => {
	it('shows a lead as a card, which names each value', async () => {
		await page.goto(`${sandbox.running.apiUrl}/dashboard/leads?agent=agent_sales`);
		await takePicture(page, 'sandbox-leads-phone.png');
		const card = page.getByRole('row').nth(2);
		expect(await card.evaluate((row) => getComputedStyle(row).display)).toBe('block');
		const label = card.getByRole('cell').nth(1);
		expect(await label.evaluate((cell) => getComputedStyle(cell, '::before').content)).toBe('"Name"');
	});

	it('makes a mailbox that sends, and follows a link in its mail', async () => {
		await page.goto(`${sandbox.running.apiUrl}/dashboard/mail`);
		await page.getByLabel('Address', { exact: true }).fill('offers@shop.example');
		await page.getByLabel('Name of the sender').fill('Offers');
		await page.getByLabel('Default sender of the agent').check();
		await page.getByRole('button', { name: 'Create mailbox' }).click();
		await page.getByRole('button', { name: 'Activate offers@shop.example' }).click();
		await page.getByRole('button', { name: 'Activate offers@shop.example' }).waitFor({ state: 'detached' });

		const customer = new EmailCustomer(sandbox);
		const sessionId = await customer.conversation('ada@client.example');
		const link = `${sandbox.running.siteUrl}/repairs`;
		await sandbox.call('POST', '/agents/agent_support/email/replies', {
			body: { sessionId, content: `Read ${link}. <b>Not bold</b>`, idempotencyKey: 'phone-1' },
		});
		await page.getByRole('link', { name: 'Your order' }).click();
		const found = page.getByRole('link', { name: link });
		expect(await found.getAttribute('rel')).toContain('noopener');
		expect(await page.locator('pre b').count()).toBe(0);
		await expectUsable(page);
	});

	it('switches the simulated visitors on and off', async () => {
		await page.goto(`${sandbox.running.apiUrl}/dashboard/visitors`);
		await page.getByRole('button', { name: 'Switch on' }).click();
		await page.getByRole('definition').first().filter({ hasNotText: /^0$/ }).waitFor();
		await page.getByRole('button', { name: 'Switch off' }).click();
		await page.getByRole('button', { name: 'Switch on' }).waitFor();
		expect((await sandbox.admin('GET', '/visitors')).body).toMatchObject({ enabled: false });
	});
});
