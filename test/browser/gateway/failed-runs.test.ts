import type { Locator, Page } from 'playwright-core';
import { takePicture } from '../../support/browser/picture';
import { useBrowser } from '../../support/browser/use-browser';
import { ask, idOf, linkOf } from '../../support/gateway/ask';
import { type GatewayPlatform, startPlatform } from '../../support/gateway/start-platform';
import { eventually } from '../../support/time/eventually';
import { expectUsable, openSignedIn, WIDTHS } from './look';

const browser = useBrowser();
let platform: GatewayPlatform;

const nights = new Map<string, Awaited<ReturnType<typeof aFailedNight>>>();

beforeAll(async () => {
	platform = await startPlatform({ clockFactor: 100_000 });
	// All before the first search, which reads the names of the agents once for some minutes.
	for (const [device] of WIDTHS) nights.set(device, await aFailedNight(device));
});

afterAll(() => platform.close());

/** A nightly run of four agents. One is refused for good, and of another two looks fail before one succeeds. */
async function aFailedNight(device: string) {
	const agent = async (name: string) => {
		const options = {
			id: `agent_${name}_${device}`,
			name: `Shop of ${name} ${device}`,
			website: platform.sandbox.siteUrl,
		};
		return (await platform.admin.createAgent(options)).id;
	};
	const good = await Promise.all(['anna', 'bert'].map(agent));
	const [refused, shaky] = [await agent('refused'), await agent('shaky')];
	await platform.admin.addFault('POST', `/agents/${refused}/retrain`, { kind: 'status', status: 403 });
	await platform.admin.addFault('GET', `/agents/${shaky}/training-status`, { kind: 'status', status: 503 });
	await platform.admin.addFault('GET', `/agents/${shaky}/training-status`, { kind: 'status', status: 429 });
	const body = { version: 1, connection: 'main', agentIds: [...good, refused, shaky] };
	const started = await ask(platform, {
		method: 'POST',
		path: '/v1/tasks/nightly-retrain',
		key: `night-${device}`,
		body,
	});
	await ask(platform, { path: `${linkOf(started)}?wait=60` });
	await ask(platform, { path: `${linkOf(started)}?wait=60` });
	return { id: idOf(started), refused, shaky };
}

/** Whether all of it is in the window, without a scroll to the side. */
async function isInWidth(element: Locator, page: Page): Promise<boolean> {
	const box = await element.boundingBox();
	const width = page.viewportSize()?.width ?? 0;
	return box !== null && box.x >= 0 && box.x + box.width <= width;
}

async function inTheDark(page: Page, picture: string): Promise<void> {
	await page.emulateMedia({ colorScheme: 'dark' });
	await takePicture(page, picture);
	await page.emulateMedia({ colorScheme: 'light' });
}

