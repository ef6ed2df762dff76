import type { Client, Connection } from '@temporalio/client';
import { temporalSettings } from '../../../worker/config';
import { TemporalTaskService } from '../../../worker/tasks';
import { Keyring } from '../../../worker/temporal';
import { useBrowser } from '../../support/browser/use-browser';
import { type GatewayPlatform, startPlatform } from '../../support/gateway/start-platform';
import { clientOf } from '../../support/temporal/connect-patiently';
import { expectUsable, openSignedIn, WIDTHS } from './look';
import { msUntilShown, note, requestsPerMinute } from './measured';

const TASKS = 1_000;
/** So many have ended. The others run. */
const ENDED = 700;
const AT_ONCE = 50;
/** The poller reads 15 times a minute, and each page has less than ten reads. */
const MOST_A_MINUTE = 150;

const browser = useBrowser();
let platform: GatewayPlatform;
let client: Client & { connection: Connection };

beforeAll(async () => {
	// Without a worker the tasks stay as they are: this is about lists, not about work.
	platform = await startPlatform({ worker: false });
	const { temporal, encryption } = platform.config;
	const keyring = new Keyring(encryption);
	client = await clientOf(temporalSettings({ ...platform.config, temporal }), keyring);
	const tasks = new TemporalTaskService(client, { keyring, settleMs: 1_000 });
	await eachOf(TASKS, async (index) => {
		const input = {
			version: 1,
			connection: 'main',
			agentId: `agent_${index}`,
			waitUntil: 'finished',
			ifActive: 'adopt',
		};
		const { id } = await tasks.start({ type: 'retrain-and-wait', idempotencyKey: `many-${index}`, input });
		if (index < ENDED) await client.workflow.getHandle(id).terminate('For the test.');
	});
});

afterAll(async () => {
	await client.connection.close();
	await platform.close();
});

async function eachOf(count: number, work: (index: number) => Promise<void>): Promise<void> {
	for (let first = 0; first < count; first += AT_ONCE) {
		const indexes = Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, offset) => first + offset);
		await Promise.all(indexes.map(work));
	}
}

describe.each(WIDTHS)('with many tasks, on a %s', (device, viewport) => {
	test('the overview and the list of tasks show them, can be turned and searched, and stay quiet', async () => {
		const page = await openSignedIn(browser(), platform.url, platform.token, viewport);
		await page.getByRole('heading', { name: `Running (${TASKS - ENDED})` }).waitFor();
		await page.getByRole('heading', { name: `Failed today (${ENDED})` }).waitFor();
		await expectUsable(page, `many-overview-${device}.png`);
		const overviewRequests = await requestsPerMinute(page);
		note(`${TASKS} tasks, requests of the idle overview`, overviewRequests, 'a minute');
		expect(overviewRequests).toBeLessThan(MOST_A_MINUTE);

		const running = page.getByRole('region', { name: 'Running' });
		const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Tasks' });
		const shown = running.getByRole('listitem').nth(19);
		const ms = await msUntilShown(page, '/v1/tasks', () => link.click(), shown);
		note(`${TASKS} tasks, from the response to the list on a ${device}`, ms, 'ms');
		const first = await running.getByRole('listitem').first().getAttribute('data-key');
		await running.getByRole('button', { name: 'Older' }).click();
		await running.getByRole('button', { name: 'Newer' }).waitFor();
		expect(await running.getByRole('listitem').first().getAttribute('data-key')).not.toBe(first);
		await expectUsable(page, `many-tasks-${device}.png`);
		const listRequests = await requestsPerMinute(page);
		note(`${TASKS} tasks, requests of the idle list`, listRequests, 'a minute');
		expect(listRequests).toBeLessThan(MOST_A_MINUTE);

		const search = page.getByLabel('Name or task id');
		await search.fill(`agent_${TASKS - 1}`);
		await search.press('Enter');
		await page.getByRole('heading', { name: 'Running (1)' }).waitFor();
		await page.context().close();
	});
});
