import type { Page } from 'playwright-core';
import { chatReplySchema, leadSchema, listSchema } from '../../../api';
import { useBrowser } from '../../support/browser/use-browser';
import { TestSandbox } from '../../parts/sandbox/running-sandbox';
import { addPair, teach } from '../../parts/sandbox/taught-agent';
import { eventually } from '../../support/time/eventually';
import { expectUsable, WIDTHS } from '../../support/browser/usable';
import { openPage } from './open-page';
import { takePicture } from '../../support/browser/picture';

const AGENT = 'agent_support';
const ANSWER = 'Returns are **free** within 30 days.';
const DANGEROUS = '<img src=x onerror="document.title=\'broken into\'"> [click](javascript:alert(1))';

const browser = useBrowser();
let sandbox: TestSandbox;
let page: Page;

beforeAll(async () => {
	sandbox = await TestSandbox.start();
	await teach(sandbox, AGENT, 'Shipping', 'Shipping to Norway takes five days.');
	await addPair(sandbox, AGENT, 'Can I return a jacket that I have worn?', ANSWER);
	await addPair(sandbox, AGENT, 'What is dangerous?', DANGEROUS);
	const answered = async () => (await apiChat('What is dangerous?')).reply;
	await eventually(answered, (reply) => reply === DANGEROUS, 'a Q&A pair is indexed by a job of its own');
});
afterAll(() => sandbox.running.close());

beforeEach(async () => {
	page = await openPage(browser(), `${sandbox.running.siteUrl}/ask-us`);
});
afterEach(() => page.context().close());

const apiChat = async (message: string, sessionId?: string) => {
	const { body } = await sandbox.call('POST', `/agents/${AGENT}/chat`, { body: { message, sessionId } });
	return chatReplySchema.parse(body);
};
const dialog = () => page.getByRole('dialog', { name: 'Chat with Support' });
const says = (text: string) => dialog().getByRole('listitem').filter({ hasText: text });
const sessionId = () => page.evaluate(() => sessionStorage.getItem('service-chat:agent_support'));
const leads = async () => {
	const { body } = await sandbox.call('GET', `/agents/${AGENT}/leads`);
	return listSchema(leadSchema).parse(body).items;
};

describe('the widget (specification, part 1)', () => {
	it('opens by a button of the page, answers what is written, and gives the focus back', async () => {
		const opener = page.getByRole('button', { name: 'Chat with us' });
		await opener.press('Enter');
		await dialog().waitFor();
		await page.keyboard.type('How long is shipping to Norway?');
		await page.keyboard.press('Enter');
		await says('Shipping to Norway takes five days.').waitFor();
		for (const [, viewport] of WIDTHS) {
			await page.setViewportSize(viewport);
			await expectUsable(page);
		}

		await page.keyboard.press('Escape');
		expect(await dialog().isVisible()).toBe(false);
		expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
	});

	it('opens and sends the message of an element, and shows Markdown', async () => {
		await page.getByRole('button', { name: 'Returning a worn jacket' }).click();
		await says('Returns are free within 30 days.').waitFor();

		expect(await dialog().locator('strong').innerText()).toBe('free');
		await takePicture(page, 'sandbox-widget.png');
	});

	it('shows what a visitor or an answer would smuggle in as text', async () => {
		await page.getByRole('button', { name: 'Chat', exact: true }).click();
		await dialog().waitFor();
		for (const message of ['<b id="smuggled">Hello</b>', 'What is dangerous?']) {
			await page.keyboard.type(message);
			await page.keyboard.press('Enter');
		}
		await says('<b id="smuggled">').waitFor();
		await says('<img />').waitFor();

		expect(await dialog().locator('img, #smuggled, a[href^="javascript"]').count()).toBe(0);
		expect(await page.title()).not.toBe('broken into');
	});

	it('goes on with the conversation on the next page, with what a teammate said meanwhile', async () => {
		await page.getByRole('button', { name: 'Returning a worn jacket' }).click();
		await says('Returns are free').waitFor();
		await sandbox.admin('POST', `/conversations/${await sessionId()}/messages`, {
			role: 'teammate',
			content: 'Shall I send you a label?',
		});
		await sandbox.admin('POST', `/conversations/${await sessionId()}/notes`, { content: 'A private note' });
		await page.reload();
		await page.getByRole('button', { name: 'Chat with us' }).click();

		await says('Shall I send you a label?').waitFor();
		expect(await dialog().innerText()).not.toContain('A private note');
	});

	it('takes the details of a visitor as a lead of that conversation, without network details', async () => {
		await page.getByRole('button', { name: 'Returning a worn jacket' }).click();
		await says('Returns are free').waitFor();
		await dialog().getByRole('button', { name: 'Leave your details' }).click();
		await dialog().getByLabel('Name').fill('Ada Example');
		await dialog().getByLabel('Email').fill('ada@example.com');
		await dialog().getByLabel('Phone').fill('+47 555 0100');
		await dialog().getByLabel('Order number').fill('1207');
		await takePicture(page, 'sandbox-lead-form.png');
		await dialog().getByRole('button', { name: 'Send details' }).click();
		await says('We have your details').waitFor();

		const [lead] = await leads();
		expect(lead).toEqual({
			id: expect.any(Number) as number,
			agentId: AGENT,
			conversationId: await sessionId(),
			name: 'Ada Example',
			email: 'ada@example.com',
			phone: '+47 555 0100',
			city: '',
			country: '',
			countryCode: '',
			fields: { 'Order number': '1207' },
			capturedAt: expect.any(String) as string,
		});
	});

	it('sends nothing but the public agent id to the page', async () => {
		const requests: string[] = [];
		page.on('request', (request) =>
			requests.push(JSON.stringify([request.url(), request.headers(), request.postData()])),
		);
		await page.getByRole('button', { name: 'Returning a worn jacket' }).click();
		await says('Returns are free').waitFor();

		expect(requests.join('\n')).toContain('/widget/agents/agent_support/messages');
		expect(requests.join('\n')).not.toMatch(/authorization|ak_|cookie/i);
	});
});

describe('website chat and API chat', () => {
	it('stay apart: neither can go on with the other', async () => {
		const { sessionId: ofApi } = await apiChat('How long is shipping to Norway?');
		const post = (message: string, sessionId?: string) =>
			fetch(`${sandbox.running.apiUrl}/widget/agents/${AGENT}/messages`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ message, sessionId }),
			});
		const ofWebsite = (await (await post('How long is shipping to Norway?')).json()) as { sessionId: string };

		const crossed = await post('And to Spain?', ofApi);
		expect(crossed.status).toBe(409);
		expect(await crossed.json()).toMatchObject({ type: 'session_conflict' });
		const body = { message: 'And to Spain?', sessionId: ofWebsite.sessionId };
		expect(await sandbox.call('POST', `/agents/${AGENT}/chat`, { body })).toMatchObject({
			status: 409,
			body: { type: 'session_conflict' },
		});
		expect((await sandbox.call('GET', `/conversations/${ofWebsite.sessionId}`)).body).toMatchObject({
			channel: 'website',
		});
	});
});
