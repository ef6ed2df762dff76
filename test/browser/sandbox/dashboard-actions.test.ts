import type { Page } from 'playwright-core';
import { useBrowser } from '../../support/browser/use-browser';
import { EmailCustomer } from '../../parts/sandbox/email-customer';
import { TestSandbox } from '../../parts/sandbox/running-sandbox';
import { openPage } from './open-page';

const browser = useBrowser();
let sandbox: TestSandbox;
let customer: EmailCustomer;
let page: Page;

beforeAll(async () => {
	sandbox = await TestSandbox.start();
	customer = new EmailCustomer(sandbox);
	await customer.activeMailbox('help@shop.example');
});
afterAll(() => sandbox.running.close());

beforeEach(async () => {
	page = await openPage(browser(), sandbox.running.apiUrl);
});
afterEach(() => page.context().close());

const open = (entry: string) => page.getByRole('link', { name: entry, exact: true }).click();
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

describe('what a team does in the dashboard', () => {
	it('answers an email by mail, and sees where it went', async () => {
		const sessionId = await customer.conversation('ada@client.example');
		const id = sessionId.replace('email:', '');
		await open('Inbox');
		await page.getByRole('link', { name: id }).click();
		await page.getByLabel('Message').fill('Your parcel left on Monday.');
		await press('Send mail');

		await page.getByRole('cell', { name: /ada@client\.example delivered/ }).waitFor();
		expect(await customer.received('ada@client.example')).toMatchObject([
			{ mailFrom: 'help@shop.example', text: expect.stringContaining('left on Monday') as string },
		]);
		expect((await customer.read(sessionId)).thread.aiPaused).toBe(true);
		await open('Mail');
		await page.getByRole('link', { name: 'Your order' }).click();
		await page.getByText('Your parcel left on Monday.').waitFor();
	});

	it('resolves a conversation, and opens it again', async () => {
		const conversation = { channel: 'website', messages: [{ role: 'visitor', content: 'Hello' }] };
		const { body } = await sandbox.admin('POST', '/agents/agent_support/conversations', conversation);
		const { id } = body as { id: string };
		const state = async () => (await sandbox.call('GET', `/conversations/${id}`)).body;
		await open('Inbox');
		await page.getByRole('link', { name: id }).click();

		await press('Resolve');
		await page.getByRole('button', { name: 'Reopen' }).waitFor();
		expect(await state()).toMatchObject({ state: 'resolved' });

		await press('Reopen');
		await page.getByRole('button', { name: 'Resolve' }).waitFor();
		expect(await state()).toMatchObject({ state: 'open' });
	});

	it('uses up the credits of a plan', async () => {
		await open('Plan');
		await page.getByLabel(/^Message credits per month/).fill('5');
		await page.getByLabel('Used this month').fill('5');
		await press('Save');
		await page.getByText('5 of 5 message credits used').waitFor();

		const chat = await sandbox.call('POST', '/agents/agent_support/chat', { body: { message: 'Hello' } });
		expect(chat).toMatchObject({ status: 402, body: { type: 'credits_exhausted' } });
	});

	it('makes a Q&A change of which indexing cannot be scheduled, and takes a fault back', async () => {
		await open('Faults and clock');
		await page.getByLabel('Path below /api/v1').fill('/agents/{id}/qa-pairs');
		await page.getByLabel('Method').selectOption('POST');
		await page.getByRole('combobox', { name: 'Fault' }).selectOption('indexing-unavailable');
		await page.getByLabel('Times', { exact: true }).fill('2');
		await press('Add fault');
		await page.getByRole('cell', { name: /indexing not scheduled/ }).waitFor();
		const pair = { question: 'Open?', answer: 'Yes.' };
		const change = () => sandbox.call('POST', '/agents/agent_support/qa-pairs', { body: pair });
		expect((await change()).status).toBe(503);

		await press('Clear all');
		await page.getByRole('cell', { name: /indexing not scheduled/ }).waitFor({ state: 'detached' });
		expect((await change()).status).toBe(201);
	});

	it.each(['conversations', 'cod-confirmations'])('makes many %s', async (kind) => {
		await open('Generate');
		await page.getByLabel('What').selectOption(kind);
		await page.getByLabel('How many').fill('30');
		await press('Generate');
		await page.getByText(`created 30 ${kind} in`).waitFor();

		const agent = await page.getByRole('combobox', { name: 'Agent' }).inputValue();
		const { body } = await sandbox.call('GET', `/agents/${agent}/${kind}`);
		const { total } = body as { total: number };
		expect(total).toBeGreaterThanOrEqual(30);
	});

	it('sets the clock and the rate limit', async () => {
		await open('Faults and clock');
		await page.getByLabel(/^Clock factor/).fill('50');
		await page.getByLabel(/^Requests per minute/).fill('90');
		await press('Save');

		await page
			.getByLabel(/^Clock factor/)
			.and(page.locator('[value="50"]'))
			.waitFor();
		const { headers } = await sandbox.call('GET', '/usage');
		expect(headers.get('x-ratelimit-limit')).toBe('90');
	});
});
