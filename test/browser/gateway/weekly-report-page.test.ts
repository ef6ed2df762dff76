import { readFile } from 'node:fs/promises';
import { ago } from '../../support/time/moments';
import { useBrowser } from '../../support/browser/use-browser';
import { ask, idOf, linkOf } from '../../support/gateway/ask';
import { type GatewayPlatform, startPlatform } from '../../support/gateway/start-platform';
import { expectUsable, openSignedIn, WIDTHS } from './look';

const browser = useBrowser();
const DAY_MS = 24 * 3_600_000;
let platform: GatewayPlatform;
let id: string;

beforeAll(async () => {
	platform = await startPlatform({});
	const capturedAt = ago(3 * DAY_MS).toISOString();
	const before = ago(10 * DAY_MS).toISOString();
	for (const [index, at] of [capturedAt, capturedAt, capturedAt, before].entries())
		await platform.admin.captureLead('agent_sales', { name: 'Ada', email: `ada${index}@x.example`, capturedAt: at });
	const body = { version: 1, connection: 'main', agentIds: ['agent_sales'] };
	const started = await ask(platform, { method: 'POST', path: '/v1/tasks/weekly-report', key: 'report', body });
	id = idOf(started);
	await ask(platform, { path: `${linkOf(started)}?wait=60` });
});
afterAll(() => platform.close());

describe.each(WIDTHS)('the page of a weekly report on a %s', (device, viewport) => {
	test('shows the week against the week before, and gives out its files', async () => {
		const address = `${platform.url}/tasks#task=${encodeURIComponent(id)}`;
		const page = await openSignedIn(browser(), address, platform.token, viewport);
		const panel = page.getByRole('dialog');
		const leads = panel.getByRole('row', { name: /^Leads/ });
		await leads.waitFor();
		expect(await leads.getByRole('cell').allTextContents()).toEqual(['Leads', '3', '1', '']);
		const widths = await leads
			.locator('rect')
			.evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width));
		expect(widths).toHaveLength(2);
		expect((widths[1] ?? 0) / (widths[0] ?? 1)).toBeCloseTo(1 / 3, 1);
		const note = panel
			.getByRole('row', { name: /^Failed sources/ })
			.getByRole('cell')
			.nth(3);
		expect(await note.textContent()).toBe('No week before');
		const box = await note.boundingBox();
		expect((box?.x ?? 0) + (box?.width ?? Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(viewport.width);
		await expectUsable(page, `weekly-report-page-${device}.png`);
		const download = page.waitForEvent('download');
		await panel.getByRole('button', { name: 'Download the page' }).click();
		const file = await download;
		expect(file.suggestedFilename()).toMatch(/^weekly-report-.*\.html$/);
		expect(await readFile(await file.path(), 'utf8')).toContain('+2 (+200%), from 1');
		await page.context().close();
	});
});
