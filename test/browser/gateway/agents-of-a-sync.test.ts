import { useBrowser } from '../../support/browser/use-browser';
import { type Receiver, startReceiver } from '../../parts/integration/destinations/receiver';
import { ask, idOf } from '../../support/gateway/ask';
import { type GatewayPlatform, startPlatform } from '../../support/gateway/start-platform';
import { expectUsable, openSignedIn, WIDTHS } from './look';

const browser = useBrowser();
let receiver: Receiver;
let platform: GatewayPlatform;

beforeAll(async () => {
	receiver = await startReceiver();
	const hook = { type: 'webhook', url: receiver.url, secret: receiver.secret };
	// A destination has one sync of several agents.
	platform = await startPlatform({ destinations: Object.fromEntries(WIDTHS.map(([device]) => [device, hook])) });
});

afterAll(async () => {
	await platform.close();
	await receiver.close();
});

describe.each(WIDTHS)('a sync of several agents on a %s', (device, viewport) => {
	test('has a row for each agent, and tells refused leads of two agents apart', async () => {
		const agentIds = ['shop', 'support', 'careers'].map((name) => `agent_${name}_${device}`);
		for (const [index, id] of agentIds.entries()) {
			await platform.admin.createAgent({ id, name: `Agent ${index + 1}`, website: platform.sandbox.siteUrl });
			await platform.admin.captureLead(id, { name: 'Ada', email: `ada@${id.replaceAll('_', '-')}.example` });
		}
		receiver.answer = ({ data }) => ({ status: data['agentId'] === agentIds[2] ? 422 : 200 });
		const started = await ask(platform, {
			method: 'POST',
			path: '/v1/tasks/lead-sync',
			key: device,
			body: { version: 1, connection: 'main', agentIds, destination: device, intervalSeconds: 10 },
		});
		const id = idOf(started);
		const page = await openSignedIn(browser(), `${platform.url}/syncs`, platform.token, viewport);
		const card = page.getByRole('listitem').filter({ hasText: `3 agents to ${device} (webhook)` });
		const rowOf = (name: string) => card.getByRole('row').filter({ hasText: name });
		await rowOf('Agent 1').getByText('Up to date').waitFor();
		await card.getByRole('button', { name: '1 refused lead' }).waitFor();
		await rowOf('Agent 3').getByText('Up to date').waitFor();
		expect((await rowOf('Agent 3').innerText()).split(/\s*\t\s*/).slice(2, 4)).toEqual(['0', '1']);
		expect((await rowOf('Agent 2').innerText()).split(/\s*\t\s*/).slice(2, 4)).toEqual(['1', '0']);
		await expectUsable(page, `agents-of-a-sync-${device}.png`);
		await card.getByRole('button', { name: '1 refused lead' }).click();
		const panel = page.getByRole('dialog', { name: 'Refused leads' });
		await panel.getByText(agentIds[2] ?? '').waitFor();
		receiver.answer = () => ({ status: 200 });
		await panel.getByRole('button', { name: /^Retry lead/ }).click();
		await panel.getByText('No lead is refused.').waitFor();
		await ask(platform, { method: 'POST', path: `/v1/tasks/${encodeURIComponent(id)}/cancel`, key: `end-${device}` });
		await page.close();
	});
});
