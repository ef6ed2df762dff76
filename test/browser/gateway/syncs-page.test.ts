import { z } from 'zod';
import { eventually } from '../../support/time/eventually';
import { useBrowser } from '../../support/browser/use-browser';
import { type Receiver, startReceiver } from '../../parts/integration/destinations/receiver';
import { ask, idOf } from '../../support/gateway/ask';
import { type GatewayPlatform, startPlatform } from '../../support/gateway/start-platform';
import { refusedPage } from '../../../worker/gateway/replies/refused-page';
import { refusedLeadsQuery } from '../../../worker/gateway/schemas';
import { expectUsable, openSignedIn, WIDTHS } from './look';

const INTERVAL_SECONDS = 10;
const listed = z.looseObject({ items: z.array(z.looseObject({})) });

const browser = useBrowser();
let receiver: Receiver;
let platform: GatewayPlatform;

beforeAll(async () => {
	receiver = await startReceiver();
	const hook = { type: 'webhook', url: receiver.url, secret: receiver.secret };
	platform = await startPlatform({ destinations: { crm: hook } });
});

afterAll(async () => {
	await platform.close();
	await receiver.close();
});

afterEach(() => {
	receiver.answer = () => ({ status: 200 });
});

/** As many syncs that wait for a person as have 10,000 refused leads together. */
const fullSyncs = Array.from({ length: 25 }, (_, index) => ({
	id: `lead-sync~${index}`,
	type: 'lead-sync',
	connection: 'main',
	agentId: `agent_${index}`,
	status: 'running',
	stage: 'full',
	startedAt: '2026-11-01T00:00:00Z',
	closedAt: null,
	ended: null,
	waitsForPerson: true,
	reason: null,
	progress: {
		message: 'The sync is blocked: the destination refused 400 leads.',
		destination: 'crm',
		itemsDone: 5_000,
		itemsFailed: 400,
		at: '2026-11-01T00:00:00Z',
	},
}));

const isOfRunningLeads = (url: string) => url.includes('ended=false') && url.includes('type=lead-sync');

/** A sync of an agent with leads of its own. @returns their ids by name, and the sync's */
async function aSync(agentId: string, names: string[]) {
	await platform.admin.createAgent({ id: agentId, name: agentId, website: platform.sandbox.siteUrl });
	for (const name of names) await platform.admin.captureLead(agentId, { name, email: `${name}@example.com` });
	const started = await ask(platform, {
		method: 'POST',
		path: '/v1/tasks/lead-sync',
		key: agentId,
		body: { version: 1, connection: 'main', agentId, destination: 'crm', intervalSeconds: INTERVAL_SECONDS },
	});
	expect(started.status).toBe(202);
	return `/v1/tasks/${encodeURIComponent(idOf(started))}`;
}

