import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { useBrowser } from '../../support/browser/use-browser';
import { ask, idOf, linkOf, retrain } from '../../support/gateway/ask';
import type { Reviews } from '../../support/gateway/reviews';
import { reviewsOn } from '../../support/gateway/reviews-on';
import { type GatewayPlatform, startPlatform } from '../../support/gateway/start-platform';
import { expectUsable, openSignedIn, WIDTHS } from './look';

const TEMPORAL_PAGES = 'https://temporal.example';
const reader = randomBytes(24).toString('hex');

const browser = useBrowser();
let platform: GatewayPlatform;
let reviews: Reviews;

beforeAll(async () => {
	platform = await startPlatform({
		clockFactor: 1_000,
		temporalUiUrl: TEMPORAL_PAGES,
		moreTokens: [{ name: 'reader', token: reader, roles: ['read'] }],
	});
	({ reviews } = await reviewsOn(platform));
	// From now on a page of a run takes ten seconds.
	await platform.admin.setSettings({ clockFactor: 60 });
});

afterAll(() => platform.close());

/** Something of each kind: a run that takes long, a mail that waits, a file, and a task that ran out of time. */
async function someTasks(device: string) {
	const { siteUrl } = platform.sandbox;
	const agent = async (name: string) =>
		(await platform.admin.createAgent({ id: `agent_${name}_${device}`, name, website: siteUrl, pageSeconds: 600 })).id;
	const [slow, stuck, busy] = await Promise.all(['shop', 'stuck', 'leads'].map(agent));
	if (busy !== undefined) await platform.admin.generate(busy, { kind: 'leads', count: 120, days: 3 });
	const { link } = await reviews.asking(`mail-${device}`, { subject: 'Private matters' });
	const run = await ask(platform, retrain(`run-${device}`, { agentId: slow }));
	const late = await ask(platform, retrain(`late-${device}`, { agentId: stuck, timeoutSeconds: 1 }));
	const exported = await ask(platform, {
		method: 'POST',
		path: '/v1/tasks/lead-export',
		key: `export-${device}`,
		body: { version: 1, connection: 'main', agentIds: [busy], format: 'csv', email: '@example' },
	});
	for (const ended of [late, exported]) await ask(platform, { path: `${linkOf(ended)}?wait=60` });
	return { mail: link, run: { id: idOf(run), link: linkOf(run) }, exported };
}

