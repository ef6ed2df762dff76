import type { Page } from 'playwright-core';
import { useBrowser } from '../../support/browser/use-browser';
import { ask } from '../../support/gateway/ask';
import { type GatewayPlatform, startPlatform } from '../../support/gateway/start-platform';
import { expectUsable, openSignedIn, WIDTHS } from './look';

const ADDRESS = 'ada@client.example';
const RESTORED = 'The form has what you typed before.';

const browser = useBrowser();
let platform: GatewayPlatform;

beforeAll(async () => {
	platform = await startPlatform({ clockFactor: 1_000 });
});

afterAll(() => platform.close());

const goTo = (page: Page, name: string) =>
	page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();
const field = (page: Page, form: string, name: string) => page.locator(`[id="${form}-${name}"]`);

async function openMail(page: Page): Promise<void> {
	await goTo(page, 'Start a task');
	await page.getByRole('link', { name: 'Send an email after approval' }).click();
	await field(page, 'start', 'to').waitFor();
}

/** All that the browser keeps for the address, beside the token. */
const stored = (page: Page) =>
	page.evaluate(() => [localStorage, sessionStorage].map((kept) => Object.values(kept).join()).join());

/** Presses reload. @returns what the browser asked. Whoever is asked stays */
async function reloadAsks(page: Page): Promise<string | null> {
	let asked: string | null = null;
	page.once('dialog', (dialog) => {
		asked = dialog.type();
		void dialog.dismiss();
	});
	await page.evaluate(() => location.reload());
	// oxlint-disable-next-line test-time/no-timer -- A browser that does not ask tells nobody.
	await page.waitForTimeout(500);
	page.removeAllListeners('dialog');
	return asked;
}

