import type { Page } from 'playwright-core';
import { useBrowser } from '../../support/browser/use-browser';
import { EmailCustomer } from '../../parts/sandbox/email-customer';
import { TestSandbox } from '../../parts/sandbox/running-sandbox';
import { expectUsable, WIDTHS } from '../../support/browser/usable';
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

describe('an agent in the dashboard', () => {
	it('shows its Q&A pairs and the pages that a run could not read, with the reason', async () => {
		await sandbox.call('POST', '/agents/agent_support/qa-pairs', {
			body: { question: 'Do you ship to islands?', answer: 'Yes, a day later.' },
		});
		await page.goto(`${sandbox.running.apiUrl}/dashboard/agents/agent_support`);
		await page.getByRole('cell', { name: 'Do you ship to islands?' }).waitFor();
		await page.getByRole('cell', { name: 'Yes, a day later.' }).waitFor();
		await sandbox.admin('PATCH', '/settings', { clockFactor: 1000 });
		await press('Retrain');
		await page.getByText('completed:').waitFor();
		await page.reload();
		const failed = page.getByRole('table', { name: 'Pages that failed' });
		expect(await failed.innerText()).toMatch(/\/spring-catalogue[^]*404/);
		await expectUsable(page, 'sandbox-agent-desktop.png');
		await page.setViewportSize(WIDTHS[0][1]);
		await expectUsable(page, 'sandbox-agent-phone.png');
	});

	it('is deleted with all that it has, after its name was typed, and is not the last one', async () => {
		const { body } = await sandbox.admin('POST', '/agents', { name: 'For a trial', website: 'https://trial.example' });
		const { id } = body as { id: string };
		await sandbox.admin('POST', `/agents/${id}/leads`, { name: 'Ada', email: 'ada@client.example' });
		const pair = { question: 'Open?', answer: 'Yes.' };
		await sandbox.call('POST', `/agents/${id}/qa-pairs`, { body: pair });
		const conversation = { channel: 'website', messages: [{ role: 'visitor', content: 'Hello' }] };
		await sandbox.admin('POST', `/agents/${id}/conversations`, conversation);
		const path = `${sandbox.running.apiUrl}/dashboard/agents/${id}`;
		const remove = async (name: string) => {
			await page.goto(path);
			await page.getByText('Delete For a trial with').click();
			await page.getByLabel('Name of the agent, to confirm').fill(name);
			await press('Delete for good');
		};
		await remove('Another');
		await page.getByText('type its name: For a trial').waitFor();
		await remove('For a trial');
		await page.getByRole('heading', { name: 'Agents' }).waitFor();
		expect(await page.locator('main').innerText()).not.toContain(id);
		expect((await sandbox.call('GET', `/agents/${id}/leads`)).status).toBe(404);
		expect((await sandbox.admin('DELETE', '/agents/agent_sales')).status).toBe(204);
		expect(await sandbox.admin('DELETE', '/agents/agent_support')).toMatchObject({
			status: 409,
			body: { type: 'last_agent' },
		});
	});
});

it('in the form of a fault the method follows the path', async () => {
	await open('Faults and clock');
	const method = page.getByLabel('Method');
	const path = page.getByLabel('Path below /api/v1');
	expect(await method.inputValue()).toBe('POST');
	await path.fill('/agents/{id}/leads');
	expect(await method.inputValue()).toBe('GET');
	await path.fill('/agents/{id}/sources/{sourceId}');
	expect(await method.locator('option:not([disabled])').allInnerTexts()).toEqual(['PATCH', 'DELETE', 'GET']);
	await path.fill('/any/path');
	expect(await method.locator('option[disabled]').count()).toBe(0);
});