describe.each(WIDTHS)('the page of tasks on a %s', (device, viewport) => {
	test('shows what runs, what waits and what has ended, and does what its buttons say', async () => {
		const { run, exported } = await someTasks(device);
		const page = await openSignedIn(browser(), `${platform.url}/tasks`, platform.token, viewport);
		const section = (name: string) => page.getByRole('region', { name });
		const waiting = section('Waiting for a person').getByRole('listitem').first();
		expect(await waiting.innerText()).toMatch(/Waiting for a decision on the mail, for \d+ (second|minute)s?/);
		const running = section('Running')
			.getByRole('listitem')
			.filter({ hasText: `agent_shop_${device}` });
		await running.getByRole('progressbar').waitFor();
		expect(await running.innerText()).toMatch(/\d+ of \d+ pages/);
		const ended = section('Ended');
		expect(await ended.getByText('Timed out').first().isVisible()).toBe(true);
		await expectUsable(page, `tasks-${device}.png`);

		await waiting.getByRole('button', { name: 'Details of Send an email' }).click();
		const panel = page.getByRole('dialog');
		await panel.getByRole('heading', { name: 'Send an email after approval' }).waitFor();
		expect(await panel.innerText()).not.toMatch(/client\.example|Private matters|on its way/);
		await expectUsable(page, `task-waiting-${device}.png`);
		await panel.getByRole('link', { name: 'Open the review' }).click();
		await page.getByRole('heading', { name: 'Review a mail before it is sent' }).waitFor();
		await page.goBack();
		await panel.getByRole('heading', { name: 'Started with' }).waitFor();
		await page.keyboard.press('Escape');
		await panel.waitFor({ state: 'hidden' });
		await waiting.getByRole('button', { name: 'Review Send an email' }).click();
		await page.getByRole('heading', { name: 'Review a mail before it is sent' }).waitFor();
		await page.goto(platform.url);
		const first = section('Waiting for a person').getByRole('listitem').first();
		await first.getByRole('button', { name: 'Review Send an email' }).click();
		await page.getByRole('heading', { name: 'Review a mail before it is sent' }).waitFor();
		await page.goto(`${platform.url}/tasks`);
		await waiting.getByRole('button', { name: 'Details of Send an email' }).click();
		await page.keyboard.press('Escape');
		await panel.waitFor({ state: 'hidden' });
		// The address that a flow links to while it waits.
		const reviewed = (await waiting.getAttribute('data-key')) ?? '';
		await page.goto(`${platform.url}/tasks#review=${encodeURIComponent(reviewed)}`);
		await page.getByRole('heading', { name: 'Review a mail before it is sent' }).waitFor();
		await page.goto(`${platform.url}/tasks`);

		await running.getByRole('button', { name: 'Cancel' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'No' }).click();
		expect((await ask(platform, { path: run.link })).body).toMatchObject({ status: 'running' });
		await running.getByRole('button', { name: 'Cancel' }).click();
		await expectUsable(page, `task-cancel-${device}.png`);
		await page.getByRole('dialog').getByRole('button', { name: 'Cancel the task' }).click();
		await ended
			.getByRole('listitem')
			.filter({ hasText: `agent_shop_${device}` })
			.getByText('Cancelled')
			.waitFor();
		expect((await ask(platform, { path: run.link })).body).toMatchObject({ status: 'cancelled' });

		await page.getByLabel('Type').selectOption('lead-export');
		await page.getByLabel('Status').selectOption('completed');
		await section('Running').waitFor({ state: 'hidden' });
		await ended.getByRole('listitem').getByRole('button', { name: 'Details of Lead export' }).first().click();
		await panel.getByRole('button', { name: 'Download the file' }).waitFor();
		expect(await panel.innerText()).not.toContain('@example');
		expect(await panel.getByRole('link', { name: "History in Temporal's pages" }).getAttribute('href')).toContain(
			`${TEMPORAL_PAGES}/namespaces/${platform.config.temporal.namespace}/workflows/${encodeURIComponent(idOf(exported))}/`,
		);
		await expectUsable(page, `task-export-${device}.png`);
		const downloading = page.waitForEvent('download');
		await panel.getByRole('button', { name: /^Download/ }).click();
		const saved = await readFile(await (await downloading).path(), 'utf8');
		expect(saved.trimEnd().split('\r\n')).toHaveLength(121);
		await panel.getByRole('button', { name: 'Close' }).click();
		await page.context().close();
	});

	test('works by the keyboard alone, keeps the focus while it refreshes, and tells why a task did not complete', async () => {
		const page = await openSignedIn(browser(), `${platform.url}/tasks?status=timed_out`, platform.token, viewport);
		const details = page.getByRole('button', { name: 'Details of Retrain and wait' }).first();
		await details.focus();
		await page.waitForResponse((response) => response.url().includes('/v1/tasks?'));
		await page.waitForResponse((response) => response.url().includes('/v1/tasks?'));
		await page.keyboard.press('Enter');
		const panel = page.getByRole('dialog');
		await panel.getByRole('heading', { name: 'Retrain and wait' }).waitFor();
		expect(await panel.innerText()).toMatch(/Timed out/);
		expect(await panel.innerText()).toMatch(/Timeout\s+1 second\b/);
		await expectUsable(page, `task-error-${device}.png`);
		await page.keyboard.press('Escape');
		await panel.waitFor({ state: 'hidden' });
		expect(await details.evaluate((button) => button === document.activeElement)).toBe(true);
		await page.context().close();
	});

	test('lets in nobody without a token, and shows a token for reading no button that changes anything', async () => {
		const context = await browser().newContext({ viewport });
		const page = await context.newPage();
		await page.goto(`${platform.url}/tasks`);
		await page.getByLabel('Token').fill('not-a-token-of-this-gateway');
		await page.getByRole('button', { name: 'Sign in' }).click();
		await page.getByText(/has no such token/).waitFor();
		await expectUsable(page, `sign-in-${device}.png`);
		await context.close();
		const signedIn = await openSignedIn(browser(), `${platform.url}/tasks`, reader, viewport);
		await signedIn.getByRole('button', { name: 'Details of Send an email' }).first().click();
		const panel = signedIn.getByRole('dialog');
		await panel.getByRole('heading', { name: 'Started with' }).waitFor();
		expect(await signedIn.getByRole('button', { name: 'Cancel', includeHidden: true }).count()).toBe(0);
		expect(await panel.getByRole('link', { name: 'Open the review' }).count()).toBe(0);
		expect(await signedIn.getByRole('button', { name: /^(Review|Retry)/, includeHidden: true }).count()).toBe(0);
		await signedIn.context().close();
	});
});
