import type { Page } from 'playwright-core';
import { useBrowser } from '../../support/browser/use-browser';
import { ask } from '../../support/gateway/ask';
import { type GatewayPlatform, startPlatform } from '../../support/gateway/start-platform';
import { WebhookReceiver } from '../../support/gateway/webhook-receiver';
import { type PostgresqlCluster, query, startCluster } from '../../support/postgresql/start-cluster';
import { expectUsable, openSignedIn, WIDTHS } from './look';

/** It is there before the first page asks: the gateway keeps the list of agents for 30 s. */
const AGENT = 'agent_preview';

const browser = useBrowser();
let cluster: PostgresqlCluster;
let url: string;
let receiver: WebhookReceiver;
let platform: GatewayPlatform;

beforeAll(async () => {
	[cluster, receiver] = await Promise.all([startCluster(), WebhookReceiver.start()]);
	url = await cluster.database('crm');
	await query(url, 'CREATE TABLE people (source text, nr bigint, mail text, PRIMARY KEY (source, nr))');
	platform = await startPlatform({
		webhookHosts: [receiver.host],
		destinations: {
			people: { type: 'postgresql', url, table: 'people', columns: { source: 'connection', nr: 'id', mail: 'email' } },
		},
	});
});
beforeAll(async () => {
	await platform.admin.createAgent({ id: AGENT, name: AGENT, website: platform.sandbox.siteUrl });
	for (const name of ['Ada', 'Bob', 'Carla', 'Dan'])
		await platform.admin.captureLead(AGENT, { name, email: `${name.toLowerCase()}@example.com` });
});
afterAll(async () => {
	await platform.close();
	await receiver.close();
	await cluster.stop();
});
afterEach(() => {
	receiver.status = 200;
});

const cardOf = (page: Page, name: string) =>
	page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, level: 2 }) });

async function open(viewport: { width: number; height: number }): Promise<Page> {
	const page = await openSignedIn(browser(), `${platform.url}/destinations`, platform.token, viewport);
	await cardOf(page, 'people').waitFor();
	return page;
}

