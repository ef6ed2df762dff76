import type { Page } from 'playwright-core';
import { useBrowser } from '../../support/browser/use-browser';
import { ask, askEnded, idOf, linkOf, untilTasksListed } from '../../support/gateway/ask';
import { type GatewayPlatform, startPlatform } from '../../support/gateway/start-platform';
import { eventually } from '../../support/time/eventually';
import { expectUsable, openSignedIn, WIDTHS } from './look';

const browser = useBrowser();
let platform: GatewayPlatform;

const FAILED = 3;
const [, viewport] = WIDTHS[0];

beforeAll(async () => {
	platform = await startPlatform({ clockFactor: 1_000 });
	const ids: string[] = [];
	const retrained = async (agentId: string, connection: string) => {
		const body = { version: 1, connection, agentId, waitUntil: 'canChat' };
		const key = `${agentId} ${connection}`;
		const started = await ask(platform, { method: 'POST', path: '/v1/tasks/retrain-and-wait', key, body });
		await askEnded(platform, linkOf(started));
		ids.push(idOf(started));
	};
	for (let number = 1; number <= FAILED; number += 1) {
		const id = `agent_broken_${number}`;
		await platform.admin.createAgent({ id, name: `Shop ${number}`, website: platform.sandbox.siteUrl });
		await platform.admin.addFault('POST', `/agents/${id}/retrain`, { kind: 'status', status: 403 });
		await retrained(id, 'main');
	}
	for (const agentId of ['agent_support', 'agent_sales']) await retrained(agentId, 'main');
	await untilTasksListed(platform, ids);
	for (const id of ['every-night', 'every-week', 'another']) {
		const body = {
			type: 'nightly-retrain',
			input: { connection: 'main' },
			cron: '0 4 * * 1',
			paused: id === 'every-week',
		};
		await ask(platform, { method: 'PUT', path: `/v1/schedules/${id}`, body });
	}
	await eventually(
		async () => (await ask(platform, { path: '/v1/schedules?search=every' })).text.split('"id"').length - 1,
		(seen) => seen === 2,
		"a list of Temporal's schedules is a moment behind",
	);
});
afterAll(() => platform.close());

const open = (path: string) => openSignedIn(browser(), `${platform.url}${path}`, platform.token, viewport);

/** Selects all rows that match. The bar names their number before and after. */
async function selectAll(page: Page, count: number) {
	await page.getByRole('checkbox').first().check();
	const bar = page.getByRole('region', { name: 'Selected' });
	await bar.getByRole('button', { name: `Select all ${count} that match` }).click();
	await bar.getByText(`All ${count} that match are selected.`).waitFor();
	return bar;
}

async function previewed(page: Page, action: string, words: string) {
	await page.getByRole('region', { name: 'Selected' }).getByRole('button', { name: action, exact: true }).click();
	const preview = page.getByRole('dialog', { name: `${action}: what would be done` });
	await preview.getByText(words, { exact: false }).first().waitFor();
	return preview;
}

test('what needs a look is retried, and nothing else: list, bar, preview and start name the same number', async () => {
	const page = await open('/tasks?needsAttention=true');
	await page.getByRole('heading', { name: `Ended (${FAILED})` }).waitFor();
	await selectAll(page, FAILED);
	const again = await previewed(page, 'Notify again', `${FAILED} of ${FAILED} tasks`);
	await again.getByRole('button', { name: 'Close' }).click();
	const preview = await previewed(page, 'Retry', `${FAILED} of ${FAILED} tasks`);
	await preview.getByText(`By status: failed ${FAILED}.`).waitFor();
	await expectUsable(page, 'bulk-filter.png');
	await preview.getByRole('button', { name: `Retry ${FAILED}` }).click();
	const panel = page.getByRole('dialog', { name: 'Bulk action' });
	await panel.getByText(`${FAILED} of ${FAILED} tasks were retried.`).first().waitFor();
	expect(await page.getByRole('region', { name: 'Selected' }).count()).toBe(0);
	await page.context().close();
});

test('the good ones of a filter stay among the rows, and say why they are not retried', async () => {
	const page = await open('/tasks?needsAttention=false&agentId=agent_sales');
	await page.getByRole('heading', { name: 'Ended (1)' }).waitFor();
	await selectAll(page, 1);
	const preview = await previewed(page, 'Retry', '0 of 1 tasks');
	await preview.getByText('Not done with 1 (retrain-and-wait 1): The task has completed.').waitFor();
	expect(await preview.getByRole('button', { name: /^Retry/ }).count()).toBe(0);
	await page.context().close();
});

test('a filter that the page does not know is named, and all that match cannot be selected', async () => {
	const page = await open('/tasks?needAttention=true');
	await page.getByText('that restrict nothing: needAttention=true.').waitFor();
	await page.getByRole('checkbox').first().check();
	const bar = page.getByRole('region', { name: 'Selected' });
	await bar.getByText('All that match cannot be selected.').waitFor();
	expect(await bar.getByRole('button', { name: /^Select all/ }).count()).toBe(0);
	await page.context().close();
});

test('schedules of a search are selected together, and a paused one says that it is', async () => {
	const page = await open('/schedules?search=every');
	await page.getByRole('checkbox', { name: 'Select every-night' }).waitFor();
	await selectAll(page, 2);
	const preview = await previewed(page, 'Pause', '1 of 2 schedules');
	await preview.getByText('Not done with 1 (nightly-retrain 1): The schedule is paused already.').waitFor();
	await preview.getByRole('button', { name: 'Close' }).click();
	const other = await previewed(page, 'Resume', '1 of 2 schedules');
	expect(await other.getByRole('button', { name: 'Resume 1' }).count()).toBe(1);
	await page.context().close();
});
