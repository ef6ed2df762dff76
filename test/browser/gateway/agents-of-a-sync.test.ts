import { useBrowser } from '../../support/browser/use-browser';
import { takePicture } from '../../support/browser/picture';
import { type Receiver, startReceiver } from '../../parts/integration/destinations/receiver';
import { ask, idOf } from '../../support/gateway/ask';
import { type GatewayPlatform, startPlatform } from '../../support/gateway/start-platform';
import { expectUsable, openSignedIn, WIDTHS } from './look';

const browser = useBrowser();
let receiver: Receiver;
let platform: GatewayPlatform;
/** A destination has one sync of several agents. */
const DESTINATIONS = { phone: 'crm', desktop: 'newsletter' };
const SHOP = 'agent_shop';
const HELP = 'agent_help';
const CAREERS = 'agent_careers';
const NAMES = { [SHOP]: 'Shop', [HELP]: 'Help center', [CAREERS]: 'Careers' };

beforeAll(async () => {
	receiver = await startReceiver();
	const hook = { type: 'webhook', url: receiver.url, secret: receiver.secret };
	const destinations = Object.fromEntries(Object.values(DESTINATIONS).map((name) => [name, hook]));
	platform = await startPlatform({ destinations });
	for (const [id, name] of Object.entries(NAMES)) {
		await platform.admin.createAgent({ id, name, website: platform.sandbox.siteUrl });
		await platform.admin.captureLead(id, { name: 'Ada', email: `ada@${name.replace(' ', '-')}.example` });
	}
});

afterAll(async () => {
	await platform.close();
	await receiver.close();
});

describe.each(WIDTHS)('a sync of all agents on a %s', (device, viewport) => {
	test('has a row for each agent, and tells refused leads of two agents apart', async () => {
		receiver.answer = ({ data }) => ({ status: data['agentId'] === CAREERS ? 422 : 200 });
		await platform.admin.addFault('GET', `/agents/${HELP}/leads`, { kind: 'status', status: 503 }, 1_000);
		const destination = DESTINATIONS[device];
		const started = await ask(platform, {
			method: 'POST',
			path: '/v1/tasks/lead-sync',
			key: device,
			body: { version: 1, connection: 'main', destination, intervalSeconds: 10 },
		});
		const id = idOf(started);
		const page = await openSignedIn(browser(), `${platform.url}/syncs`, platform.token, viewport);
		const card = page.getByRole('listitem').filter({ hasText: `agents to ${destination} (webhook)` });
		const rowOf = (name: string) => card.getByRole('row').filter({ hasText: name });
		const cellsOf = async (name: string) => (await rowOf(name).getByRole('cell').allInnerTexts()).slice(1, 4);
		await rowOf('Shop').getByText('Up to date').waitFor();
		await rowOf('Careers').getByText('Up to date').waitFor();
		await card.getByRole('button', { name: '1 refused lead' }).waitFor();
		await rowOf('Help center').getByText('Service Unavailable').waitFor();
		expect(await cellsOf('Careers')).toEqual(['Up to date', '0', '1']);
		expect(await cellsOf('Shop')).toEqual(['Up to date', '1', '0']);
		await expectUsable(page);
		// Nobody scrolls sideways for the state of an agent, and why it has a problem.
		for (const cell of await card.getByRole('cell').all()) {
			const { x = -1, width = 0 } = (await cell.boundingBox()) ?? {};
			expect([x >= 0, x + width <= viewport.width]).toEqual([true, true]);
		}
		await card.getByRole('heading').scrollIntoViewIfNeeded();
		await takePicture(device === 'phone' ? card : page, `agents-of-a-sync-${device}.png`);

		await platform.admin.clearFaults();
		await rowOf('Help center').getByText('Up to date').waitFor({ timeout: 120_000 });
		expect(await cellsOf('Help center')).toEqual(['Up to date', '1', '0']);
		await card.getByRole('button', { name: '1 refused lead' }).click();
		const panel = page.getByRole('dialog', { name: 'Refused leads' });
		await panel.getByText(CAREERS).waitFor();
		receiver.answer = () => ({ status: 200 });
		await panel.getByRole('button', { name: /^Retry lead/ }).click();
		await panel.getByText('No lead is refused.').waitFor();
		await ask(platform, { method: 'POST', path: `/v1/tasks/${encodeURIComponent(id)}/cancel`, key: `end-${device}` });
		await page.close();
	});
});
