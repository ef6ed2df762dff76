import { useBrowser } from '../../support/browser/use-browser';
import { ask, idOf } from '../../support/gateway/ask';
import { type GatewayPlatform, startPlatform } from '../../support/gateway/start-platform';
import { query } from '../../support/postgresql/start-cluster';
import { useCluster } from '../../support/postgresql/use-cluster';
import { expectUsable, openSignedIn, WIDTHS } from './look';

const browser = useBrowser();
const cluster = useCluster();
const urls = new Map<string, string>();
let platform: GatewayPlatform;

beforeAll(async () => {
	for (const [device] of WIDTHS) urls.set(device, await cluster().database(device));
	const destinations = Object.fromEntries([...urls].map(([device, url]) => [device, { type: 'postgresql', url }]));
	platform = await startPlatform({ destinations });
});
afterAll(() => platform.close());

describe.each(WIDTHS)('a sync of conversations on a %s', (device, viewport) => {
	test('stands on the page of syncs with its own words, and blocked on the overview', async () => {
		const agentIds = ['one', 'two'].map((name) => `agent_${name}_${device}`);
		for (const id of agentIds) {
			await platform.admin.createAgent({ id, name: id, website: platform.sandbox.siteUrl });
			await platform.admin.generate(id, { kind: 'conversations', count: 3 });
		}
		const started = await ask(platform, {
			method: 'POST',
			path: '/v1/tasks/conversation-sync',
			key: device,
			body: { version: 1, connection: 'main', agentIds, destination: device, intervalSeconds: 10, openHours: 0 },
		});
		const task = `/v1/tasks/${encodeURIComponent(idOf(started))}`;
		const page = await openSignedIn(browser(), `${platform.url}/syncs`, platform.token, viewport);
		const card = page.getByRole('listitem').filter({ hasText: `Conversations of 2 agents to ${device} (PostgreSQL)` });
		await card.getByText(/^All changes were read/).waitFor();
		expect(await card.innerText()).toMatch(/Conversations\s+6\s+Without transcript\s+0\s+Next look/);
		expect(await card.innerText()).not.toContain('leads');
		await card.getByRole('button', { name: 'Pause' }).click();
		await card.getByText('Paused', { exact: true }).waitFor();
		await card.getByRole('button', { name: 'Resume' }).click();
		await card.getByText('Running', { exact: true }).waitFor();
		await expectUsable(page, `conversation-sync-${device}.png`);

		await query(urls.get(device) ?? '', 'ALTER TABLE conversations RENAME COLUMN state TO stand');
		await platform.admin.beginConversation(agentIds[0] ?? '', { messages: [{ role: 'visitor', content: 'Hello' }] });
		await card.getByText('The destination blocks the sync').waitFor({ timeout: 120_000 });
		await card.getByText(/^Behind since/).waitFor();
		await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Overview' }).click();
		const blocked = page.getByRole('region', { name: 'Blocked syncs' });
		await blocked.getByRole('link', { name: 'Conversation sync: main' }).waitFor();
		await blocked.getByText(/The destination blocks the sync:.*state/).waitFor();
		await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Destinations' }).click();
		const destination = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: device }) });
		await destination.getByText('1 sync').waitFor();

		await query(urls.get(device) ?? '', 'ALTER TABLE conversations RENAME COLUMN stand TO state');
		await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Syncs' }).click();
		await card.getByRole('button', { name: 'Sync now' }).click();
		await card.getByText(/Conversations\s*7/).waitFor();
		await card.getByText(/^All changes were read/).waitFor();
		await card.getByRole('button', { name: 'Cancel' }).click();
		await page.getByRole('dialog').getByText('Cancel Conversation sync of main?').waitFor();
		await page.getByRole('dialog').getByRole('button', { name: 'Cancel the task' }).click();
		await card.getByText('Stopped', { exact: true }).waitFor();
		expect(await card.innerText()).toMatch(/Conversations\s+7\s+Without transcript\s+0/);
		expect((await ask(platform, { path: `${task}?wait=30` })).body).toMatchObject({ status: 'cancelled' });
		await page.context().close();
	});
});
