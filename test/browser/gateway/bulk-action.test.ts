import { takePicture } from '../../support/browser/picture';
import { useBrowser } from '../../support/browser/use-browser';
import { ask, linkOf } from '../../support/gateway/ask';
import { type GatewayPlatform, startPlatform } from '../../support/gateway/start-platform';
import { eventually } from '../../support/time/eventually';
import { expectUsable, openSignedIn, WIDTHS } from './look';

const browser = useBrowser();
let platform: GatewayPlatform;

/** Retrains of one device that failed, more than the list has on a page. */
const FAILED = 23;
/** All of them have had their turn by then, also on a busy machine. */
const RETRIED_MS = 180_000;

beforeAll(async () => {
	platform = await startPlatform({ clockFactor: 100_000 });
	for (const [device] of WIDTHS) await failedNight(device);
	for (const id of ['every-night', 'every-week']) {
		const body = { type: 'nightly-retrain', input: { connection: 'main' }, cron: '0 4 * * 1' };
		await ask(platform, { method: 'PUT', path: `/v1/schedules/${id}`, body });
	}
});

afterAll(() => platform.close());

async function failedNight(device: string): Promise<void> {
	const ended: string[] = [];
	for (let number = 1; number <= FAILED; number += 1) {
		const id = `agent_${device}_${number}`;
		await platform.admin.createAgent({ id, name: `Shop ${number} ${device}`, website: platform.sandbox.siteUrl });
		await platform.admin.addFault('POST', `/agents/${id}/retrain`, { kind: 'status', status: 403 });
		const body = { version: 1, connection: 'main', agentId: id };
		ended.push(linkOf(await ask(platform, { method: 'POST', path: '/v1/tasks/retrain-and-wait', key: id, body })));
	}
	for (const path of ended) await ask(platform, { path: `${path}?wait=60` });
}

describe.each(WIDTHS)('forty tasks failed last night, on a %s', (device, viewport) => {
	test('all that match are retried after a look at what would be done', async () => {
		const url = `${platform.url}/tasks?search=agent_${device}_`;
		const page = await openSignedIn(browser(), url, platform.token, viewport);
		const ended = page.getByRole('region', { name: 'Ended' });
		const bar = page.getByRole('region', { name: 'Selected' });
		await ended.getByRole('checkbox').first().check();
		await bar.getByText('1 row selected.').waitFor();
		await bar.getByRole('button', { name: `Select all ${FAILED} that match` }).click();
		await bar.getByText(`All ${FAILED} that match are selected.`).waitFor();
		expect(await ended.getByRole('checkbox', { checked: false }).count()).toBe(0);
		await expectUsable(page, `bulk-bar-${device}.png`);
		await bar.getByRole('button', { name: 'Retry', exact: true }).click();

		const preview = page.getByRole('dialog', { name: 'Retry: what would be done' });
		await preview.getByText(`${FAILED} of ${FAILED} tasks`).waitFor();
		expect(await preview.getByRole('list', { name: 'Rows' }).getByRole('listitem').count()).toBe(20);
		await preview.getByText(`and ${FAILED - 20} more`).waitFor();
		await expectUsable(page);
		await takePicture(page, `bulk-action-${device}.png`);
		await preview.getByRole('button', { name: `Retry ${FAILED}` }).click();

		const panel = page.getByRole('dialog', { name: 'Bulk action' });
		await panel.getByText(`${FAILED} of ${FAILED} tasks were retried.`).first().waitFor({ timeout: RETRIED_MS });
		await expectUsable(page, `bulk-result-${device}.png`);
		// Nobody has to scroll sideways for what became of a row.
		const widths = await panel
			.locator('.wide')
			.evaluateAll((tables) => tables.map((each) => each.scrollWidth - each.clientWidth));
		expect(widths).toEqual([0]);
		await panel
			.getByRole('link', { name: /^retrain-and-wait~/ })
			.first()
			.waitFor();
		expect(await bar.count()).toBe(0);
		await panel.getByRole('button', { name: 'Close' }).click();
		await page.context().close();
	});

	test('what may not be repeated is named before the start', async () => {
		const url = `${platform.url}/tasks?search=agent_${device}_`;
		const page = await openSignedIn(browser(), url, platform.token, viewport);
		const ended = page.getByRole('region', { name: 'Ended' });
		await ended.getByText('Completed').first().waitFor();
		await ended.getByRole('checkbox').first().check();
		const bar = page.getByRole('region', { name: 'Selected' });
		await bar.getByRole('button', { name: 'Retry', exact: true }).click();
		const preview = page.getByRole('dialog', { name: 'Retry: what would be done' });
		await preview.getByText('Not done with 1 (retrain-and-wait 1): The task has completed.').waitFor();
		expect(await preview.getByRole('button', { name: /^Retry/ }).count()).toBe(0);
		await preview.getByRole('button', { name: 'Close' }).click();
		await bar.getByRole('button', { name: 'Clear' }).click();
		expect(await bar.count()).toBe(0);
		await page.context().close();
	});

	test('schedules are paused and resumed together', async () => {
		const page = await openSignedIn(browser(), `${platform.url}/schedules`, platform.token, viewport);
		for (const [action, state] of [
			['Pause', 'Paused'],
			['Resume', 'Active'],
		] as const) {
			await page.getByRole('checkbox', { name: 'Select every-night' }).check();
			await page.getByRole('checkbox', { name: 'Select every-week' }).check();
			await page.getByRole('region', { name: 'Selected' }).getByRole('button', { name: action }).click();
			const preview = page.getByRole('dialog', { name: `${action}: what would be done` });
			await preview.getByRole('button', { name: `${action} 2` }).click();
			const panel = page.getByRole('dialog', { name: 'Bulk action' });
			await panel
				.getByText(/^2 of 2 schedules were/)
				.first()
				.waitFor();
			await panel.getByRole('button', { name: 'Close' }).click();
			await eventually(
				() => page.locator('.pill', { hasText: state }).count(),
				(seen) => expect(seen).toBe(2),
				'the page changes a moment after the click',
			);
		}
		await page.context().close();
	});
});
