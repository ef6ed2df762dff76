import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { eventually, isThere } from '../../support/time/eventually';
import { TASK_TYPES } from '../../../workflows/contracts';
import type { Field } from '../../../worker/gateway/console/forms/field';
import { type FieldSchema, fieldsOf } from '../../../worker/gateway/console/forms/fields-of';
import { taskPageSchema } from '../../../worker/gateway/schemas';
import { definitions } from '../../../worker/tasks/definitions';
import { useBrowser } from '../../support/browser/use-browser';
import { ask } from '../../support/gateway/ask';
import { Mailboxes } from '../../support/gateway/mailboxes';
import { type GatewayPlatform, startPlatform } from '../../support/gateway/start-platform';
import { expectUsable, openSignedIn, signInAgainAfter, type Viewport, WIDTHS } from './look';

const reader = randomBytes(24).toString('hex');

const browser = useBrowser();
let platform: GatewayPlatform;

beforeAll(async () => {
	platform = await startPlatform({
		clockFactor: 1_000,
		moreTokens: [{ name: 'reader', token: reader, roles: ['read'] }],
	});
	await new Mailboxes(platform).active('help@shop.example');
});

afterAll(() => platform.close());

async function openForm(type: string, viewport: Viewport, token = platform.token): Promise<Page> {
	return openSignedIn(browser(), `${platform.url}/start?type=${type}`, token, viewport);
}

/** The ids of the tasks of a type. */
async function tasksOf(type: string): Promise<string[]> {
	const { body } = await ask(platform, { path: `/v1/tasks?type=${type}&limit=100` });
	return taskPageSchema.parse(body).items.map(({ id }) => id);
}

/** The number of tasks of a type, once the list has this number. It lags behind the starts. */
async function untilTasks(type: string, count: number): Promise<number> {
	return eventually(
		async () => {
			const { length } = await tasksOf(type);
			return length >= count ? length : null;
		},
		isThere,
		`${count} tasks`,
	);
}

const start = (page: Page) => page.getByRole('button', { name: 'Start the task' });
const field = (page: Page, name: string) => page.locator(`[id="start-${name}"]`);

/** Whether the field is marked as wrong, and has the focus. */
async function expectWrong(page: Page, name: string, sentence: string) {
	await page.getByText(sentence, { exact: true }).waitFor();
	expect(await field(page, name).getAttribute('aria-invalid')).toBe('true');
	expect(await field(page, name).evaluate((control) => control === document.activeElement)).toBe(true);
}

/** How each kind of field is filled in. */
const CONTROLS: Record<Field['kind']['is'], RegExp> = {
	text: /^(input:text|textarea:textarea|select:select-one)$/,
	number: /^input:text$/,
	'yes-no': /^input:checkbox$/,
	choice: /^select:select-one$/,
	date: /^input:date$/,
	texts: /^(textarea:textarea|fieldset:fieldset)$/,
	named: /^textarea:textarea$/,
	json: /^textarea:textarea$/,
	rows: /^fieldset:fieldset$/,
	upload: /^input:file$/,
};

