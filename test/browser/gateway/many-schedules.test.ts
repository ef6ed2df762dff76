import type { Client, Connection } from '@temporalio/client';
import { temporalSettings } from '../../../worker/config';
import { TemporalScheduleService } from '../../../worker/tasks/schedules';
import { Keyring } from '../../../worker/temporal';
import { useBrowser } from '../../support/browser/use-browser';
import { type GatewayPlatform, startPlatform } from '../../support/gateway/start-platform';
import { clientOf } from '../../support/temporal/connect-patiently';
import { expectUsable, openSignedIn, WIDTHS } from './look';
import { countRequests, msUntilShown, note, requestsPerMinute } from './measured';

const SCHEDULES = 200;
const AT_ONCE = 10;
/** A page of the list. */
const SHOWN = 20;
/** The list, its last runs, the types of tasks and who is signed in, and once more each. */
const MOST_FOR_THE_PAGE = 8;
/** The poller reads 15 times a minute: the list, and its last runs. */
const MOST_A_MINUTE = 60;

const browser = useBrowser();
let platform: GatewayPlatform;
let client: Client & { connection: Connection };

const nameOf = (index: number) => `nightly-${String(index).padStart(3, '0')}`;

beforeAll(async () => {
	// Without a worker each run stays as it is, so the page asks again and again which of them still run.
	platform = await startPlatform({ worker: false });
	const keyring = new Keyring(platform.config.encryption);
	client = await clientOf(temporalSettings(platform.config), keyring);
	const schedules = new TemporalScheduleService(client, { keyVersion: keyring.current, settleMs: 1_000 });
	const aScheduleThatRan = async (id: string) => {
		const timing = { cron: ['0 3 * * *'], timeZone: 'Europe/Berlin', jitterSeconds: 0 };
		const input = { version: 1, connection: 'main' };
		await schedules.save({ id, type: 'nightly-retrain', input, ...timing, note: 'All shops' });
		await schedules.runNow(id, 'once');
	};
	for (let first = 0; first < SCHEDULES; first += AT_ONCE)
		await Promise.all(Array.from({ length: AT_ONCE }, (_, offset) => aScheduleThatRan(nameOf(first + offset))));
});

afterAll(async () => {
	await client.connection.close();
	await platform.close();
});

describe.each(WIDTHS)('with many schedules, on a %s', (device, viewport) => {
	test('the page shows a part of them at a time, finds one, and stays quiet', async () => {
		const page = await openSignedIn(browser(), `${platform.url}/connections`, platform.token, viewport);
		const end = countRequests(page);
		const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Schedules' });
		const cards = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) });
		const ms = await msUntilShown(page, '/v1/schedules', () => link.click(), cards.nth(SHOWN - 1));
		const requests = end();
		note(`${SCHEDULES} schedules, from the response to the page on a ${device}`, ms, 'ms');
		note(`${SCHEDULES} schedules, requests until the page shows`, requests, 'in all');
		expect(requests).toBeLessThanOrEqual(MOST_FOR_THE_PAGE);
		await page.getByRole('heading', { name: `1 to ${SHOWN} of ${SCHEDULES}` }).waitFor();
		expect(await cards.count()).toBe(SHOWN);
		expect(await cards.first().innerText()).toMatch(/Running/);
		await expectUsable(page, `many-schedules-${device}.png`);
		const idle = await requestsPerMinute(page);
		note(`${SCHEDULES} schedules, requests of the idle page`, idle, 'a minute');
		expect(idle).toBeLessThanOrEqual(MOST_A_MINUTE);

		await page.getByRole('button', { name: 'Next' }).click();
		const turned = page.getByRole('heading', { name: `${SHOWN + 1} to ${2 * SHOWN} of ${SCHEDULES}` });
		await turned.waitFor();
		expect(await turned.evaluate((heading) => heading === document.activeElement)).toBe(true);
		await cards.filter({ hasText: nameOf(SHOWN) }).waitFor();

		const search = page.getByLabel('Name, type of task, connection or note');
		await search.fill(nameOf(SCHEDULES - 1));
		await search.press('Enter');
		await cards.filter({ hasText: nameOf(SCHEDULES - 1) }).waitFor();
		expect(await cards.count()).toBe(1);
		await page.getByRole('link', { name: `Edit ${nameOf(SCHEDULES - 1)}` }).click();
		await page.getByRole('button', { name: 'Save the schedule' }).waitFor();
		await page.goBack();
		await search.waitFor();
		expect(await search.inputValue()).toBe(nameOf(SCHEDULES - 1));
		await search.fill('none of them');
		await search.press('Enter');
		await page.getByText(/^No match\. No schedule has this/).waitFor();
		await page.context().close();
	});
});
