import type { Page } from 'playwright-core';
import { useBrowser } from '../../support/browser/use-browser';
import { TestSandbox } from '../../parts/sandbox/running-sandbox';
import { teach } from '../../parts/sandbox/taught-agent';
import { accessibilityProblems } from '../../support/browser/accessibility';
import { openPage } from './open-page';
import { takePicture } from '../../support/browser/picture';

const AGENT = 'agent_support';

const browser = useBrowser();
let sandbox: TestSandbox;
let page: Page;

beforeAll(async () => {
	// Slow enough for a look at a run, a page each second.
	sandbox = await TestSandbox.start({ clockFactor: 3 });
	await sandbox.admin('PATCH', '/settings', { clockFactor: 1000 });
	await teach(sandbox, AGENT, 'Repairs', 'Zips are repaired for as long as a jacket holds together.');
	await sandbox.call('POST', `/agents/${AGENT}/chat`, { body: { message: 'Are zips repaired?' } });
	await sandbox.admin('PATCH', '/settings', { clockFactor: 3 });
});
afterAll(() => sandbox.running.close());

beforeEach(async () => {
	page = await openPage(browser(), sandbox.running.apiUrl);
});
afterEach(() => page.context().close());

const open = (entry: string) => page.getByRole('link', { name: entry, exact: true }).click();

describe('the dashboard', () => {
	it('makes a key that is shown once, works, may be let send by MCP, and is revoked at once', async () => {
		await open('API keys');
		await page.getByLabel('Name').fill('For a flow');
		for (const box of await page.getByRole('checkbox', { name: /^(read|write):/ }).all()) await box.uncheck();
		await page.getByRole('checkbox', { name: 'read:agents' }).check();
		await page.getByRole('checkbox', { name: 'Sales' }).check();
		await page.getByRole('button', { name: 'Create key' }).click();
		const key = await page.locator('#made-key').innerText();

		const agents = await sandbox.call('GET', '/agents', { key });
		expect(agents.body).toMatchObject({ items: [{ id: 'agent_sales' }], total: 1 });
		expect(await sandbox.call('GET', '/usage', { key })).toMatchObject({ status: 403 });
		await open('API keys');
		expect(await page.content()).not.toContain(key);

		await page.getByRole('button', { name: 'For a flow: send without asking' }).click();
		await page.getByRole('button', { name: 'For a flow: ask first' }).waitFor();
		const keys = await sandbox.admin('GET', '/keys');
		expect(keys.body).toMatchObject({
			items: [{ name: 'For a flow', mcpSendsUnasked: true }, { mcpSendsUnasked: false }],
		});

		await page.getByRole('button', { name: 'Revoke For a flow' }).click();
		await page.getByText('revoked', { exact: true }).waitFor();
		expect((await sandbox.call('GET', '/agents', { key })).status).toBe(401);
	});

	it('sets a fault that strikes as often as was asked, and shows it in the log of requests', async () => {
		await open('Faults and clock');
		await page.getByLabel('Path below /api/v1').fill('/agents/{id}');
		await page.getByLabel('Method').selectOption('GET');
		await page.getByLabel('Times', { exact: true }).fill('2');
		await page.getByRole('combobox', { name: 'Fault' }).selectOption('status');
		await page.getByLabel(/^Status/).fill('429');
		await page.getByLabel(/^Retry-After/).fill('7');
		await page.getByRole('button', { name: 'Add fault' }).click();
		await page.getByRole('cell', { name: 'status 429, Retry-After 7' }).waitFor();
		await takePicture(page, 'sandbox-faults.png');

		const [first, second, third] = [
			await sandbox.call('GET', `/agents/${AGENT}`),
			await sandbox.call('GET', `/agents/${AGENT}`),
			await sandbox.call('GET', `/agents/${AGENT}`),
		];
		expect([first.status, second.status, third.status]).toEqual([429, 429, 200]);
		expect(first.headers.get('retry-after')).toBe('7');
		await open('Requests');
		const struck = page
			.getByRole('row')
			.filter({ hasText: `/agents/${AGENT}` })
			.filter({ hasText: '429' });
		await struck.first().waitFor();
		expect(await struck.count()).toBe(2);
	});

	it('shows how a training run goes on, without being asked again', async () => {
		await page.getByRole('button', { name: 'Retrain Support' }).click();
		const progress = page.getByText(/crawling: \d+ of \d+ pages/);
		await progress.waitFor();
		const atFirst = await progress.innerText();
		await takePicture(page, 'sandbox-agent.png');
		await page.getByText(/: ([5-9]|1\d) of \d+ pages/).waitFor();
		expect(atFirst).not.toBe(await progress.innerText());

		await sandbox.admin('PATCH', '/settings', { clockFactor: 1000 });
		await page.getByText(/completed: \d+ of \d+ pages/).waitFor();
		await page.getByText('ready', { exact: true }).waitFor();
		await page.goto(sandbox.running.apiUrl);
		await takePicture(page, 'sandbox-dashboard.png');
	});

	it('shows a transcript, and keeps private notes to itself', async () => {
		await open('Inbox');
		await page
			.getByRole('link', { name: /^conv_/ })
			.first()
			.click();
		await page.getByText('Zips are repaired for as long as').waitFor();
		await page.getByLabel('Note').fill('Ask the workshop');
		await page.getByRole('button', { name: 'Add note' }).click();
		await page.getByText('Ask the workshop').waitFor();
		await takePicture(page, 'sandbox-conversation.png');

		const [, id] = /inbox\/(conv_[\w-]+)/.exec(page.url()) ?? [];
		const transcript = await sandbox.call('GET', `/conversations/${id}`);
		expect(transcript.status).toBe(200);
		expect(JSON.stringify(transcript.body)).not.toContain('Ask the workshop');
	});

	it('changes the plan, generates leads, and lists them', async () => {
		await open('Plan');
		await page.getByRole('combobox', { name: 'Plan' }).selectOption('business');
		await page.getByRole('button', { name: 'Save' }).click();
		await page.getByText('of 50,000 message credits').waitFor();
		await open('Generate');
		await page.getByLabel('How many').fill('120');
		await page.getByRole('button', { name: 'Generate' }).click();
		await page.getByText('created 120 leads in').waitFor();
		await open('Leads');
		await page.getByText(/1 to 50 of 120/).waitFor();
		await page.getByRole('link', { name: 'Older' }).click();

		await page.getByText(/51 to 100 of 120/).waitFor();
		expect(await page.getByRole('row').count()).toBe(50 + 1);
	});

	it('says in the words of the API what it refuses', async () => {
		await page.getByLabel('Name').fill('Local');
		await page.getByLabel('Website').fill('http://127.0.0.1:1/');
		await page.getByRole('button', { name: 'Create agent' }).click();
		await page.getByLabel('Address').fill('http://127.0.0.1:1/');
		await page.getByRole('button', { name: 'Add page' }).click();

		expect(await page.getByRole('alert').innerText()).toContain('This address cannot be added');
	});

	it.each([
		'/',
		'/inbox',
		'/leads',
		'/mail',
		'/keys',
		'/plan',
		'/requests',
		'/faults',
		'/generate',
		'/visitors',
		'/agents/agent_support',
	])('can be used by everybody: %s', async (path) => {
		await page.goto(`${sandbox.running.apiUrl}${path === '/' ? '/' : `/dashboard${path}`}`);

		expect(await accessibilityProblems(page)).toEqual([]);
	});
});
