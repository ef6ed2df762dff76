import { useBrowser } from '../../support/browser/use-browser';
import { type GatewayPlatform, startPlatform } from '../../support/gateway/start-platform';
import { expectUsable, openSignedIn, WIDTHS } from './look';

const READER = 'r'.repeat(24);

const browser = useBrowser();
let platform: GatewayPlatform;

beforeAll(async () => {
	platform = await startPlatform({ moreTokens: [{ name: 'reader', token: READER, roles: ['read'] }] });
});
afterAll(() => platform.close());

describe.each(WIDTHS)('the page of connections on a %s', (device, viewport) => {
	test('says of each key what it may do, and what to do if it may not', async () => {
		const page = await openSignedIn(browser(), `${platform.url}/connections`, platform.token, viewport);
		const card = (name: string) =>
			page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, level: 2 }) });
		await card('main').getByText('6,000 requests a minute').waitFor();
		await card('main').getByRole('button', { name: 'Check the connection main' }).click();
		await card('main').getByText('Read conversations (read:conversations)').waitFor();
		expect(await card('main').getByText('The key has this scope.').count()).toBe(5);
		await card('main').getByRole('button', { name: 'Show agents of main' }).click();
		await card('main').getByText('agent_support', { exact: true }).waitFor();

		await card('narrow')
			.getByRole('button', { name: /^Check/ })
			.click();
		await card('narrow').getByText('The key lacks this scope.').first().waitFor();
		await card('wrong')
			.getByRole('button', { name: /^Check/ })
			.click();
		await card('wrong')
			.getByText(/refuses its key/)
			.waitFor();
		await card('wrong').getByText('Put a valid key into connections.wrong.apiKey.').waitFor();
		await card('nowhere')
			.getByRole('button', { name: /^Check/ })
			.click();
		await card('nowhere')
			.getByText(/does not answer/)
			.waitFor();
		await expectUsable(page, `connections-${device}.png`);
		const text = await page.locator('body').innerText();
		for (const secret of platform.secrets) expect(text).not.toContain(secret);
		await page.context().close();
	});

	test('shows no check to somebody who may only read', async () => {
		const page = await openSignedIn(browser(), `${platform.url}/connections`, READER, viewport);
		await page.getByRole('heading', { name: 'main', level: 2 }).waitFor();
		expect(await page.getByRole('button', { name: /^Check/ }).count()).toBe(0);
		await page.context().close();
	});
});
