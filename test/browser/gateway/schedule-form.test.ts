import type { Page } from 'playwright-core';
import { useBrowser } from '../../support/browser/use-browser';
import { ask } from '../../support/gateway/ask';
import { type GatewayPlatform, startPlatform } from '../../support/gateway/start-platform';
import { expectUsable, openSignedIn, signInAgainAfter, type Viewport, WIDTHS } from './look';

const ZONE = 'Europe/Berlin';

const browser = useBrowser();
let platform: GatewayPlatform;

beforeAll(async () => {
	platform = await startPlatform({ clockFactor: 1_000 });
});

afterAll(() => platform.close());

const field = (page: Page, name: string) => page.locator(`[id="schedule-${name}"]`);
const save = (page: Page) => page.getByRole('button', { name: 'Save the schedule' });

async function put(id: string, more: object = {}) {
	const input = { connection: 'main', agentIds: ['agent_support'] };
	const body = { type: 'nightly-retrain', input, cron: '0 3 * * *', timeZone: ZONE, ...more };
	expect((await ask(platform, { method: 'PUT', path: `/v1/schedules/${id}`, body })).status).toBe(200);
}

async function saved(id: string) {
	const { status, body } = await ask(platform, { path: `/v1/schedules/${id}` });
	return status === 200 ? body : status;
}

/** A new schedule of which only the name and the times are missing. */
async function aNewSchedule(viewport: Viewport): Promise<Page> {
	const page = await openSignedIn(browser(), `${platform.url}/schedules`, platform.token, viewport);
	await page.getByRole('link', { name: 'New schedule' }).click();
	await field(page, 'type').selectOption('nightly-retrain');
	await field(page, 'input-connection').selectOption('main');
	await page.getByRole('checkbox', { name: /agent_support/ }).check();
	await field(page, 'zone').fill(ZONE);
	return page;
}

async function openEditor(id: string, viewport: Viewport): Promise<Page> {
	const page = await openSignedIn(browser(), `${platform.url}/schedules?edit=${id}`, platform.token, viewport);
	await save(page).waitFor();
	return page;
}

const hasFocus = (page: Page, name: string) =>
	field(page, name).evaluate((control) => control === document.activeElement);

