import type { Page } from 'playwright-core';
import { eventually } from '../../support/time/eventually';
import { useBrowser } from '../../support/browser/use-browser';
import { ask } from '../../support/gateway/ask';
import { Chat } from '../../support/gateway/chat';
import { type GatewayPlatform, startPlatform } from '../../support/gateway/start-platform';
import { WebhookReceiver } from '../../support/gateway/webhook-receiver';
import { expectUsable, openSignedIn, WIDTHS } from './look';

const STARTER = 's'.repeat(24);

const browser = useBrowser();
let receiver: WebhookReceiver;
let chat: Chat;
let platform: GatewayPlatform;

beforeAll(async () => {
	[receiver, chat] = await Promise.all([WebhookReceiver.start(), Chat.start()]);
	platform = await startPlatform({
		webhookHosts: [receiver.host, chat.host],
		moreTokens: [{ name: 'starter', token: STARTER, roles: ['read', 'start'] }],
	});
});
afterAll(async () => {
	await platform.close();
	await Promise.all([receiver.close(), chat.close()]);
});
afterEach(() => {
	receiver.status = 200;
});

const cardOf = (page: Page, name: string) =>
	page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, level: 2 }) });

describe.each(WIDTHS)('the page of notifications on a %s', (device, viewport) => {
	test('creates a subscription, sends a test, shows what came of it, and sends it again', async () => {
		const name = `Alerts ${device}`;
		const page = await openSignedIn(browser(), `${platform.url}/notifications`, platform.token, viewport);
		await page.getByRole('button', { name: 'New subscription' }).click();
		const panel = page.getByRole('dialog', { name: 'New subscription' });
		await panel.getByText(`Allowed hosts: ${receiver.host}, ${chat.host}.`).waitFor();
		await panel.getByRole('button', { name: 'Create the subscription' }).click();
		await panel.getByText('Address is missing.').waitFor();
		await panel.getByLabel('Where the messages go').selectOption('email');
		await panel.getByLabel('Recipients').fill('ada@team.example\nbob@');
		await panel.getByRole('button', { name: 'Create the subscription' }).click();
		await panel.getByText('Recipients, line 2, is not an email address.').waitFor();
		await expectUsable(page, `subscription-refused-${device}.png`);
		await panel.getByLabel('Where the messages go').selectOption('events');
		await panel.getByLabel('Address').fill(receiver.url);
		await panel.getByLabel('Time zone').fill('Europe/Nowhere');
		await panel.getByLabel('Name').fill(name);
		await panel.getByRole('button', { name: 'Create the subscription' }).click();
		await panel.getByText(/Time zone is not a time zone/).waitFor();
		await panel.getByLabel('Time zone').fill('berlin');
		await panel.getByLabel('Name').focus();
		expect(await panel.getByLabel('Time zone').inputValue()).toBe('Europe/Berlin');
		await panel.getByRole('button', { name: 'Create the subscription' }).click();
		const secret = await panel.getByLabel('Secret').inputValue();
		await expectUsable(page, `subscription-secret-${device}.png`);
		await panel.getByRole('button', { name: 'Close' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();

		const card = cardOf(page, name);
		expect(await card.innerText()).toContain(`http://${receiver.host}/…`);
		const before = receiver.received.length;
		await card.getByRole('button', { name: `Send a test to ${name}` }).click();
		await card.getByText(/^A sample of “A task failed, or did not do what was asked” is on its way\./).waitFor();
		await card.getByRole('button', { name: `Deliveries of ${name}` }).click();
		const deliveries = page.getByRole('dialog', { name: `Deliveries: ${name}` });
		await deliveries.getByText('Delivered', { exact: true }).waitFor();
		await deliveries.getByText('A test, about no task').waitFor();
		await expectUsable(page, `deliveries-${device}.png`);
		await deliveries.getByRole('button', { name: /^Send again/ }).click();
		await deliveries.getByText('Delivered', { exact: true }).nth(1).waitFor();
		// A pending delivery of another test may arrive meanwhile.
		const sent = receiver.received.slice(before).filter((message) => message.isSignedBy(secret));
		expect(sent.map(({ headers }) => headers['webhook-id'])).toEqual([
			...[sent[0]?.headers['webhook-id'], sent[0]?.headers['webhook-id']],
		]);

		receiver.status = 503;
		await deliveries
			.getByRole('button', { name: /^Send again/ })
			.first()
			.click();
		await deliveries.getByText('Failing', { exact: true }).waitFor();
		await deliveries.getByText(/^Next:/).waitFor();
		await expectUsable(page, `deliveries-failing-${device}.png`);
		await deliveries.getByRole('button', { name: 'Close' }).click();
		await card.getByText('1 message did not arrive, the oldest').waitFor();
		await card.getByText('Failing', { exact: true }).waitFor();
		await expectUsable(page, `notifications-failing-${device}.png`);
		await page.getByRole('link', { name: 'Overview' }).click();
		await page.getByRole('heading', { name: /^Notifications that do not arrive/ }).waitFor();
		await expectUsable(page, `overview-undelivered-${device}.png`);
		await page.context().close();
	});

	test('edits, pauses and deletes one, and shows no address of a chat', async () => {
		const name = `Chat ${device}`;
		await ask(platform, {
			method: 'POST',
			path: '/v1/subscriptions',
			key: name,
			body: { format: 'slack', url: chat.slackUrl, events: ['task.failed'], description: name },
		});
		const page = await openSignedIn(browser(), `${platform.url}/notifications`, platform.token, viewport);
		const card = cardOf(page, name);
		await card.getByRole('button', { name: `Edit ${name}` }).click();
		const panel = page.getByRole('dialog', { name });
		expect(await panel.getByLabel('Address').inputValue()).toBe('');
		await panel.getByLabel('A sync has been blocked for 5 minutes').check();
		await panel.getByRole('button', { name: 'Save' }).click();
		await panel.waitFor({ state: 'detached' });
		await card.getByText('A sync has been blocked for 5 minutes').waitFor();
		expect(await page.content()).not.toContain('path-secret');
		const before = chat.slack.length;
		await card.getByRole('button', { name: `Send a test to ${name}` }).click();
		await card.getByText(/is on its way/).waitFor();
		await eventually(() => chat.slack.length > before, Boolean, 'each message is sent by a workflow of its own');

		await card.getByRole('button', { name: `Pause ${name}` }).click();
		await card.getByText('Paused', { exact: true }).waitFor();
		expect(await card.getByRole('button', { name: /^Send a test/ }).count()).toBe(0);
		await card.getByRole('button', { name: `Resume ${name}` }).click();
		await card.getByText('Active', { exact: true }).waitFor();
		await expectUsable(page, `notifications-${device}.png`);
		expect(chat.refused).toEqual([]);
		await card.getByRole('button', { name: `Delete ${name}` }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
		await card.waitFor({ state: 'detached' });
		await page.context().close();
	});

	test('offers nothing that the token may not do', async () => {
		const name = `Reviews ${device}`;
		await ask(platform, {
			method: 'POST',
			path: '/v1/subscriptions',
			key: name,
			body: { url: `${receiver.url}/secret`, events: ['review.requested'], description: name },
		});
		const page = await openSignedIn(browser(), `${platform.url}/notifications`, STARTER, viewport);
		const card = cardOf(page, name);
		await card.getByRole('button', { name: `Deliveries of ${name}` }).waitFor();
		expect(await card.getByRole('button', { name: /^(Edit|Pause)/ }).count()).toBe(0);
		await page.getByRole('button', { name: 'New subscription' }).click();
		const panel = page.getByRole('dialog', { name: 'New subscription' });
		await panel.getByLabel('A task came to its end').waitFor();
		expect(await panel.getByLabel('A mail waits for a review').count()).toBe(0);
		await page.context().close();
	});
});
