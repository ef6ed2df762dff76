import { useBrowser } from '../../support/browser/use-browser';
import { ask } from '../../support/gateway/ask';
import { type GatewayPlatform, startPlatform } from '../../support/gateway/start-platform';
import { eventually } from '../../support/time/eventually';
import { expectUsable, openSignedIn, WIDTHS } from './look';

const browser = useBrowser();
let platform: GatewayPlatform;

beforeAll(async () => {
	platform = await startPlatform({ clockFactor: 1_000 });
});

afterAll(() => platform.close());

describe.each(WIDTHS)('the page of schedules on a %s', (device, viewport) => {
	test('tells the next times and the last run, runs one now, pauses and resumes it', async () => {
		const id = `nightly-${device}`;
		const path = `/v1/schedules/${id}`;
		const input = { connection: 'main', agentIds: ['agent_support'], atOnce: 7 };
		// Rare fields of the form are open if one of them has a value.
		const finish = device === 'phone' ? { finishBy: '06:00' } : {};
		const body = {
			type: 'nightly-retrain',
			input,
			cron: '30 2 * * *',
			timeZone: 'Europe/Berlin',
			note: 'All shops',
			...finish,
		};
		expect((await ask(platform, { method: 'PUT', path, body, key: id })).status).toBe(200);
		const page = await openSignedIn(browser(), `${platform.url}/schedules`, platform.token, viewport);
		const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: id }) });
		await card.getByText('none yet').waitFor();
		await card.getByText(/02:30 does not exist in Europe\/Berlin/).waitFor();
		expect(await card.innerText()).toMatch(/in \d+ (minutes|hours|days)/);
		await card.getByText('At the same time').waitFor();
		expect(await card.innerText()).toMatch(/Agents\s+agent_support\s+At the same time\s+7/);
		expect(/Done by\s+06:00, told 30 minutes before/.test(await card.innerText())).toBe('finishBy' in finish);
		await card.getByRole('button', { name: 'Run now' }).click();
		await card.getByText('Completed').waitFor();
		// A part of the name of the schedule finds its runs.
		// The search reads the names of schedules twice a minute.
		await eventually(
			async () => (await ask(platform, { path: `/v1/tasks?search=LY-${device.slice(0, 4)}` })).body,
			(seen) => expect(seen).toMatchObject({ items: [{ type: 'nightly-retrain', agentId: null }] }),
			'the search reads the names of schedules twice a minute',
		);
		await expectUsable(page, `schedules-${device}.png`);
		await card.getByRole('button', { name: 'Last run' }).click();
		const panel = page.getByRole('dialog');
		await panel.getByRole('heading', { name: 'Result' }).waitFor();
		expect(await panel.innerText()).toContain('agent_support');
		await expectUsable(page, `schedule-run-${device}.png`);
		await panel.getByRole('button', { name: 'Close' }).click();
		await card.getByRole('button', { name: 'Pause' }).click();
		await card.getByText('none while it is paused').waitFor();
		expect((await ask(platform, { path })).body).toMatchObject({ paused: true, note: 'Paused by tester' });
		await card.getByRole('button', { name: 'Resume' }).click();
		await card.getByText('Active').waitFor();
		await card.getByRole('link', { name: `Edit ${id}` }).click();
		await page.getByLabel('At the same time').waitFor();
		expect(await page.getByLabel('At the same time').inputValue()).toBe('7');
		expect(await page.getByLabel('Done by', { exact: true }).inputValue()).toBe(finish.finishBy ?? '');
		expect(await page.getByLabel('Random delay', { exact: true }).isVisible()).toBe('finishBy' in finish);
		await expectUsable(page, `schedule-options-${device}.png`);
		expect((await ask(platform, { path })).body).toMatchObject({ paused: false });
		await page.context().close();
	});
});
