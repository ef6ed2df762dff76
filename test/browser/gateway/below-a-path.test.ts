import type { Page } from 'playwright-core';
import { useBrowser } from '../../support/browser/use-browser';
import { ask, idOf, retrain, taskIdAt } from '../../support/gateway/ask';
import type { Mailboxes } from '../../support/gateway/mailboxes';
import type { Reviews } from '../../support/gateway/reviews';
import { reviewsOn } from '../../support/gateway/reviews-on';
import { type GatewayPlatform, startPlatform } from '../../support/gateway/start-platform';
import { DocumentedProxies } from '../../support/proxy/documented-proxies';
import { OtherSite } from '../../support/proxy/other-site';
import type { RunningProxy } from '../../support/proxy/run-proxy';
import { expectUsable, openSignedIn } from './look';
import { change, decide, write } from './reviewer';

const VIEWPORT = { width: 1100, height: 800 };
const BELOW = '/agent-knowledge';
const TEXT = 'Dear Ada,\n\nyour order comes on Tuesday.';

/** The name of the certificate. It is none of this machine, whose certificate the browser need not know either. */
const browser = useBrowser(['--host-resolver-rules=MAP tasks.example.com 127.0.0.1', '--ignore-certificate-errors']);
let platform: GatewayPlatform;
let proxies: DocumentedProxies;
let mail: Mailboxes;
let reviews: Reviews;

beforeAll(async () => {
	proxies = await DocumentedProxies.prepare();
	const gateway = { publicUrl: `https://tasks.example.com${BELOW}/`, trustedProxies: ['127.0.0.1'] };
	platform = await startPlatform({ clockFactor: 1_000, gateway });
	({ mail, reviews } = await reviewsOn(platform));
});

afterAll(async () => {
	await platform.close();
	await proxies.close();
});

describe.each(['nginx', 'caddy'] as const)('behind %s, which removes the path,', (name) => {
	let site: OtherSite;
	let proxy: RunningProxy;
	let base: string;

	beforeAll(async () => {
		site = await OtherSite.start();
		proxy = await proxies.run('below-a-path.md', name, {
			gateway: platform.url.replace('http://', ''),
			site: site.address,
		});
		base = `https://tasks.example.com:${proxy.port}${BELOW}`;
	});

	afterAll(async () => {
		await proxy.stop();
		await site.close();
	});

	beforeEach(() => {
		site.heard.length = 0;
	});

	async function opened(url: string): Promise<Page> {
		const page = await (await browser().newContext({ viewport: VIEWPORT })).newPage();
		page.setDefaultTimeout(30_000);
		await page.goto(url);
		return page;
	}

	test('the link of a mail leads to the review, which is edited and approved', async () => {
		const reviewer = `${name}@team.example`;
		const to = `${name}@client.example`;
		const { link } = await reviews.asking(name, { to: [to], content: TEXT, reviewers: [reviewer] });
		const { text } = await mail.untilReceived(reviewer);
		const address = /https:\/\/tasks\.example\.com\/agent-knowledge(\/review\/\S+)/.exec(text)?.[1];
		const page = await opened(base + String(address));
		await expectUsable(page);
		await change(page);
		expect(page.url().startsWith(`${base}/review/`)).toBe(true);
		await expectUsable(page);
		await write(page, TEXT.replace('Tuesday', 'Friday'));
		await page.getByRole('button', { name: 'Save and review the new version' }).click();
		await page.getByText('Version 2.').waitFor();
		await decide(page, 'Approve and send');
		await page.getByRole('heading', { name: 'This version was approved' }).waitFor();
		expect(page.url().startsWith(`${base}/review/`)).toBe(true);
		// The page looks again by itself.
		await page.getByText('The mail was delivered to every address.').waitFor();
		await reviews.ended(link);
		expect((await mail.received(to)).map((sent) => sent.text)).toEqual([expect.stringContaining('Friday')]);
		expect(site.heard).toEqual([]);
		await page.context().close();
	});

	test('the console is signed in to, walked through, reloaded, and opened at any address', async () => {
		const id = idOf(await ask(platform, retrain(name)));
		// What waits has a link to all tasks.
		await reviews.asking(`walk-${name}`, { content: TEXT, reviewers: [] });
		// Without the last slash, as people type it.
		const page = await openSignedIn(browser(), base, platform.token, VIEWPORT);
		await page.evaluate(() => Object.assign(window, { isSamePage: true }));
		const pages = page.getByRole('navigation', { name: 'Pages' });
		for (const title of [
			'Schedules',
			'Destinations',
			'Connections',
			'Notifications',
			'Syncs',
			'Start a task',
			'Tasks',
		]) {
			await pages.getByRole('link', { name: title }).click();
			await page.getByRole('heading', { name: title, level: 1 }).waitFor();
			expect(await pages.getByRole('link', { name: title }).getAttribute('aria-current')).toBe('page');
		}
		await page.getByLabel('Status').selectOption({ label: 'Came to its end' });
		await page.waitForURL(`${base}/tasks?status=completed`);
		await page.goBack();
		await pages.getByRole('link', { name: 'Overview' }).click();
		await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
		await page.getByRole('link', { name: 'All tasks' }).click();
		await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
		expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
		await page.goto(`${base}/tasks#task=${encodeURIComponent(id)}`);
		await page.getByRole('dialog').getByText(id).first().waitFor();
		await page.reload();
		await page.getByRole('dialog').getByText(id).first().waitFor();
		await expectUsable(page);
		expect(site.heard).toEqual([]);
		await page.context().close();
	});

	test('a review opens from the console, and the help from its pages', async () => {
		const { link } = await reviews.asking(`console-${name}`, { content: TEXT, reviewers: [] });
		const id = taskIdAt(link);
		const page = await openSignedIn(browser(), `${base}/tasks`, platform.token, VIEWPORT);
		const helping = page.context().waitForEvent('page');
		await page.getByRole('link', { name: 'Help' }).click();
		const help = await helping;
		expect(help.url()).toBe(`${base}/help#tasks`);
		await help.goto(`${base}/help/tasks`);
		await expectUsable(help);
		await help.close();
		await page.goto(`${base}/tasks#review=${encodeURIComponent(id)}`);
		await page.getByRole('heading', { name: 'Review a mail before it is sent' }).waitFor();
		expect(page.url().startsWith(`${base}/review/`)).toBe(true);
		expect(site.heard).toEqual([]);
		await page.context().close();
	});

	test("the other site's own token is not the console's", async () => {
		const page = await opened(`${base.replace(BELOW, '')}/any-page`);
		site.heard.length = 0;
		await page.evaluate(() => sessionStorage.setItem('token', 'of-the-other-site'));
		const sent: Array<string | undefined> = [];
		page.on('request', (request) => sent.push(request.headers()['authorization']));
		await page.goto(`${base}/`);
		await page.getByLabel('Token').waitFor();
		expect(sent.filter((header) => header?.includes('of-the-other-site'))).toEqual([]);
		expect(site.heard).toEqual([]);
		await page.context().close();
	});
});
