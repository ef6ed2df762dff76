import { randomBytes } from 'node:crypto';
import { useBrowser } from '../../support/browser/use-browser';
import { type GatewayPlatform, startPlatform } from '../../support/gateway/start-platform';
import { expectUsable, openSignedIn, WIDTHS } from './look';

const BOUND = randomBytes(24).toString('hex');

const browser = useBrowser();
let platform: GatewayPlatform;

beforeAll(async () => {
	platform = await startPlatform({
		labelled: { 'acme-europe': { client: 'acme' }, 'acme-america': { client: 'acme' } },
		webhookHosts: ['127.0.0.1:9'],
		moreTokens: [{ name: 'acme', token: BOUND, roles: ['read', 'start'], connections: 'client=acme' }],
	});
});
afterAll(() => platform.close());

test.each(WIDTHS)(
	'on a %s, a client reads whose connections these are, and is offered nothing else',
	async (_device, viewport) => {
		const page = await openSignedIn(browser(), `${platform.url}/destinations`, BOUND, viewport);
		await page.getByRole('banner').getByText('Only acme-europe, acme-america').waitFor();
		await page.getByText('None yet.').waitFor();
		expect(await page.getByRole('button', { name: /^New / }).count()).toBe(0);
		await expectUsable(page);

		await page.goto(`${platform.url}/start`);
		await page.getByRole('link', { name: 'Weekly report' }).waitFor();
		expect(await page.getByRole('link', { name: 'For each connection' }).count()).toBe(0);

		await page.goto(`${platform.url}/notifications`);
		await page.getByRole('button', { name: 'New subscription' }).click();
		const form = page.getByRole('form', { name: 'Subscription' });
		await form.getByText('Ask the operator whether its host is allowed').waitFor();
		const options = await form.getByLabel('Connection').getByRole('option').allTextContents();
		expect(options).toEqual(['acme-europe', 'acme-america']);
		await page.context().close();
	},
);