describe.each(WIDTHS)('the page of syncs on a %s', (device, viewport) => {
	test('shows how each one stands, lists its refused leads, and steers it', async () => {
		const agentId = `agent_shop_${device}`;
		const refuses = new Set(['bob@example.com', 'carla@example.com']);
		const body = JSON.stringify({ message: 'No budget for bob@example.com' });
		receiver.answer = ({ data }) => (refuses.has(data.email) ? { status: 422, body } : { status: 200 });
		const sync = await aSync(agentId, ['ada', 'bob', 'carla', 'dan']);
		const page = await openSignedIn(browser(), `${platform.url}/syncs`, platform.token, viewport);
		const card = page.getByRole('listitem').filter({ hasText: `${agentId} to crm (webhook)` });
		await card.getByText(/All new leads were read/).waitFor();
		await card.getByText(/up to 10 minutes after their time of capture/).waitFor();
		await page.getByRole('link', { name: 'Start a lead sync' }).waitFor();
		await card.getByRole('button', { name: '2 refused leads' }).waitFor();
		expect(await card.innerText()).toMatch(/Synced\s+2\s+Refused\s+2\s+Next look/);
		await expectUsable(page, `syncs-${device}.png`);

		await card.getByRole('button', { name: '2 refused leads' }).click();
		const panel = page.getByRole('dialog', { name: 'Refused leads' });
		await panel.getByRole('row').nth(2).waitFor();
		expect(await panel.innerText()).toContain('The receiver answered 422: No budget for …');
		expect(await panel.innerText()).not.toContain('@example.com');
		await panel.getByRole('link', { name: 'carla' }).click();
		const lead = page.getByRole('dialog', { name: /^Lead \d+$/ });
		await lead.getByText('carla@example.com').waitFor();
		await lead.getByText('The receiver answered 422').waitFor();
		await expectUsable(page, `refused-lead-${device}.png`);
		await lead.getByRole('link', { name: 'All refused leads of the sync' }).click();
		await panel.getByRole('link', { name: 'bob' }).waitFor();
		await expectUsable(page, `refused-leads-${device}.png`);
		refuses.delete('bob@example.com');
		await panel
			.getByRole('button', { name: /^Retry lead/ })
			.first()
			.click();
		await panel.getByText('1 lead that the destination').waitFor();
		await panel.getByRole('button', { name: /^Dismiss lead/ }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Dismiss', exact: true }).click();
		await panel.getByText('No lead is refused.').waitFor();
		await panel.getByRole('button', { name: 'Close' }).click();
		expect((await ask(platform, { path: `${sync}/refused` })).body).toMatchObject({ items: [] });
		expect(
			receiver.deliveries.filter(({ data }) => data['agentId'] === agentId && data.email === 'bob@example.com'),
		).toHaveLength(2);

		await card.getByRole('button', { name: 'Pause' }).click();
		await card.getByText('Paused', { exact: true }).waitFor();
		await page.getByText('The sync is paused. It still finishes the page it is writing.').waitFor();
		expect((await ask(platform, { path: sync })).body).toMatchObject({ stage: 'paused' });
		await platform.admin.captureLead(agentId, { name: 'Eve', email: 'eve@example.com' });
		await card.getByRole('button', { name: 'Resume' }).click();
		await card.getByText(/Synced\s*4/).waitFor();

		receiver.answer = () => ({ status: 503 });
		await platform.admin.captureLead(agentId, { name: 'Finn', email: 'finn@example.com' });
		await card.getByRole('button', { name: 'Sync now' }).click();
		await card.getByText('Blocked', { exact: true }).waitFor();
		await card.getByText(/^Behind since/).waitFor();
		expect(await card.innerText()).toMatch(/The destination blocks the sync[^]*503/);
		await expectUsable(page, `sync-held-up-${device}.png`);
		receiver.answer = () => ({ status: 200 });
		await card.getByRole('button', { name: 'Sync now' }).click();
		await card.getByText(/Synced\s*5/).waitFor();

		await card.getByRole('button', { name: 'Details' }).click();
		await page.getByRole('dialog').getByText('Interval').waitFor();
		await page.keyboard.press('Escape');
		await card.getByRole('button', { name: 'Cancel' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Cancel the task' }).click();
		await card.getByText('Stopped', { exact: true }).waitFor();
		expect((await ask(platform, { path: `${sync}?wait=30` })).body).toMatchObject({
			status: 'cancelled',
			result: { leadsSynced: 5, leadsRefused: 0 },
		});
		await page.context().close();
	});

	test('names the destination of a sync that has not reported yet', async () => {
		const agentId = `agent_new_${device}`;
		const sync = await aSync(agentId, []);
		const page = await openSignedIn(browser(), `${platform.url}/connections`, platform.token, viewport);
		// As the list is in the first moments of a sync, which pass too fast to look at.
		await page.route('**/v1/tasks?**', async (route) => {
			const response = await route.fetch();
			const { items, ...rest } = listed.parse(await response.json());
			await route.fulfill({ response, json: { ...rest, items: items.map((item) => ({ ...item, progress: null })) } });
		});
		await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Syncs' }).click();
		const heading = page.getByRole('heading', { name: `${agentId} to crm (webhook)` });
		await heading.waitFor();
		expect(await heading.isVisible()).toBe(true);
		await expectUsable(page, `sync-new-${device}.png`);
		// A list that is being read as the page closes is no failure.
		await page.unrouteAll({ behavior: 'ignoreErrors' });
		await page.context().close();
		await ask(platform, { method: 'POST', path: `${sync}/cancel` });
	});

	test('tries all refused leads again, and takes all from the list', async () => {
		const agentId = `agent_refused_${device}`;
		receiver.answer = () => ({ status: 422 });
		const sync = await aSync(agentId, ['ada', 'bob', 'carla']);
		const page = await openSignedIn(browser(), `${platform.url}/syncs`, platform.token, viewport);
		const card = page.getByRole('listitem').filter({ hasText: `${agentId} to crm (webhook)` });
		await card.getByRole('button', { name: '3 refused leads' }).click();
		const panel = page.getByRole('dialog', { name: 'Refused leads' });
		await panel.getByRole('button', { name: 'Retry all' }).click();
		await panel.getByText('3 refused leads are retried.').waitFor();
		await eventually(() => deliveriesOf(agentId).length === 6, Boolean, 'a sync brings its leads in pages');
		receiver.answer = () => ({ status: 200 });
		await panel.getByRole('button', { name: 'Retry all' }).click();
		await panel.getByText('No lead is refused.').waitFor();
		expect(await panel.getByRole('button', { name: /all$/ }).count()).toBe(0);
		await panel.getByRole('button', { name: 'Close' }).click();
		await card.getByText(/Synced\s*3/).waitFor();
		expect(deliveriesOf(agentId)).toHaveLength(9);

		receiver.answer = () => ({ status: 422 });
		for (const name of ['dan', 'eve'])
			await platform.admin.captureLead(agentId, { name, email: `${name}@example.com` });
		await card.getByRole('button', { name: 'Sync now' }).click();
		await card.getByRole('button', { name: '2 refused leads' }).click();
		const question = page.getByRole('dialog').filter({ hasText: 'Remove all refused leads from the list?' });
		await panel.getByRole('button', { name: 'Dismiss all' }).click();
		await expectUsable(page, `refused-leads-dismiss-${device}.png`);
		await question.getByRole('button', { name: 'No' }).click();
		expect((await ask(platform, { path: `${sync}/refused` })).body).toMatchObject({ items: [{}, {}] });
		await panel.getByRole('button', { name: 'Dismiss all' }).click();
		await question.getByRole('button', { name: 'Dismiss', exact: true }).click();
		await panel.getByText('No lead is refused.').waitFor();
		expect(await panel.getByRole('status').innerText()).toContain('2 refused leads are removed from the list');
		expect((await ask(platform, { path: `${sync}/refused` })).body).toMatchObject({ items: [] });
		await panel.getByRole('button', { name: 'Close' }).click();
		await card.getByText(/Refused\s*0/).waitFor();
		await page.context().close();
	});

	test('stays usable with 10,000 refused leads in 25 syncs', async () => {
		const leads = Array.from({ length: 400 }, (_, index) => ({
			leadId: 1_000 + index,
			reason: index % 4 === 0 ? 'PostgreSQL refused the row (22001): value too long' : 'It has no email.',
			at: new Date(Date.UTC(2026, 10, 1, 0, 0, index)).toISOString(),
		}));
		const page = await openSignedIn(browser(), platform.url, platform.token, viewport);
		await page.route('**/v1/tasks?**', (route) =>
			route.fulfill({
				json: { items: isOfRunningLeads(route.request().url()) ? fullSyncs : [], nextPageToken: null },
			}),
		);
		await page.route('**/v1/tasks/*/refused?**', (route) => {
			const query = Object.fromEntries(new URL(route.request().url()).searchParams);
			const asked = refusedLeadsQuery.parse(query);
			return route.fulfill({ json: refusedPage(leads, asked) });
		});
		await page.getByRole('link', { name: 'Syncs' }).click();
		await page.getByText('10,000 leads refused in 25 syncs.').waitFor();
		await expectUsable(page, `syncs-full-${device}.png`);
		await page.getByRole('button', { name: '400 refused leads: agent_7 to crm' }).click();
		const panel = page.getByRole('dialog', { name: 'Refused leads' });
		await panel.getByText('400 leads that the destination refused').waitFor();
		expect(await panel.getByRole('row').count()).toBe(51);
		await panel.getByRole('button', { name: 'Next leads' }).click();
		await panel.getByRole('cell', { name: 'Lead 1050', exact: true }).waitFor();
		await panel
			.getByLabel('Reason', { exact: true })
			.selectOption({ label: '100 leads: PostgreSQL refused the row (22001): value too long' });
		await panel.getByRole('button', { name: 'Retry 100 leads' }).waitFor();
		await panel.getByLabel(/^Find a lead/).fill('1396');
		await panel.getByRole('button', { name: 'Retry 1 lead', exact: true }).waitFor();
		await panel.getByLabel(/^Find a lead/).fill('1397');
		await panel.getByText('No refused lead matches.').waitFor();
		await panel.getByLabel(/^Find a lead/).fill('');
		await panel.getByRole('cell', { name: 'Lead 1000', exact: true }).waitFor();
		await expectUsable(page, `refused-leads-full-${device}.png`);
		await page.context().close();
	});

	test('reads all leads again from a day, and says what is wrong with one that is none or lies in the future', async () => {
		const agentId = `agent_again_${device}`;
		const sync = await aSync(agentId, ['ada', 'bob']);
		const page = await openSignedIn(browser(), `${platform.url}/syncs`, platform.token, viewport);
		const card = page.getByRole('listitem').filter({ hasText: `${agentId} to crm (webhook)` });
		await card.getByText(/Synced\s*2/).waitFor();
		await card.getByRole('button', { name: 'Details' }).click();
		const panel = page.getByRole('dialog');
		const day = panel.getByLabel('Read all leads again');
		const go = panel.getByRole('button', { name: 'Read again from' });
		const refused = async (text: RegExp) => {
			await panel.getByText(text).waitFor();
			expect(await day.getAttribute('aria-invalid')).toBe('true');
			expect(await day.evaluate((field) => field === document.activeElement)).toBe(true);
		};
		await go.click();
		await refused(/^This date is invalid/);
		// The thirty-first of February, as a person types it.
		await day.pressSequentially('02312026');
		await page.keyboard.press('Enter');
		await refused(/^This date is invalid/);
		await day.fill('2999-01-01');
		await go.click();
		await refused(/^2999-01-01 is in the future/);
		await expectUsable(page, `sync-read-again-${device}.png`);

		await day.fill('2020-01-01');
		await page.waitForResponse((response) => response.url().includes('/v1/tasks?'));
		await page.waitForResponse((response) => response.url().includes('/v1/tasks?'));
		expect(await day.inputValue()).toBe('2020-01-01');
		expect(deliveriesOf(agentId)).toHaveLength(2);
		await go.click();
		await panel.getByText('The sync reads all leads since 2020-01-01 again.').waitFor();
		expect(await day.getAttribute('aria-invalid')).toBe('false');
		await eventually(() => deliveriesOf(agentId).length === 4, Boolean, 'a sync brings its leads in pages');
		expect(new Set(deliveriesOf(agentId).map(({ webhookId }) => webhookId)).size).toBe(2);

		// Somebody else ends it while the panel is open.
		await ask(platform, { method: 'POST', path: `${sync}/cancel` });
		await day.waitFor({ state: 'detached' });
		await page.context().close();
	});
});

function deliveriesOf(agentId: string) {
	return receiver.deliveries.filter(({ data }) => data['agentId'] === agentId);
}