describe.each(WIDTHS)('the page that starts tasks on a %s', (device, viewport) => {
	test.each(TASK_TYPES)('shows each field of %s with its label, and as its kind', async (type) => {
		const page = await openForm(type, viewport);
		await page.getByRole('heading', { name: definitions[type].title }).waitFor();
		await start(page).waitFor();
		for (const options of await page.locator('details').all()) await options.locator('summary').click();
		const fields = fieldsOf(
			JSON.parse(JSON.stringify(z.toJSONSchema(definitions[type].input, { io: 'input' }))) as FieldSchema,
		);
		for (const { name, label, kind } of fields) {
			await field(page, name).waitFor();
			const shown = await field(page, name).evaluate((control) => {
				const named = control instanceof HTMLFieldSetElement ? control.querySelector('legend') : null;
				const { tagName, type: inputType, labels } = control as HTMLInputElement;
				return {
					control: `${tagName}:${inputType}`.toLowerCase(),
					label: (named ?? labels?.[0])?.textContent ?? '',
				};
			});
			expect([name, shown.label.replace(/ *required$/, '').trim()]).toEqual([name, label]);
			expect([name, shown.control]).toEqual([name, expect.stringMatching(CONTROLS[kind.is])]);
		}
		await expectUsable(page, `start-${type}-${device}.png`);
		await page.context().close();
	});

	test('starts a task that a card names, and leads to it', async () => {
		const page = await openSignedIn(browser(), `${platform.url}/start`, platform.token, viewport);
		await page.getByRole('heading', { name: 'Add sources' }).waitFor();
		await expectUsable(page, `start-cards-${device}.png`);
		await page.getByRole('link', { name: 'Retrain and wait' }).click();
		await start(page).click();
		await expectWrong(page, 'connection', 'Connection is missing.');
		expect(await page.getByText('Agent is missing.').count()).toBe(1);
		await expectUsable(page, `start-missing-${device}.png`);
		await field(page, 'connection').selectOption('main');
		await page.getByText('Connection is missing.').waitFor({ state: 'detached' });
		await field(page, 'agentId').selectOption('agent_sales');
		await start(page).click();
		await page.getByText('The task was started.').waitFor();
		await expectUsable(page, `start-started-${device}.png`);
		await page.getByRole('button', { name: 'Open the task' }).click();
		await page.getByRole('dialog').getByText('agent_sales').first().waitFor();
		await page.context().close();
	});

	test('says at each field what is wrong, in the words of the form', async () => {
		const page = await openForm('lead-export', viewport);
		await field(page, 'connection').selectOption('main');
		await field(page, 'startDate').fill('2026-02-01');
		await field(page, 'endDate').fill('2026-01-01');
		await field(page, 'lastDays').fill('some');
		await start(page).click();
		await expectWrong(page, 'lastDays', 'Last days must be a whole number.');
		await field(page, 'lastDays').fill('');
		await start(page).click();
		await expectWrong(page, 'endDate', 'Last day is before “First day”.');
		await expectUsable(page, `start-refused-${device}.png`);
		await field(page, 'endDate').fill('');
		await field(page, 'lastDays').fill('7');
		await start(page).click();
		await expectWrong(
			page,
			'lastDays',
			'Last days cannot be combined with “First day” or “Last day”; remove either “Last days” or the dates.',
		);
		await field(page, 'startDate').fill('');
		// The thirty-first of February, as a person types it.
		await field(page, 'endDate').pressSequentially('02312026');
		await page.keyboard.press('Enter');
		await expectWrong(page, 'endDate', 'Last day is not a date; enter an existing day, month and year.');
		expect(await page.locator('main').innerText()).not.toMatch(/startDate|endDate|lastDays/);
		await page.context().close();
	});

	test('takes an id by hand where a list cannot be read, and says why nothing was started', async () => {
		const page = await openForm('retrain-and-wait', viewport);
		await field(page, 'connection').selectOption('nowhere');
		await page.getByText(/^The list cannot be read, so enter the id\./).waitFor();
		await field(page, 'agentId').fill('agent_support');
		await start(page).click();
		const alert = page.getByRole('form').getByRole('alert');
		await alert.getByText('Nothing was started. Press the button again.').waitFor();
		expect(await alert.evaluate((element) => element === document.activeElement)).toBe(true);
		await expectUsable(page, `start-unreachable-${device}.png`);
		await field(page, 'connection').selectOption('main');
		await page
			.getByRole('option', { name: /agent_support/ })
			.first()
			.waitFor({ state: 'attached' });
		expect(await field(page, 'agentId').inputValue()).toBe('agent_support');
		await page.context().close();
	});

	test('keeps everything typed while the token is renewed, and starts a task once though its response is lost', async () => {
		const page = await openForm('lead-export', viewport);
		const keys: Array<string | undefined> = [];
		page.on('request', (request) => {
			if (request.url().endsWith('/v1/tasks/lead-export')) keys.push(request.headers()['idempotency-key']);
		});
		await field(page, 'connection').selectOption('main');
		await page.getByRole('checkbox', { name: /agent_support/ }).check();
		await page.getByText('Options', { exact: true }).click();
		await field(page, 'email').fill('@shop');
		await signInAgainAfter(page, platform.token, () => start(page).click());
		expect(await field(page, 'email').inputValue()).toBe('@shop');
		expect(await page.getByRole('checkbox', { name: /agent_support/ }).isChecked()).toBe(true);

		const before = await tasksOf('lead-export');
		await page.route('**/v1/tasks/lead-export', async (route) => {
			await route.fetch();
			await route.abort();
		});
		await start(page).click();
		await page.getByText(/^Whether the task was started is unknown\./).waitFor();
		await expectUsable(page, `start-unknown-${device}.png`);
		await page.unroute('**/v1/tasks/lead-export');
		await start(page).click();
		await page.getByRole('button', { name: 'Open the task' }).waitFor();
		expect(keys).toHaveLength(2);
		expect(new Set(keys).size).toBe(1);
		expect(await untilTasks('lead-export', before.length + 1)).toBe(before.length + 1);

		await page.getByRole('button', { name: 'Start another' }).click();
		await field(page, 'connection').selectOption('main');
		await start(page).click();
		await page.getByRole('button', { name: 'Open the task' }).waitFor();
		expect(keys).toHaveLength(3);
		expect(new Set(keys).size).toBe(2);
		await page.context().close();
	});

	test('asks before it starts a mail whose review nobody would hear of', async () => {
		const page = await openForm('email-send-with-review', viewport);
		const before = await tasksOf('email-send-with-review');
		await field(page, 'connection').selectOption('main');
		await field(page, 'agentId').selectOption('agent_support');
		await field(page, 'to').fill('ada@client.example\nno address');
		await field(page, 'subject').fill('Your order');
		await start(page).click();
		await expectWrong(page, 'to', 'To, line 2, is not an email address.');
		await field(page, 'to').fill('ada@client.example');
		await start(page).click();
		await expectWrong(page, 'content', 'Text and “Prompt”: send exactly one of them.');
		await field(page, 'content').fill('It is on its way.\nThe help desk');
		await start(page).click();
		const question = page.getByRole('dialog').filter({ hasText: 'Reviewers is empty' });
		await question.waitFor();
		await expectUsable(page, `start-nobody-notified-${device}.png`);
		await question.getByRole('button', { name: 'No' }).click();
		expect(await tasksOf('email-send-with-review')).toEqual(before);
		expect(await field(page, 'content').inputValue()).toBe('It is on its way.\nThe help desk');
		await field(page, 'reviewers').fill('lead@team.example');
		await start(page).click();
		await page.getByRole('button', { name: 'Open the task' }).waitFor();
		expect(await untilTasks('email-send-with-review', before.length + 1)).toBe(before.length + 1);
		await page.context().close();
	});

	test('adds pages, texts and uploaded files as rows', async () => {
		const page = await openForm('add-sources', viewport);
		await field(page, 'connection').selectOption('main');
		await field(page, 'agentId').selectOption('agent_sales');
		const add = page.getByRole('button', { name: 'Add a source' });
		for (let row = 0; row < 3; row += 1) await add.click();
		await field(page, 'sources-0-url').fill('nowhere');
		await field(page, 'sources-1-type').selectOption('text');
		await field(page, 'sources-1-title').fill('Opening hours');
		await field(page, 'sources-1-content').fill('Always open');
		await field(page, 'sources-2-type').selectOption('file');
		const file = { name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from('jacket,99\n') };
		await field(page, 'sources-2-blob').setInputFiles(file);
		await page.getByText('Uploaded: prices.csv').waitFor();
		expect(await field(page, 'sources-2-filename').inputValue()).toBe('prices.csv');
		await start(page).click();
		await expectWrong(page, 'sources-0-url', 'Address must be an http:// or https:// address.');
		await expectUsable(page, `start-sources-${device}.png`);
		await page.getByRole('button', { name: 'Remove Source 1' }).click();
		expect(await add.evaluate((button) => button === document.activeElement)).toBe(true);
		expect(await field(page, 'sources-0-title').inputValue()).toBe('Opening hours');
		await start(page).click();
		await page.getByRole('button', { name: 'Open the task' }).waitFor();
		await page.context().close();
	});

	test('shows no form to a token that may only read', async () => {
		const page = await openForm('lead-export', viewport, reader);
		await page.getByText('Your token lacks the role “start”.').waitFor();
		expect(await page.getByRole('form').count()).toBe(0);
		await page.goto(`${platform.url}/schedules?new`);
		await page.getByText(/^None yet\./).waitFor();
		expect(await page.getByRole('link', { name: 'New schedule' }).count()).toBe(0);
		await page.context().close();
	});
});