describe.each(WIDTHS)('a form that is half filled in, on a %s', (device, viewport) => {
	test('is as it was after a look at other pages, and gone after the sign-out', async () => {
		const page = await openSignedIn(browser(), platform.url, platform.token, viewport);
		await openMail(page);
		await field(page, 'start', 'to').fill(ADDRESS);
		await goTo(page, 'Tasks');
		await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
		await openMail(page);
		await page.getByText(RESTORED).waitFor();
		expect(await field(page, 'start', 'to').inputValue()).toBe(ADDRESS);
		await expectUsable(page, `draft-${device}.png`);
		await page.goBack();
		await page.goForward();
		expect(await field(page, 'start', 'to').inputValue()).toBe(ADDRESS);
		expect(await stored(page)).not.toContain(ADDRESS);
		expect(await reloadAsks(page)).toBe('beforeunload');
		expect(await field(page, 'start', 'to').inputValue()).toBe(ADDRESS);

		await page.getByRole('button', { name: 'Sign out' }).click();
		await page.getByLabel('Token').fill(platform.token);
		await page.getByRole('button', { name: 'Sign in' }).click();
		await page.getByRole('button', { name: 'Sign out' }).waitFor();
		await field(page, 'start', 'to').waitFor();
		expect(await field(page, 'start', 'to').inputValue()).toBe('');
		expect(await page.getByText(RESTORED).count()).toBe(0);
		await page.context().close();
	});

	test('can be emptied, and is no longer kept once it was sent', async () => {
		const page = await openSignedIn(browser(), `${platform.url}/start?type=retrain-and-wait`, platform.token, viewport);
		const agent = field(page, 'start', 'agentId');
		await field(page, 'start', 'connection').selectOption('main');
		await agent.selectOption('agent_sales');
		await goTo(page, 'Tasks');
		await page.goBack();
		await page.getByRole('button', { name: 'Start over' }).click();
		await page.getByText(RESTORED).waitFor({ state: 'detached' });
		expect(await agent.inputValue()).toBe('');
		await field(page, 'start', 'connection').selectOption('main');
		await agent.selectOption('agent_support');
		await page.getByRole('button', { name: 'Start the task' }).click();
		await page.getByRole('button', { name: 'Start another' }).click();
		expect(await agent.inputValue()).toBe('');
		expect(await page.getByText(RESTORED).count()).toBe(0);
		await field(page, 'start', 'connection').selectOption('main');
		await agent.selectOption('agent_sales');
		await page.getByRole('button', { name: 'Start the task' }).click();
		await page.getByRole('button', { name: 'Start one with the same values' }).click();
		expect(await agent.inputValue()).toBe('agent_sales');
		await page.context().close();
	});

	test('starts its task once, though the response was lost and somebody looked at another page', async () => {
		const page = await openSignedIn(browser(), `${platform.url}/start?type=retrain-and-wait`, platform.token, viewport);
		const keys: Array<string | undefined> = [];
		page.on('request', (request) => {
			if (request.url().endsWith('/v1/tasks/retrain-and-wait')) keys.push(request.headers()['idempotency-key']);
		});
		await field(page, 'start', 'connection').selectOption('main');
		await field(page, 'start', 'agentId').selectOption('agent_sales');
		await page.route('**/v1/tasks/retrain-and-wait', async (route) => {
			await route.fetch();
			await route.abort();
		});
		await page.getByRole('button', { name: 'Start the task' }).click();
		await page.getByText(/^Whether the task was started is unknown\./).waitFor();
		await page.unroute('**/v1/tasks/retrain-and-wait');
		await goTo(page, 'Tasks');
		await page.goBack();
		await page.getByText(RESTORED).waitFor();
		await page.getByRole('button', { name: 'Start the task' }).click();
		await page.getByRole('button', { name: 'Open the task' }).waitFor();
		expect(keys).toHaveLength(2);
		expect(new Set(keys).size).toBe(1);
		await page.context().close();
	});

	test('of a schedule is not saved over what somebody else saved meanwhile', async () => {
		const id = `draft-${device}`;
		const put = (note: string) => {
			const input = { connection: 'main', agentIds: ['agent_support'] };
			const body = { type: 'nightly-retrain', input, cron: '0 3 * * *', timeZone: 'Europe/Berlin', note };
			return ask(platform, { method: 'PUT', path: `/v1/schedules/${id}`, body });
		};
		expect((await put('At first')).status).toBe(200);
		const page = await openSignedIn(browser(), `${platform.url}/schedules?edit=${id}`, platform.token, viewport);
		await field(page, 'schedule', 'note').fill('Mine');
		await goTo(page, 'Connections');
		expect((await put('Theirs')).status).toBe(200);
		await page.goBack();
		await page.getByText(RESTORED).waitFor();
		expect(await field(page, 'schedule', 'note').inputValue()).toBe('Mine');
		await page.getByRole('button', { name: 'Save the schedule' }).click();
		await page.getByText(`Somebody changed ${id} while you edited it.`).waitFor();
		await page.getByRole('link', { name: 'Back without saving' }).click();
		await page.getByRole('link', { name: `Edit ${id}` }).click();
		await field(page, 'schedule', 'note').waitFor();
		expect(await field(page, 'schedule', 'note').inputValue()).toBe('Theirs');
		await page.context().close();
	});

	test('in a window comes back after the way back in the browser, and not after Close', async () => {
		const page = await openSignedIn(browser(), `${platform.url}/notifications`, platform.token, viewport);
		const panel = page.getByRole('dialog', { name: 'New subscription' });
		await page.getByRole('button', { name: 'New subscription' }).click();
		await panel.getByLabel('Name').fill('For the night');
		await page.goBack();
		await panel.waitFor({ state: 'detached' });
		await page.getByRole('button', { name: 'New subscription' }).click();
		await panel.getByText(RESTORED).waitFor();
		expect(await panel.getByLabel('Name').inputValue()).toBe('For the night');
		await panel.getByRole('button', { name: 'Close' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Discard it' }).click();
		await panel.waitFor({ state: 'detached' });
		await page.getByRole('button', { name: 'New subscription' }).click();
		expect(await panel.getByLabel('Name').inputValue()).toBe('');
		await page.context().close();
	});
});
