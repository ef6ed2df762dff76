import { createClient } from '../../../api';
import { knowledgeSyncResultSchema } from '../../../workflows/knowledge-sync/contract';
import { useBrowser } from '../../support/browser/use-browser';
import { ask, linkOf } from '../../support/gateway/ask';
import type { Mailboxes } from '../../support/gateway/mailboxes';
import type { Reviews } from '../../support/gateway/reviews';
import { reviewsOn } from '../../support/gateway/reviews-on';
import { type GatewayPlatform, startPlatform } from '../../support/gateway/start-platform';
import { expectUsable, openSignedIn, WIDTHS } from './look';

const browser = useBrowser();
let platform: GatewayPlatform;
let mail: Mailboxes;
let reviews: Reviews;

beforeAll(async () => {
	platform = await startPlatform({ clockFactor: 1_000 });
	({ mail, reviews } = await reviewsOn(platform));
});

afterAll(() => platform.close());

const pair = (question: string, answer: string) => ({ type: 'qa', question, answer });
const HOURS = pair('When do you open?', 'At nine, from Monday to Friday.');
const SIZES = Array.from({ length: 15 }, (_, nth) => pair(`Do you have size ${nth + 34}?`, 'Yes, in the shop.'));

async function sync(agentId: string, key: string, rows: object[], more: object = {}): Promise<string> {
	const body = { version: 1, connection: 'main', agentId, set: 'Handbook', rows, ...more };
	return linkOf(await ask(platform, { method: 'POST', path: '/v1/tasks/knowledge-sync', key, body }));
}

test.each(WIDTHS)(
	'on a %s it shows what a plan changes, keeps what is ticked, and applies the rest',
	async (device, viewport) => {
		const { id: agentId } = await platform.admin.createAgent({
			name: `Shop ${device}`,
			website: platform.sandbox.siteUrl,
		});
		await reviews.ended(await sync(agentId, `first-${device}`, [HOURS, ...SIZES]));
		const api = createClient({ baseUrl: platform.sandboxUrl, apiKey: platform.sandbox.seedKey });
		const listed = () => api.call('listQaPairs', { params: { id: agentId }, query: { limit: 100 } });
		const pairId = (await listed()).items.find(({ question }) => question === HOURS.question)?.id ?? 0;
		const byHand = 'At ten, because the lift is being repaired.';
		await api.call('updateQaPair', { params: { id: agentId, pairId }, body: { answer: byHand } });

		const reviewer = `knowledge-${device}@team.example`;
		const rows = [HOURS, ...SIZES.slice(0, 2), pair('Do you ship abroad?', 'Yes, to all of Europe.')];
		const link = await sync(agentId, `second-${device}`, rows, { reviewers: [reviewer] });
		const { subject, text } = await mail.untilReceived(reviewer);
		expect([subject, text]).toEqual([
			'Please decide on a plan: Handbook',
			expect.stringContaining('deletes 13 of the 16'),
		]);

		const console = await openSignedIn(browser(), `${platform.url}/tasks`, platform.token, viewport);
		await console.getByText('The plan deletes 13 of the 16 items').first().waitFor();
		await console.context().close();

		const context = await browser().newContext({ viewport, deviceScaleFactor: 2 });
		const page = await context.newPage();
		page.setDefaultTimeout(30_000);
		await page.goto(platform.url + (/\/review\/\S+/.exec(text)?.[0] ?? ''));
		const main = await page.locator('main').innerText();
		for (const part of ['Handbook', '1 to add, 13 to delete, 1 changed by hand', byHand, HOURS.answer, 'size 48'])
			expect(main).toContain(part);
		const tick = (question: string) =>
			page.getByRole('listitem').filter({ hasText: question }).getByLabel('Leave it as it is');
		await tick(HOURS.question).check();
		await tick('size 48').check();
		await page.getByRole('heading', { name: 'Changed by hand' }).scrollIntoViewIfNeeded();
		await expectUsable(page, `review-plan-${device}.png`);
		await page.getByRole('radio', { name: 'Approve' }).check();
		await page.getByRole('button', { name: 'Decide' }).click();
		await page.getByRole('heading', { name: 'This version was approved' }).waitFor();

		const result = knowledgeSyncResultSchema.parse((await reviews.ended(link)).result);
		expect([result.outcome, result.decisions]).toEqual([
			'applied',
			[expect.objectContaining({ by: reviewer, via: 'page' })],
		]);
		const answers = new Map((await listed()).items.map(({ question, answer }) => [question, answer]));
		expect([...answers.keys()].toSorted()).toEqual(
			[...rows.map(({ question }) => question), 'Do you have size 48?'].toSorted(),
		);
		expect(answers.get(HOURS.question)).toBe(byHand);
		await page.getByText('Everything', { exact: false }).or(page.getByText('brought into step')).first().waitFor();
		await context.close();
	},
);
