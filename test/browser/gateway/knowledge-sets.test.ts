import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { type ApiClient, createClient } from '../../../api';
import { useBrowser } from '../../support/browser/use-browser';
import { ask, linkOf } from '../../support/gateway/ask';
import { Reviews } from '../../support/gateway/reviews';
import { type GatewayPlatform, startPlatform } from '../../support/gateway/start-platform';
import { expectUsable, openSignedIn, WIDTHS } from './look';

const browser = useBrowser();
let platform: GatewayPlatform;
let reviews: Reviews;
let api: ApiClient;

beforeAll(async () => {
	platform = await startPlatform({ clockFactor: 1_000 });
	reviews = new Reviews(platform);
	api = createClient({ baseUrl: platform.sandboxUrl, apiKey: platform.sandbox.seedKey });
});

afterAll(() => platform.close());

const HOURS = ['When do you open?', 'At nine, from Monday to Friday.'] as const;
const PARKING = ['May I park?', 'Yes, behind the house.'] as const;
const SHIPPING = ['Do you ship abroad?', 'Yes, to all of Europe.'] as const;
const SIZES = Array.from({ length: 120 }, (_, nth) => [`Do you have size ${nth + 20}?`, 'Yes, in the shop.'] as const);
const BY_HAND = 'At ten, because the lift is being repaired.';

type Rows = ReadonlyArray<readonly [string, string]>;

const csvOf = (rows: Rows, titles: string) => [titles, ...rows.map((row) => row.join(';'))].join('\n');

async function upload(rows: Rows, titles = 'question;answer'): Promise<string> {
	const csv = csvOf(rows, titles);
	const headers = { authorization: `Bearer ${platform.token}`, 'content-type': 'application/octet-stream' };
	const reply = await fetch(`${platform.url}/v1/blobs`, { method: 'PUT', headers, body: csv });
	return z.object({ blob: z.string() }).parse(await reply.json()).blob;
}

async function sync(agentId: string, key: string, source: object): Promise<void> {
	const body = { version: 1, connection: 'main', agentId, set: 'Questions & answers', ...source };
	const started = await ask(platform, { method: 'POST', path: '/v1/tasks/knowledge-sync', key, body });
	const { status } = await reviews.ended(linkOf(started));
	expect(status).toBe('completed');
}

async function pairs(agentId: string) {
	const { items } = await api.call('listQaPairs', { params: { id: agentId }, query: { limit: 100 } });
	return new Map(items.map((pair) => [pair.question, pair]));
}

async function changeByHand(agentId: string, question: string): Promise<void> {
	const pairId = (await pairs(agentId)).get(question)?.id ?? 0;
	await api.call('updateQaPair', { params: { id: agentId, pairId }, body: { answer: BY_HAND } });
}

const cardOf = (page: Page, agentId: string) => page.getByRole('listitem').filter({ hasText: `Of ${agentId} at main` });

test('says what a set is, while there is none', async () => {
	const viewport = WIDTHS[1][1];
	const page = await openSignedIn(browser(), `${platform.url}/knowledge`, platform.token, viewport);
	await page.getByRole('heading', { name: 'Sets (0)' }).waitFor();
	expect(await page.locator('main').innerText()).toContain('A set has a name and rows');
	await expectUsable(page);
	await page.context().close();
});