describe.each(WIDTHS)('the page of destinations on a %s', (device, viewport) => {
	test('checks a destination, previews leads, and says at the field that its column is gone', async () => {
		await query(url, 'ALTER TABLE people ADD COLUMN IF NOT EXISTS mail text');
		const page = await open(viewport);
		const card = cardOf(page, 'people');
		await card.getByRole('button', { name: 'Check the destination people' }).click();
		await card.getByText(/^Leads can be written\./).waitFor();

		await card.getByRole('button', { name: 'Preview leads for people' }).click();
		const panel = page.getByRole('dialog', { name: 'Preview for people' });
		await panel.getByRole('button', { name: 'Show three leads' }).click();
		await panel.getByText('Connection is missing.').waitFor();
		await panel.getByLabel('Connection').selectOption('main');
		await panel.getByRole('combobox', { name: /^Agent/ }).selectOption(AGENT);
		await query(url, 'ALTER TABLE people DROP COLUMN mail');
		await panel.getByRole('button', { name: 'Show three leads' }).click();
		await panel.getByText('dan@example.com').waitFor();
		expect(await panel.getByText('@example.com').count()).toBe(3);
		await panel.getByText(/^This field has no column "mail" in "public"\."people"/).waitFor();
		await expectUsable(page, `destination-preview-${device}.png`);
		await panel.getByRole('button', { name: 'Close' }).click();
		expect(await query(url, 'SELECT 1 FROM people')).toEqual([]);

		await card.getByRole('button', { name: 'Check the destination people' }).click();
		await card
			.getByRole('row')
			.filter({ hasText: 'mail' })
			.getByText(/^This field has no column/)
			.waitFor();
		await expectUsable(page, `destinations-${device}.png`);
		await page.context().close();
	});

	test('creates a webhook, shows its secret once, edits it beside somebody else, and deletes it', async () => {
		const name = `leads-${device}`;
		const page = await open(viewport);
		await page.getByRole('button', { name: 'New webhook' }).click();
		const panel = page.getByRole('dialog', { name: 'New webhook' });
		await panel.getByRole('button', { name: 'Create the webhook' }).click();
		await panel.getByText('Name is missing.').waitFor();
		await panel.getByText('Address is missing.').waitFor();
		await panel.getByLabel('Name').first().fill('people');
		await panel.getByLabel('Address').fill('https://leads.example.com/hook');
		await panel.getByRole('button', { name: 'Create the webhook' }).click();
		await panel.getByText(/Address leads to leads\.example\.com:443, which is not allowed/).waitFor();
		await expectUsable(page, `webhook-refused-${device}.png`);
		await panel.getByLabel('Address').fill(receiver.url);
		await panel.getByRole('button', { name: 'Create the webhook' }).click();
		await panel.getByText(/Name: "people" is in the configuration file/).waitFor();
		await panel.getByLabel('Name').first().fill(name);
		await panel.getByLabel('Only what I choose').check();
		await panel.getByLabel('Email address').check();
		await panel.getByLabel('Single form fields').fill('budget');

		const respond = await withoutResponses(page);
		await panel.getByRole('button', { name: 'Create the webhook' }).click();
		await panel.getByText(/Whether it was saved is unknown/).waitFor();
		await respond();
		expect(await panel.getByLabel('Single form fields').inputValue()).toBe('budget');
		await panel.getByRole('button', { name: 'Create the webhook' }).click();
		const secret = await panel.getByLabel('Secret').inputValue();
		expect(secret).toMatch(/^whsec_/);
		await expectUsable(page, `webhook-secret-${device}.png`);
		await panel.getByRole('button', { name: 'Close' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
		const card = cardOf(page, name);
		await card.getByRole('button', { name: `Check the destination ${name}` }).click();
		await card.getByText(/^Leads can be written\./).waitFor();
		expect(receiver.received.at(-1)?.isSignedBy(secret)).toBe(true);

		await card.getByRole('button', { name: `Edit ${name}` }).click();
		const edit = page.getByRole('dialog', { name: `Webhook ${name}` });
		await edit.getByLabel('City').check();
		await changedByAnother(name);
		await edit.getByRole('button', { name: 'Save' }).click();
		await edit.getByText(/"tester" changed the destination/).waitFor();
		await edit.getByText('Saved by tester meanwhile:').waitFor();
		expect(await edit.getByLabel('City').isChecked()).toBe(true);
		await expectUsable(page, `webhook-changed-${device}.png`);
		await edit.getByRole('button', { name: 'Save' }).click();
		await edit.waitFor({ state: 'detached' });
		const { body } = await ask(platform, { path: `/v1/destinations/${name}` });
		expect(body).toMatchObject({ fields: ['email', 'city', 'fields.budget'] });

		await card.getByRole('button', { name: `Delete ${name}` }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
		await card.waitFor({ state: 'detached' });
		await page.context().close();
	});

	test('asks before it closes a form in which somebody has typed', async () => {
		const page = await open(viewport);
		await page.getByRole('button', { name: 'New webhook' }).click();
		const panel = page.getByRole('dialog', { name: 'New webhook' });
		await panel.getByLabel('Name').first().fill('half');
		await page.keyboard.press('Escape');
		await page.getByRole('dialog').getByRole('button', { name: 'No' }).click();
		expect(await panel.getByLabel('Name').first().inputValue()).toBe('half');
		await page.context().close();
	});
});

/** Somebody else saves other settings first. */
async function changedByAnother(name: string): Promise<void> {
	const reply = await fetch(`${platform.url}/v1/destinations/${name}`, {
		method: 'PUT',
		headers: {
			authorization: `Bearer ${platform.token}`,
			'content-type': 'application/json',
			'if-match': '"1"',
			'idempotency-key': 'another',
		},
		body: JSON.stringify({ url: receiver.url, fields: ['name'] }),
	});
	expect(reply.status).toBe(200);
}

/** Requests that change something reach the gateway, and their responses are lost. @returns ends it */
async function withoutResponses(page: Page): Promise<() => Promise<void>> {
	await page.route('**/v1/destinations', async (route) => {
		if (route.request().method() !== 'POST') return route.continue();
		await route.fetch();
		return route.abort();
	});
	return () => page.unroute('**/v1/destinations');
}
