import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import type { PageContent } from '../../../scripts/start/page/serve-page.mjs';
import { serveStartPage, startPageAddress } from '../../../scripts/start/page/serve-page.mjs';
import { expectUsable, WIDTHS } from '../../support/browser/usable';
import { useBrowser } from '../../support/browser/use-browser';
import { eventually } from '../../support/time/eventually';

const KEY = 'a'.repeat(32);
const PASSWORD = 'the-password-of-n8n';
const step: PageContent['firstSteps'][number] = {
	id: 'kill-worker',
	title: 'Kill the worker',
	text: 'While a task runs.',
	button: 'Kill it',
	address: null,
	available: true,
	busy: false,
	problem: '',
	state: 'to-do',
	detail: '',
	links: [],
};

const browser = useBrowser();
let begun: string[];
let startPage: Awaited<ReturnType<typeof serveStartPage>>;
let foreign: Server;
let foreignUrl: string;

beforeEach(async () => {
	begun = [];
	// A page of another program of this machine, which is the same site for a browser, and another origin.
	foreign = createServer((_request, response) => {
		response.setHeader('content-type', 'text/html');
		response.end(`<title>Foreign</title><iframe src="${startPage.url}/"></iframe>`);
	}).listen(0, '127.0.0.1');
	if (!foreign.listening) await once(foreign, 'listening');
	foreignUrl = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`;
	startPage = await serveStartPage({
		port: 0,
		key: KEY,
		content: () =>
			Promise.resolve({
				steps: [],
				stepsTotal: 0,
				firstSteps: [step],
				roles: [],
				places: [
					{ title: 'Console', address: `${foreignUrl}/tasks?status=failed` },
					{ title: 'Task', address: `${foreignUrl}/tasks#task=one` },
					{ title: 'API', address: `${foreignUrl}/openapi.json` },
				],
				consoleUrl: foreignUrl,
				logins: [{ title: 'n8n', fields: [['Password', PASSWORD]] }],
			}),
		begin: (id) => {
			begun.push(id);
		},
		consoleCode: () => Promise.resolve('one.code'),
	});
});
afterEach(async () => {
	foreign.close();
	await startPage.close();
});

async function opened(address: string): Promise<Page> {
	const page = await (await browser().newContext()).newPage();
	await page.goto(address);
	return page;
}

const password = (page: Page) => page.getByText(PASSWORD);

test('the printed address opens the page, and the tab keeps the key out of sight', async () => {
	const page = await opened(startPageAddress(startPage.url, KEY));
	await password(page).waitFor();
	expect(page.url()).toBe(`${startPage.url}/`);
	await page.reload();
	await password(page).waitFor();
	await page.getByRole('button', { name: 'Kill it' }).click();
	await eventually(
		() => begun,
		(seen) => expect(seen).toEqual(['kill-worker']),
		'the page sends it a moment after the click',
	);
});

test('a link to the console brings a code that signs in, and other links bring none', async () => {
	const page = await opened(startPageAddress(startPage.url, KEY));
	const open = async (address: string) => {
		const [tab] = await Promise.all([
			page.context().waitForEvent('page'),
			page.getByRole('link', { name: address }).click(),
		]);
		await tab.waitForURL(`${address.replace(/#.*/, '')}**`);
		return [tab.url(), await tab.evaluate(() => window.opener === null)];
	};
	const [failed, api] = [`${foreignUrl}/tasks?status=failed`, `${foreignUrl}/openapi.json`];
	expect(await open(failed)).toEqual([`${failed}#code=one.code`, true]);
	expect(await open(`${foreignUrl}/tasks#task=one`)).toEqual([`${foreignUrl}/tasks#code=one.code&task=one`, true]);
	expect(await open(api)).toEqual([api, true]);
});

test('without the key, the page says where it is, and opens with it', async () => {
	const page = await opened(startPage.url);
	await page.getByRole('heading', { name: 'This page needs its key' }).waitFor();
	for (const [name, viewport] of WIDTHS) {
		await page.setViewportSize(viewport);
		await expectUsable(page, `start-page-locked-${name}.png`);
	}
	expect(await page.content()).not.toContain(PASSWORD);
	const field = page.getByLabel('Key, or the whole address');
	await field.fill('f'.repeat(32));
	await page.getByRole('button', { name: 'Open' }).click();
	await page.getByText('This key belongs to another data folder.').waitFor();
	await field.fill(startPageAddress(startPage.url, KEY));
	await page.getByRole('button', { name: 'Open' }).click();
	await password(page).waitFor();
});

test('a tab that shows the page without the key takes it from the address', async () => {
	const page = await opened(startPage.url);
	await page.getByRole('heading', { name: 'This page needs its key' }).waitFor();
	await page.goto(startPageAddress(startPage.url, KEY));
	await password(page).waitFor();
	expect(page.url()).toBe(`${startPage.url}/`);
});

test('a foreign page frames nothing, reads nothing and begins nothing, also beside an open start page', async () => {
	const own = await opened(startPageAddress(startPage.url, KEY));
	await password(own).waitFor();
	const page = await own.context().newPage();
	await page.goto(foreignUrl);
	const framed = page.frames().find((frame) => frame !== page.mainFrame());
	expect(await framed?.getByText('Agent Knowledge').count()).toBe(0);
	const attempts = await page.evaluate(async (url) => {
		const ask = (path: string, init: RequestInit) =>
			fetch(`${url}${path}`, init).then(
				async (response) => `${response.type} ${await response.text()}`,
				() => 'refused',
			);
		const begin = '/first-steps/kill-worker/begin';
		return Promise.all([
			ask('/status.json', {}),
			ask('/status.json', { mode: 'no-cors' }),
			ask('/status.json', { headers: { 'x-start-page-key': 'guess' } }),
			ask(begin, { method: 'POST' }),
			ask(begin, { method: 'POST', mode: 'no-cors' }),
			ask(begin, { method: 'POST', headers: { 'x-start-page-key': 'guess' } }),
		]);
	}, startPage.url);
	expect(attempts.join('\n')).not.toContain(PASSWORD);
	expect(begun).toEqual([]);
});
