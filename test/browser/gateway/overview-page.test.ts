import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { takePicture } from '../../support/browser/picture';
import { useBrowser } from '../../support/browser/use-browser';
import { type Receiver, startReceiver } from '../../parts/integration/destinations/receiver';
import { ask, idOf, linkOf, retrain } from '../../support/gateway/ask';
import type { Reviews } from '../../support/gateway/reviews';
import { reviewsOn } from '../../support/gateway/reviews-on';
import { type GatewayPlatform, startPlatform } from '../../support/gateway/start-platform';
import { eventually } from '../../support/time/eventually';
import { expectUsable, openSignedIn, WIDTHS } from './look';

const LINGERING_SECONDS = 10_000;
const reader = randomBytes(24).toString('hex');

const browser = useBrowser();
let receiver: Receiver;
let platform: GatewayPlatform;
let reviews: Reviews;

beforeAll(async () => {
	receiver = await startReceiver();
	receiver.answer = () => ({ status: 503 });
	platform = await startPlatform({
		clockFactor: 1_000,
		destinations: { crm: { type: 'webhook', url: receiver.url, secret: receiver.secret } },
		moreTokens: [{ name: 'reader', token: reader, roles: ['read'] }],
	});
	({ reviews } = await reviewsOn(platform));
});

afterAll(async () => {
	await platform.close();
	await receiver.close();
});

function start(type: string, key: string, body: object) {
	return ask(platform, { method: 'POST', path: `/v1/tasks/${type}`, key, body: { connection: 'main', ...body } });
}

/** One of each that the overview shows. */
async function somethingOfEach(device: string) {
	const agent = async (name: string) => {
		const options = { id: `agent_${name}_${device}`, name, website: platform.sandbox.siteUrl };
		return (await platform.admin.createAgent({ ...options, pageSeconds: LINGERING_SECONDS })).id;
	};
	const [slow, stuck, shop] = [await agent('slow'), await agent('stuck'), await agent('shop')];
	await platform.admin.captureLead(shop, { name: 'Ada', email: 'ada@example.com' });
	const sync = { version: 1, agentId: shop, destination: 'crm', intervalSeconds: 10 };
	expect((await start('lead-sync', `sync-${device}`, sync)).status).toBe(202);
	const run = await ask(platform, retrain(`run-${device}`, { agentId: slow }));
	const failed = await ask(platform, retrain(`failed-${device}`, { agentId: stuck, timeoutSeconds: 1 }));
	const { link: mail } = await reviews.asking(`mail-${device}`, { subject: 'Private matters' });
	const id = `nightly-${device}`;
	const input = { connection: 'main', agentIds: ['agent_support'] };
	const body = { type: 'nightly-retrain', input, cron: '0 3 * * *', timeZone: 'Europe/Berlin' };
	expect((await ask(platform, { method: 'PUT', path: `/v1/schedules/${id}`, key: id, body })).status).toBe(200);
	// Refused for good: the run of the schedule fails for its only agent.
	await platform.admin.addFault('POST', '/agents/agent_support/retrain', { kind: 'status', status: 403 });
	await ask(platform, { method: 'POST', path: `/v1/schedules/${id}/run-now`, key: id });
	await ask(platform, { path: `${linkOf(failed)}?wait=60` });
	return { run: idOf(run), failed: idOf(failed), mail };
}

const section = (page: Page, name: string) => page.getByRole('region', { name });