describe.each(WIDTHS)('the form of a schedule on a %s', (device, viewport) => {
	test('creates one with its next times in sight, edits it, and deletes it after a question', async () => {
		const id = `week-${device}`;
		const page = await aNewSchedule(viewport);
		await field(page, 'id').fill(id);
		await field(page, 'when').selectOption('weekly');
		await field(page, 'day').selectOption('0');
		await field(page, 'time').fill('04:30');
		const times = page.locator('.next-times li');
		await page.getByText(`The next times, in ${ZONE}:`).waitFor();
		await times.filter({ hasText: '4:30' }).nth(4).waitFor();
		expect(await times.count()).toBe(5);
		for (const text of await times.allInnerTexts()) expect(text).toMatch(/Sun.*0?4:30.*(GMT|CE)/);
		await field(page, 'note').fill('All shops');
		await expectUsable(page, `schedule-new-${device}.png`);
		await save(page).click();
		await page.getByText(new RegExp(`^${id} was saved\\. It runs next at `)).waitFor();
		const settings = { cron: ['30 4 * * 0'], timeZone: ZONE, note: 'All shops', paused: false };
		expect(await saved(id)).toMatchObject({ ...settings, input: { agentIds: ['agent_support'] } });

		const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: id }) });
		await card.getByRole('link', { name: `Edit ${id}` }).click();
		expect(await field(page, 'when').inputValue()).toBe('weekly');
		expect(await field(page, 'time').inputValue()).toBe('04:30');
		await field(page, 'when').selectOption('weekdays');
		await page.getByText('Options of the task').click();
		await field(page, 'input-atOnce').fill('7');
		await save(page).click();
		await page.getByText(new RegExp(`^${id} was saved`)).waitFor();
		expect(await saved(id)).toMatchObject({ ...settings, cron: ['30 4 * * 1-5'], input: { atOnce: 7 } });

		await card.getByRole('button', { name: `Delete ${id}` }).click();
		const question = page.getByRole('dialog').filter({ hasText: `Delete the schedule ${id}?` });
		await expectUsable(page, `schedule-delete-${device}.png`);
		await question.getByRole('button', { name: 'No' }).click();
		expect(await saved(id)).toMatchObject({ id });
		await card.getByRole('button', { name: `Delete ${id}` }).click();
		await question.getByRole('button', { name: 'Delete the schedule' }).click();
		await page.getByText(`${id} was deleted.`).waitFor();
		expect(await saved(id)).toBe(404);
		await page.context().close();
	});

	test('says at the field what is wrong, while somebody types, and saves nothing', async () => {
		const id = `refused-${device}`;
		const page = await aNewSchedule(viewport);
		await save(page).click();
		await page.getByText('Name is missing.').waitFor();
		expect(await hasFocus(page, 'id')).toBe(true);
		await field(page, 'id').fill(id);
		await field(page, 'when').selectOption('lines');
		await field(page, 'cron').fill('30 2 * * *');
		await page.getByText(/02:30 does not exist in Europe\/Berlin, .*: this run is skipped\.$/).waitFor();
		await page.getByText(/02:30 comes twice in Europe\/Berlin, .*: this runs once, at 01:30 UTC\.$/).waitFor();
		await expectUsable(page, `schedule-clock-${device}.png`);
		await field(page, 'cron').fill('0 3 * * *\n0 0 31 2 *');
		const never = page.getByText('Cron lines, line 2: "0 0 31 2 *" never fires: no date matches it.');
		await never.waitFor();
		await field(page, 'zone').fill('Mars/Base');
		await page.getByText(/^Time zone: "Mars\/Base" is not a time zone/).waitFor();
		await field(page, 'zone').fill(ZONE);
		await never.waitFor();
		await save(page).click();
		await never.waitFor();
		expect(await hasFocus(page, 'cron')).toBe(true);
		await expectUsable(page, `schedule-never-${device}.png`);
		expect(await saved(id)).toBe(404);
		expect(await page.locator('main').innerText()).not.toMatch(/cron\.1|input\./);

		await field(page, 'cron').fill('0 3 * * *');
		await page.locator('.next-times li').nth(4).waitFor();
		await put(id, { note: 'Of somebody else' });
		await save(page).click();
		await page.getByText(/^Name: ".*" is already the name of a schedule; choose another name\.$/).waitFor();
		expect(await hasFocus(page, 'id')).toBe(true);
		expect(await field(page, 'cron').inputValue()).toBe('0 3 * * *');
		await expectUsable(page, `schedule-taken-${device}.png`);
		expect(await saved(id)).toMatchObject({ note: 'Of somebody else' });
		await field(page, 'id').fill(`${id}-2`);
		await save(page).click();
		await page.getByText(new RegExp(`^${id}-2 was saved`)).waitFor();
		await page.context().close();
	});

	test('lets a person choose when somebody else changed the schedule meanwhile', async () => {
		const id = `shared-${device}`;
		await put(id, { note: 'At first' });
		const page = await openEditor(id, viewport);
		await field(page, 'note').fill('Mine');
		await put(id, { note: 'At first', cron: '0 5 * * *', input: { connection: 'main', atOnce: 9 } });
		await save(page).click();
		const notice = page.getByRole('form').getByRole('alert');
		await notice.getByText(`Somebody changed ${id} while you edited it.`).waitFor();
		expect(await notice.evaluate((element) => element === document.activeElement)).toBe(true);
		expect(await notice.getByRole('listitem').allInnerTexts()).toEqual([
			'Agents: it was agent_support, and is now none',
			'At the same time: it was 3, and is now 9',
			'Times: it was every day at 03:00, and is now every day at 05:00',
		]);
		expect(await field(page, 'note').inputValue()).toBe('Mine');
		await expectUsable(page, `schedule-changed-${device}.png`);
		await notice.getByRole('button', { name: 'Load their version' }).click();
		expect(await field(page, 'time').inputValue()).toBe('05:00');
		expect(await field(page, 'note').inputValue()).toBe('At first');

		await field(page, 'note').fill('Mine again');
		await put(id, { note: 'Theirs again' });
		await save(page).click();
		await notice.getByRole('button', { name: 'Save mine over it' }).click();
		await page.getByText(new RegExp(`^${id} was saved`)).waitFor();
		expect(await saved(id)).toMatchObject({ note: 'Mine again', cron: ['0 5 * * *'] });

		await page.getByRole('link', { name: `Edit ${id}` }).click();
		await field(page, 'note').fill('Once more');
		await ask(platform, { method: 'DELETE', path: `/v1/schedules/${id}` });
		await save(page).click();
		await notice.getByText(`Somebody deleted ${id} while you edited it.`).waitFor();
		await notice.getByRole('button', { name: 'Create it again' }).click();
		await page.getByText(new RegExp(`^${id} was saved`)).waitFor();
		expect(await saved(id)).toMatchObject({ note: 'Once more' });
		await page.context().close();
	});

	test('keeps everything typed while the token is renewed or the gateway is not there', async () => {
		const id = `kept-${device}`;
		const page = await aNewSchedule(viewport);
		await field(page, 'id').fill(id);
		await field(page, 'note').fill('Typed before');
		await signInAgainAfter(page, platform.token, () => save(page).click());
		expect(await field(page, 'note').inputValue()).toBe('Typed before');

		// The gateway saves it, and the response is lost.
		await page.route(`**/v1/schedules/${id}`, async (route) => {
			await route.fetch();
			await route.abort();
		});
		await save(page).click();
		await page.getByText(/^Whether the schedule was saved is unknown\./).waitFor();
		await page.unroute(`**/v1/schedules/${id}`);
		expect(await field(page, 'id').inputValue()).toBe(id);
		await save(page).click();
		await page.getByText(new RegExp(`^${id} was saved`)).waitFor();
		expect(await saved(id)).toMatchObject({ note: 'Typed before' });
		await page.context().close();
	});
});
