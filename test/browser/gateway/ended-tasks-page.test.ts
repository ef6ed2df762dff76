import type { Locator } from 'playwright-core';
import { z } from 'zod';
import { eventually } from '../../support/time/eventually';
import { useBrowser } from '../../support/browser/use-browser';
import { ask, idOf, linkOf, retrain } from '../../support/gateway/ask';
import { type GatewayPlatform, startPlatform } from '../../support/gateway/start-platform';
import { WebhookReceiver } from '../../support/gateway/webhook-receiver';
import { expectUsable, openSignedIn, WIDTHS } from './look';

/** How much faster the sandbox's clock goes: a page of a training that lingers takes ten seconds, or a tenth of one. */
const FAST = 1_000;
const AT_ONCE = 100_000;
const LINGERING_SECONDS = 10_000;
/** Two whole pages of the list, and a third that is not full. */
const EXPORTS = 43;

const browser = useBrowser();
let receiver: WebhookReceiver;
let platform: GatewayPlatform;

beforeAll(async () => {
	receiver = await WebhookReceiver.start();
	platform = await startPlatform({ webhookHosts: [receiver.host], clockFactor: FAST });
	const links = await Promise.all(Array.from({ length: EXPORTS }, (_, index) => startExport(`export ${index}`)));
	for (const link of links) await ask(platform, { path: `${link}?wait=60` });
});

afterAll(async () => {
	await platform.close();
	await receiver.close();
});

async function startExport(key: string) {
	const body = { version: 1, connection: 'main', agentIds: ['agent_sales'], format: 'csv' };
	return linkOf(await ask(platform, { method: 'POST', path: '/v1/tasks/lead-export', key, body }));
}

/** A training of an agent of its own that was cancelled while it ran. */
async function aCancelledTraining(name: string) {
	const agent = await platform.admin.createAgent({
		name,
		website: platform.sandbox.siteUrl,
		pageSeconds: LINGERING_SECONDS,
	});
	const started = await ask(platform, retrain(name, { agentId: agent.id }));
	const [id, link] = [idOf(started), linkOf(started)];
	await ask(platform, { method: 'POST', path: `${link}/cancel` });
	expect((await ask(platform, { path: `${link}?wait=50` })).body).toMatchObject({ status: 'cancelled' });
	return { id, link };
}

describe.each(WIDTHS)('the page of tasks that have ended on a %s', (device, viewport) => {
	test('starts one again under its id, until it has completed', async () => {
		const { id, link } = await aCancelledTraining(`again-${device}`);
		const page = await openSignedIn(browser(), `${platform.url}/tasks?type=retrain-and-wait`, platform.token, viewport);
		const card = page.locator(`li[data-key="${id}"]`);
		await card.getByText('Cancelled').waitFor();
		await card.getByRole('button', { name: 'Details' }).click();
		const panel = page.getByRole('dialog');
		const again = panel.getByRole('button', { name: 'Retry' });
		await again.waitFor();
		await expectUsable(page, `task-cancelled-${device}.png`);
		await again.click();
		await panel.getByText('The task was started again.').waitFor();
		await panel.getByRole('button', { name: 'Cancel' }).waitFor();
		expect(await again.count()).toBe(0);
		expect((await ask(platform, { path: link })).body).toMatchObject({ id, status: 'running' });
		await platform.admin.setSettings({ clockFactor: AT_ONCE });
		// One page of the sandbox's site cannot be read.
		await panel.getByText('Completed, some pages failed', { exact: true }).waitFor();
		expect(await again.count()).toBe(0);
		await panel.getByRole('button', { name: 'Close' }).click();
		await card.getByText('Completed, some pages failed', { exact: true }).waitFor();
		await platform.admin.setSettings({ clockFactor: FAST });
		await page.context().close();
	});

	test('tells subscribers again of the end that they were told of, and says when there is nobody to tell', async () => {
		const { id } = await aCancelledTraining(`told-${device}`);
		const page = await openSignedIn(browser(), `${platform.url}/tasks`, platform.token, viewport);
		await page.locator(`li[data-key="${id}"]`).getByRole('button', { name: 'Details' }).click();
		const panel = page.getByRole('dialog');
		const tell = panel.getByRole('button', { name: 'Notify subscribers again' });
		await tell.click();
		await panel.getByText('No subscription wants task.failed, so it is not sent.').waitFor();
		const subscription = await ask(platform, {
			method: 'POST',
			path: '/v1/subscriptions',
			key: device,
			body: { url: receiver.url, events: ['task.failed'] },
		});
		await tell.click();
		await panel.getByText('task.failed is sent again to one subscription.').waitFor();
		await tell.click();
		await expectUsable(page, `task-told-again-${device}.png`);
		const told = await toldOf(id, 2);
		const [first] = told;
		expect(told.map(({ body }) => body)).toEqual([first?.body, first?.body]);
		expect(new Set(told.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
		await ask(platform, { method: 'DELETE', path: `/v1/subscriptions/${encodeURIComponent(idOf(subscription))}` });
		await page.context().close();
	});

	test('leads through all of them page by page, by the keyboard too, and back', async () => {
		const page = await openSignedIn(
			browser(),
			`${platform.url}/tasks?type=lead-export&status=completed`,
			platform.token,
			viewport,
		);
		const section = page.getByRole('region', { name: 'Ended' });
		const cards = section.getByRole('listitem');
		const [older, newer] = [
			section.getByRole('button', { name: 'Older' }),
			section.getByRole('button', { name: 'Newer' }),
		];
		const shown = () => cards.evaluateAll((items) => items.map((item) => item.getAttribute('data-key')));
		/** Waits until another page is there. */
		const turned = (from: ReadonlyArray<string | null>) =>
			eventually(shown, ([first]) => first !== from[0], 'the page changes a moment after the click');
		await older.waitFor();
		expect(await newer.count()).toBe(0);
		const first = await shown();
		await older.click();
		const second = await turned(first);
		expect(await isInSight(section.getByRole('heading', { name: 'Ended' }))).toBe(true);
		await expectUsable(page, `tasks-older-${device}.png`);
		await older.focus();
		await page.keyboard.press('Enter');
		const third = await turned(second);
		expect([first.length, second.length, third.length]).toEqual([20, 20, EXPORTS - 40]);
		expect(new Set([...first, ...second, ...third]).size).toBe(EXPORTS);
		expect(await older.count()).toBe(0);

		await newer.focus();
		await page.keyboard.press('Enter');
		expect(await turned(third)).toEqual(second);
		await newer.click();
		expect(await turned(second)).toEqual(first);
		expect(await newer.count()).toBe(0);

		await older.click();
		await turned(first);
		await page.getByLabel('Type').selectOption('');
		await newer.waitFor({ state: 'detached' });
		expect(await cards.count()).toBe(20);
		await page.context().close();
	});
});

function isInSight(element: Locator): Promise<boolean> {
	return element.evaluate((node) => {
		const { top, bottom } = node.getBoundingClientRect();
		return top >= 0 && bottom <= window.innerHeight;
	});
}

/** What the receiver was told of a task, once it was told so often. */
async function toldOf(id: string, count: number) {
	return eventually(
		() => receiver.received.filter(({ body }) => taskOf(body.data) === id),
		({ length }) => length >= count,
		'each message is sent by a workflow of its own',
	);
}

function taskOf({ task }: Record<string, unknown>): string {
	return z.looseObject({ id: z.string() }).parse(task).id;
}