describe.each(WIDTHS)('the page of sets on a %s', (device, viewport) => {
	let agentId: string;
	beforeEach(async () => {
		({ id: agentId } = await platform.admin.createAgent({ name: `Shop ${device}`, website: platform.sandbox.siteUrl }));
	});

	test('shows what drifted, plans, and applies the plan that was read', async () => {
		await sync(agentId, `first-${device}`, { blob: await upload([...SIZES, HOURS, PARKING]) });
		await sync(agentId, `second-${device}`, { blob: await upload([...SIZES, HOURS, SHIPPING]) });
		await changeByHand(agentId, HOURS[0]);

		const page = await openSignedIn(browser(), `${platform.url}/knowledge`, platform.token, viewport);
		const card = cardOf(page, agentId);
		await card.getByText('122 pairs').waitFor();
		await card.getByText('In step', { exact: true }).waitFor();
		await expectUsable(page);
		await card.getByRole('link', { name: 'Questions & answers' }).click();

		const panel = page.getByRole('dialog', { name: 'Questions & answers' });
		await panel.getByText('122 items').waitFor();
		await panel.getByRole('button', { name: 'Older items' }).click();
		await panel.getByRole('button', { name: 'Newer items' }).waitFor();
		await panel.getByLabel('Find an item by its name').fill('ABROAD');
		await panel.getByText('1 item', { exact: true }).waitFor();
		await panel.getByRole('group', { name: 'Name, Type' }).getByText(SHIPPING[0]).waitFor();
		await panel.getByText('What differed').last().click();
		await panel.getByText('New (').waitFor();
		await panel.getByText('What differed').last().click();

		await panel.getByRole('button', { name: 'Plan now' }).click();
		const plan = panel.getByRole('region', { name: 'Plan', exact: true });
		await plan.getByText('1 changed by hand, 121 unchanged.').waitFor();
		await plan.getByRole('region', { name: 'Changed by hand' }).getByText(HOURS[0]).waitFor();
		for (const text of [BY_HAND, HOURS[1]]) await plan.getByText(text).waitFor();
		await panel.getByText('The last sync found 1 item that people changed by hand.').waitFor();
		await plan.getByRole('heading').first().scrollIntoViewIfNeeded();
		await expectUsable(page, `knowledge-set-${device}.png`);

		await plan.getByRole('button', { name: 'Apply this plan' }).click();
		await panel.getByText('A plan waits for a person').waitFor();
		await expectUsable(page);
		await panel.getByRole('button', { name: /^Review/ }).click();
		await page.getByRole('radio', { name: 'Approve' }).check();
		await page.getByLabel('Your name').fill('Ada');
		await page.getByRole('button', { name: 'Decide' }).click();
		await page.getByRole('heading', { name: 'This version was approved' }).waitFor();

		await page.goto(`${platform.url}/knowledge`);
		await cardOf(page, agentId).getByText('In step', { exact: true }).waitFor();
		expect((await pairs(agentId)).get(HOURS[0])?.answer).toBe(HOURS[1]);
		await page.context().close();
	});

	test('says where to run a set whose rows came with its sync', async () => {
		const [question, answer] = HOURS;
		await sync(agentId, `inline-${device}`, { rows: [{ type: 'qa', question, answer }], planOnly: true });
		const page = await openSignedIn(browser(), `${platform.url}/knowledge`, platform.token, viewport);
		const card = cardOf(page, agentId);
		await card.getByText('nothing yet').waitFor();
		await card.getByText('Differs', { exact: true }).waitFor();
		await card.getByRole('link', { name: 'Questions & answers' }).click();
		const panel = page.getByRole('dialog', { name: 'Questions & answers' });
		await panel.getByText('Run the sync there again to plan or apply it.').waitFor();
		await panel.getByRole('region', { name: 'Plan', exact: true }).getByText(question).waitFor();
		expect(await panel.getByRole('button', { name: /Plan now|Apply/ }).count()).toBe(0);
		await expectUsable(page);
		await page.context().close();
	});

	test('imports a new file with the columns and settings of the last sync, and makes its plan at once', async () => {
		const more = { mode: 'add', columns: { question: 'Frage', answer: 'Antwort' } };
		await sync(agentId, `german-${device}`, { blob: await upload([HOURS], 'Frage;Antwort'), ...more });
		const page = await openSignedIn(browser(), `${platform.url}/knowledge`, platform.token, viewport);
		await cardOf(page, agentId).getByRole('link', { name: 'Questions & answers' }).click();
		await page.getByRole('link', { name: 'Import a new file' }).click();
		const panel = page.getByRole('dialog', { name: 'Import a table' });
		await panel.locator('#import-set').waitFor();
		expect(await panel.locator('#import-set').inputValue()).toBe('Questions & answers');
		expect(await panel.locator('#import-mode').inputValue()).toBe('add');
		const buffer = Buffer.from(csvOf([PARKING], 'Frage;Antwort'));
		await panel.locator('#import-blob').setInputFiles({ name: 'neu.csv', mimeType: 'text/csv', buffer });
		await panel.getByRole('region', { name: 'New' }).getByText(PARKING[0]).waitFor();
		await panel.getByRole('region', { name: 'Stays, although no row wants it' }).getByText(HOURS[0]).waitFor();
		await expectUsable(page);
		await page.context().close();
	});

	test('says what the gateway no longer has: the texts of a plan, and the file of a set', async () => {
		const [question, answer] = HOURS;
		await sync(agentId, `expired-${device}`, { blob: await upload([HOURS]), planOnly: true });
		const { directory } = platform.config.blobs;
		for (const prefix of ['files', 'uploads']) await rm(join(directory, prefix), { recursive: true });
		const url = `${platform.url}/knowledge`;
		const page = await openSignedIn(browser(), url, platform.token, viewport);
		await cardOf(page, agentId).getByRole('link', { name: 'Questions & answers' }).click();
		const panel = page.getByRole('dialog', { name: 'Questions & answers' });
		const plan = panel.getByRole('region', { name: 'Plan', exact: true });
		await plan.getByText('The gateway no longer has the texts of this plan.').waitFor();
		await plan.getByText(question).waitFor();
		expect(await plan.getByText(answer).count()).toBe(0);
		await panel.getByRole('button', { name: 'Plan now' }).click();
		await panel.getByText('The gateway no longer has the file of this set: uploads expire.').waitFor();
		await page.context().close();
	});
});