describe.each(WIDTHS)('the overview on a %s', (device, viewport) => {
	test('shows what needs a person, and leads to where one acts', async () => {
		const { run, failed } = await somethingOfEach(device);
		const page = await openSignedIn(browser(), platform.url, platform.token, viewport);
		await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
		const waiting = section(page, 'Waiting for a person');
		await waiting.getByRole('link', { name: 'Send an email' }).first().waitFor();
		await waiting.getByText('Private matters').first().waitFor();
		expect(await page.getByRole('link', { name: 'Help' }).getAttribute('href')).toBe('/help#overview');
		await section(page, 'Running')
			.getByRole('link', { name: `agent_slow_${device}` })
			.waitFor();
		const failures = section(page, 'Failed today');
		await failures.getByRole('link', { name: `agent_stuck_${device}` }).waitFor();
		const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
		expect(await failures.innerText()).toContain(`in the time zone ${zone}`);
		await section(page, 'Blocked syncs')
			.getByRole('link', { name: `agent_shop_${device}` })
			.waitFor();
		const schedules = section(page, 'Schedules to check');
		await schedules.getByRole('link', { name: `nightly-${device}` }).waitFor({ timeout: 60_000 });
		const charts = section(page, 'Calls in the last hour');
		await charts.getByRole('img', { name: /^main: .*The limit is 6,000 a minute\.$/ }).waitFor();
		await expectUsable(page, `overview-${device}.png`);
		await takePicture(charts, `overview-charts-${device}.png`);

		await section(page, 'Running')
			.getByRole('link', { name: `agent_slow_${device}` })
			.click();
		const panel = page.getByRole('dialog');
		const timeline = panel.getByRole('region', { name: 'Timeline' });
		await timeline.getByText('Wait for the training run').last().waitFor();
		expect(await timeline.innerText()).toMatch(/\d+ API calls?/);
		expect(await timeline.locator('.current').innerText()).toContain('Training');
		await panel.getByRole('button', { name: 'Show raw data (JSON)' }).click();
		const raw = await panel.locator('pre').innerText();
		expect(JSON.parse(raw)).toMatchObject({ task: { id: run }, timeline: { cut: false } });
		await expectUsable(page, `task-timeline-${device}.png`);
		await page.keyboard.press('Escape');
		await panel.waitFor({ state: 'hidden' });
		expect(new URL(page.url()).pathname).toBe('/');

		await failures.getByRole('link', { name: 'All that timed out' }).click();
		await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
		await page.locator(`li[data-key="${failed}"]`).waitFor();
		await ask(platform, { method: 'POST', path: `/v1/tasks/${encodeURIComponent(run)}/cancel` });
		await page.context().close();
	});

	test('serves its help, without a sign-in', async () => {
		const context = await browser().newContext({ viewport, deviceScaleFactor: 2 });
		const page = await context.newPage();
		await page.goto(`${platform.url}/help#sign-in`);
		await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
		await expectUsable(page, `help-${device}.png`);
		await page.getByRole('link', { name: 'email-send-with-review' }).click();
		await page.waitForURL('**/help/tasks#email-send-with-review');
		await page.getByRole('heading', { name: 'email-send-with-review', exact: true }).waitFor();
		await expectUsable(page);
		expect(await page.getByRole('button', { name: 'Sign in' }).count()).toBe(0);
		await context.close();
	});

	test('copies an error, for an administrator', async () => {
		const page = await openSignedIn(browser(), platform.url, platform.token, viewport);
		await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		const detail = 'Ask the operator of the gateway.';
		await page.route('**/v1/overview*', (route) => route.fulfill({ status: 403, json: { title: 'Refused', detail } }));
		await page.getByRole('alert').filter({ hasText: detail }).waitFor();
		await page.getByRole('button', { name: 'Copy', exact: true }).click();
		await page.getByText('Copied.').waitFor();
		expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(detail);
		await page.context().close();
	});

	test('opens the panel of a task by its address', async () => {
		const { body } = await ask(platform, { path: '/v1/tasks?limit=1' });
		const { items } = body as { items: Array<{ id: string }> };
		const id = items[0]?.id ?? '';
		const page = await openSignedIn(
			browser(),
			`${platform.url}/#task=${encodeURIComponent(id)}`,
			platform.token,
			viewport,
		);
		await page.getByRole('dialog').getByText(id, { exact: true }).waitFor();
		expect(new URL(page.url()).pathname).toBe('/');
		await page.context().close();
	});

	test('the list of tasks can be searched, and an address stays out of the address of the page', async () => {
		const agentId = `agent_slow_${device}`;
		const page = await openSignedIn(browser(), `${platform.url}/tasks`, platform.token, viewport);
		const search = page.getByLabel('Name or task id');
		await search.fill(agentId);
		await search.press('Enter');
		await page.waitForURL(`**/tasks?search=${agentId}`);
		const ended = section(page, 'Ended');
		await ended.getByRole('heading', { name: 'Ended (1)' }).waitFor();
		await search.fill('ada@client.example');
		await search.press('Enter');
		const found = section(page, 'Search for an email address');
		await found.getByText('Contents of tasks are encrypted').waitFor();
		expect([await search.inputValue(), page.url()]).toEqual(['ada@client.example', `${platform.url}/tasks`]);
		await found.getByRole('button', { name: 'Find everything about ada@client.example' }).click();
		await found.getByText(/\d+ places? found/).waitFor({ timeout: 120_000 });
		await found
			.getByRole('link', { name: /^email-send-with-review~/ })
			.first()
			.waitFor();
		await expectUsable(page, `tasks-search-${device}.png`);
		await page.context().close();

		const other = await openSignedIn(browser(), `${platform.url}/tasks`, reader, viewport);
		await other.getByLabel('Name or task id').fill('ada@client.example');
		await other.getByLabel('Name or task id').press('Enter');
		await other.getByText('A token with the role “erase” may find').waitFor();
		expect(await other.getByRole('button', { name: /^Find everything/ }).count()).toBe(0);
		await other.context().close();
	});

	test('child tasks and their parent lead to each other', async () => {
		const body = { version: 1, agentIds: ['agent_support', 'agent_sales'] };
		const started = await start('nightly-retrain', `family-${device}`, body);
		await ask(platform, { path: `${linkOf(started)}?wait=60` });
		const url = `${platform.url}/tasks#task=${encodeURIComponent(idOf(started))}`;
		const page = await openSignedIn(browser(), url, platform.token, viewport);
		const panel = page.getByRole('dialog');
		await panel.getByRole('region', { name: 'Child tasks' }).getByRole('link', { name: 'agent_sales' }).click();
		await panel.getByRole('heading', { name: 'Retrain and wait', level: 2 }).waitFor();
		await panel.getByText('Started by the task').getByRole('link').click();
		await panel.getByRole('heading', { name: 'Nightly retrain', level: 2 }).waitFor();
		await expectUsable(page, `task-children-${device}.png`);
		await page.goto(`${platform.url}/tasks?parent=${encodeURIComponent(idOf(started))}`);
		await page.getByRole('heading', { name: 'Ended (2)' }).waitFor();
		await eventually(
			() => page.locator('main').innerText(),
			(seen) => expect(seen).toContain('Sales agent_sales at main'),
			'the page changes a moment after the click',
		);
		await page.context().close();
	});
});
