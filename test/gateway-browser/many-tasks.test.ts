import { setTimeout as pause } from 'node:timers/promises';
import type { Client, Connection } from '@temporalio/client';
import type { Page } from 'playwright-core';
import { temporalSettings } from '../../worker/config';
import { TemporalTaskService } from '../../worker/tasks';
import { connectClient, Keyring } from '../../worker/temporal';
import { useBrowser } from '../support/browser/use-browser';
import { type GatewayPlatform, startPlatform } from '../support/gateway/start-platform';
import { expectUsable, openSignedIn, WIDTHS } from './look';

const TASKS = 1_000;
/** So many have ended. The others run. */
const ENDED = 700;
const AT_ONCE = 50;
/** The page does nothing for so long while its requests are counted. */
const IDLE_MS = 20_000;
/** Two rounds of the poller fall into the time at least, and each page has less than ten reads. */
const MOST_A_MINUTE = 150;

const browser = useBrowser();
let platform: GatewayPlatform;
let client: Client & { connection: Connection };

beforeAll(async () => {
	// Without a worker the tasks stay as they are: this is about lists, not about work.
	platform = await startPlatform({ worker: false });
	const { temporal, encryption } = platform.config;
	const keyring = new Keyring(encryption);
	client = await connectClient(temporalSettings({ ...platform.config, temporal }), keyring);
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

/** Requests to the API that an idle page makes, as a number per minute. */
async function requestsPerMinute(page: Page): Promise<number> {
	let count = 0;
	const counting = (request: { url(): string }) => {
		if (new URL(request.url()).pathname.startsWith('/v1/')) count += 1;
	};
	page.on('request', counting);
	await pause(IDLE_MS);
	page.off('request', counting);
	return Math.round((count * 60_000) / IDLE_MS);
}

/** For people who compare two versions. It is measured, and nothing fails because of it. */
function note(what: string, value: number, unit: string): void {
	process.stdout.write(`${TASKS} tasks, ${what}: ${Math.round(value)} ${unit}\n`);
}

describe.each(WIDTHS)('with many tasks, on a %s', (device, viewport) => {
	test('the overview and the list of tasks show them, can be turned and searched, and stay quiet', async () => {
		const page = await openSignedIn(browser(), platform.url, platform.token, viewport);
		await page.getByRole('heading', { name: `Running (${TASKS - ENDED})` }).waitFor();
		await page.getByRole('heading', { name: `Failed today (${ENDED})` }).waitFor();
		await expectUsable(page, `many-overview-${device}.png`);
		const overviewRequests = await requestsPerMinute(page);
		note('requests of the idle overview', overviewRequests, 'a minute');
		expect(overviewRequests).toBeLessThan(MOST_A_MINUTE);

		const began = performance.now();
		await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Tasks' }).click();
		const running = page.getByRole('region', { name: 'Running' });
		await running.getByRole('listitem').nth(19).waitFor();
		note('time until the list shows', performance.now() - began, 'ms');
		const first = await running.getByRole('listitem').first().getAttribute('data-key');
		await running.getByRole('button', { name: 'Older' }).click();
		await running.getByRole('button', { name: 'Newer' }).waitFor();
		expect(await running.getByRole('listitem').first().getAttribute('data-key')).not.toBe(first);
		await expectUsable(page, `many-tasks-${device}.png`);
		const listRequests = await requestsPerMinute(page);
		note('requests of the idle list', listRequests, 'a minute');
		expect(listRequests).toBeLessThan(MOST_A_MINUTE);

		const search = page.getByLabel('Agent or task id');
		await search.fill(`agent_${TASKS - 1}`);
		await search.press('Enter');
		await page.getByRole('heading', { name: 'Running (1)' }).waitFor();
		await page.context().close();
	});
});