describe.each(WIDTHS)('a nightly run that failed in part, on a %s', (device, viewport) => {
	test('shows the failed agents first with their reasons, and retries those alone', async () => {
		const { id = '', refused = '', shaky = '' } = nights.get(device) ?? {};
		const url = `${platform.url}/tasks?search=agent_refused_${device}`;
		const page = await openSignedIn(browser(), url, platform.token, viewport);
		const search = page.getByLabel('Name or task id');
		// A part of the agent's name, in another case, and nothing but typed.
		await search.fill('');
		await search.pressSequentially(`OF REFUSED ${device}`);
		const ended = page.getByRole('region', { name: 'Ended' });
		const child = ended.getByRole('listitem').filter({ hasText: refused });
		await child
			.getByText(/\(403\)|Forbidden|403/)
			.first()
			.waitFor();
		await ended.getByRole('heading', { name: 'Ended (1)' }).waitFor();
		expect(new URL(page.url()).search).toBe(`?search=agent_refused_${device}`);
		expect(await child.getByRole('button', { name: /^Retry: Retrain and wait/ }).count()).toBe(1);
		await search.fill('nobody has this name');
		await ended.getByText('No match. Change the filter above.').waitFor();
		await search.press('Enter');
		await page.waitForURL('**/tasks?search=nobody+has+this+name');
		await expectUsable(page, `failed-no-match-${device}.png`);

		await search.fill('nightly');
		await search.press('Enter');
		const parent = page.locator(`li[data-key="${id}"]`);
		await parent.getByText(refused).first().waitFor();
		expect(await parent.innerText()).toMatch(/3 of 4 agents were retrained, 1 failed/);
		await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		await parent.getByRole('button', { name: `Copy the id ${id}` }).click();
		await parent.getByText('Copied.').waitFor();
		expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id);
		await expectUsable(page, `failed-list-${device}.png`);
		await inTheDark(page, `failed-list-${device}-dark.png`);

		await parent.getByRole('button', { name: /^Details/ }).click();
		const panel = page.getByRole('dialog');
		const failed = panel.getByRole('region', { name: 'Failed' });
		const reason = failed.getByRole('listitem').filter({ hasText: refused });
		await reason
			.getByText('403')
			.or(reason.getByText(/permission|forbidden|refused/i))
			.first()
			.waitFor();
		expect(await isInWidth(reason, page)).toBe(true);
		const order = await panel.getByRole('heading', { level: 3 }).allInnerTexts();
		expect(order.indexOf('Failed (1)')).toBeLessThan(order.indexOf('Result'));
		await expectUsable(page, `failed-night-${device}.png`);
		await inTheDark(page, `failed-night-${device}-dark.png`);

		await failed.getByRole('button', { name: /^Retry failed agents/ }).click();
		await panel.getByText('1 of 1 agents were retrained.').first().waitFor();
		const again = new URL(page.url()).hash.replace('#task=', '');
		const { body } = await ask(platform, { path: `/v1/tasks/${again}/details` });
		expect(body).toMatchObject({ input: { connection: 'main', agentIds: [refused] }, failures: [] });

		// A closed task does not come back.
		await panel.getByRole('button', { name: 'Close' }).click();
		await panel.waitFor({ state: 'hidden' });
		await eventually(
			() => new URL(page.url()).hash,
			(seen) => expect(seen).toBe(''),
			'the page changes a moment after the click',
		);
		await page.goBack();
		expect(await panel.count()).toBe(0);

		await page.goto(`${platform.url}/tasks?search=${shaky}`);
		await page
			.getByRole('button', { name: /^Details of Retrain/ })
			.first()
			.click();
		const timeline = panel.getByRole('region', { name: 'Timeline' });
		await timeline.getByText(/429/).first().waitFor();
		expect(await timeline.innerText()).toContain('503');
		await expectUsable(page);
		await takePicture(timeline, `failed-timeline-${device}.png`);
		await page.context().close();
	});

	test('is among those of last night or not, by the clock of the reader', async () => {
		const page = await openSignedIn(browser(), `${platform.url}/tasks`, platform.token, viewport);
		const asked = page.waitForRequest((request) => request.url().includes('startedBefore='));
		await page.getByLabel('Period').selectOption({ label: 'Last night (18:00 to 08:00)' });
		const query = new URL((await asked).url()).searchParams;
		await page.waitForURL('**/tasks?period=last-night');
		const hours = await page.evaluate(
			(times) => times.map((time) => new Date(time).getHours()),
			[query.get('startedFrom') ?? '', query.get('startedBefore') ?? ''],
		);
		expect(hours).toEqual([18, 8]);
		await page.context().close();
	});

	test('the current page is in view in the navigation', async () => {
		const page = await openSignedIn(browser(), `${platform.url}/notifications`, platform.token, viewport);
		const current = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Notifications' });
		expect(await current.getAttribute('aria-current')).toBe('page');
		expect(await isInWidth(current, page)).toBe(true);
		await expectUsable(page, `navigation-${device}.png`);
		await page.context().close();
	});
});
