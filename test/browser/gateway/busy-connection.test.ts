import type { Page } from 'playwright-core';
import { useBrowser } from '../../support/browser/use-browser';
import { ask, idOf } from '../../support/gateway/ask';
import { type GatewayPlatform, startPlatform } from '../../support/gateway/start-platform';
import { openSignedIn, WIDTHS } from './look';

/** Wherever the console starts something while the key has reached its limit, it says what was not looked at. */

const browser = useBrowser();
const [, viewport] = WIDTHS[1];
let platform: GatewayPlatform;
/** One that no earlier start has looked at: what the gateway has seen it knows for a minute. */
let agentId: string;

beforeAll(async () => {
	platform = await startPlatform({ clockFactor: 1_000 });
});
afterAll(() => platform.close());
beforeEach(async () => {
	({ id: agentId } = await platform.admin.createAgent({ name: 'Shop', website: platform.sandbox.siteUrl }));
});
afterEach(() => platform.admin.clearFaults());

/** The service refuses what a start looks at, until the test is over. */
async function beBusy(): Promise<void> {
	for (const path of ['/agents', '/agents/{id}/training-status'])
		await platform.admin.addFault('GET', path, { kind: 'status', status: 429, retryAfter: 1 }, 1_000);
}

const open = (path: string) => openSignedIn(browser(), `${platform.url}${path}`, platform.token, viewport);
const notices = (page: Page) => page.getByText('Not checked: ', { exact: false });
/** @returns the notice, once there is one */
const noticeOn = async (page: Page) => await notices(page).innerText();
const of = (path: string) => `Not checked: ${path} was not looked at, because it is busy.`;

test('a start', async () => {
	const page = await open('/start?type=retrain-and-wait');
	await page.locator('#start-connection').selectOption('main');
	await page.locator('#start-agentId').selectOption(agentId);
	await beBusy();
	await page.getByRole('button', { name: 'Start the task' }).click();
	await page.getByText('The task was started.').waitFor();
	expect(await noticeOn(page)).toContain(of('connection'));
	await page.context().close();
});

test('a retry', async () => {
	await beBusy();
	const body = { connection: 'main', agentIds: [agentId] };
	const id = idOf(await ask(platform, { method: 'POST', path: '/v1/tasks/nightly-retrain', key: 'again', body }));
	const path = `/v1/tasks/${encodeURIComponent(id)}`;
	await ask(platform, { method: 'POST', path: `${path}/cancel` });
	await ask(platform, { path: `${path}?wait=60` });
	const page = await open(`/tasks#task=${encodeURIComponent(id)}`);
	await page
		.getByRole('dialog')
		.getByRole('button', { name: /^Retry/ })
		.click();
	await page.getByText('The task was started again.', { exact: false }).waitFor();
	expect(await noticeOn(page)).toContain(of('connection'));
	await page.context().close();
});

test('a schedule', async () => {
	const body = { type: 'nightly-retrain', input: { connection: 'main', agentIds: [agentId] }, cron: '0 3 * * *' };
	await beBusy();
	await ask(platform, { method: 'PUT', path: '/v1/schedules/nightly', body });
	const page = await open('/schedules?edit=nightly');
	await page.locator('#schedule-note').fill('All shops');
	await page.getByRole('button', { name: 'Save the schedule' }).click();
	await page.getByText('nightly was saved.', { exact: false }).waitFor();
	expect(await noticeOn(page)).toContain(of('input.connection'));
	await page.context().close();
});

test('the plan of a table, its sync, and the plan of a known set', async () => {
	const page = await open('/knowledge');
	await page.getByRole('button', { name: 'Import a table' }).click();
	const window = page.getByRole('dialog', { name: 'Import a table' });
	await page.locator('#import-connection').selectOption('main');
	await page.locator('#import-agentId').selectOption(agentId);
	await page.locator('#import-set').fill('Hours');
	const buffer = Buffer.from('Question,Answer\nWhen do you open?,At nine.\n');
	await page.locator('#import-blob').setInputFiles({ name: 'hours.csv', mimeType: 'text/csv', buffer });
	await window.getByLabel('What the column Question is').waitFor();

	await beBusy();
	await window.getByRole('button', { name: 'Look at the plan' }).click();
	expect(await noticeOn(page)).toContain(of('connection'));
	await platform.admin.clearFaults();
	const apply = window.getByRole('button', { name: 'Apply', exact: true });
	await apply.waitFor();
	// What was said of the plan goes with the window, and the plan stays.
	await page.goBack();
	await page.goForward();
	await apply.waitFor();
	expect(await notices(page).count()).toBe(0);

	await beBusy();
	await apply.click();
	expect(await noticeOn(page)).toContain(of('connection'));
	await platform.admin.clearFaults();
	await window.getByRole('button', { name: 'Import the next file of this set' }).waitFor();
	await page.context().close();

	const sets = await open('/knowledge');
	await sets.getByRole('listitem').getByRole('link', { name: 'Hours' }).click();
	await beBusy();
	await sets.getByRole('button', { name: 'Plan now' }).click();
	expect(await noticeOn(sets)).toContain(of('connection'));
	await sets.context().close();
});
