import { readFile } from 'node:fs/promises';
import { utils, write } from '@e965/xlsx';
import type { Page } from 'playwright-core';
import { createClient } from '../../../api';
import { useBrowser } from '../../support/browser/use-browser';
import { type GatewayPlatform, startPlatform } from '../../support/gateway/start-platform';
import { expectUsable, openSignedIn, WIDTHS } from './look';

const browser = useBrowser();
let platform: GatewayPlatform;
/** By the device. The gateway keeps its list of agents for a while. */
const agents = new Map<string, string>();

beforeAll(async () => {
	platform = await startPlatform({ clockFactor: 1_000 });
	for (const [device] of WIDTHS) {
		const { id } = await platform.admin.createAgent({ name: `Laden ${device}`, website: platform.sandbox.siteUrl });
		agents.set(device, id);
	}
});

afterAll(() => platform.close());

const SIZES = Array.from({ length: 4 }, (_, nth) => `Haben Sie Größe ${nth + 34}?;Ja, im Geschäft.`);
/** As a German Excel saves it. One question stands there twice, and one has no answer. */
function table(hours: string): Buffer {
	const rows = [`Wann öffnen Sie?;${hours}`, ...SIZES, 'Wann öffnen Sie?;Um zehn.', 'Liefern Sie nach Österreich?;'];
	return Buffer.from(['Frage;Antwort', ...rows, ''].join('\r\n'), 'latin1');
}

function workbook(rows: string[][]): Buffer {
	const book = utils.book_new();
	utils.book_append_sheet(book, utils.aoa_to_sheet(rows));
	return Buffer.from(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer);
}

async function choose(page: Page, content: Buffer, name = 'fragen.csv') {
	await page.locator('#import-blob').setInputFiles({ name, mimeType: 'text/csv', buffer: content });
}

async function drop(page: Page, names: readonly string[]) {
	const dataTransfer = await page.evaluateHandle((all) => {
		const dropped = new DataTransfer();
		for (const name of all) dropped.items.add(new File(['{"question":"a","answer":"b"}\n'], name));
		return dropped;
	}, names);
	await page.locator('#import-blob').dispatchEvent('drop', { dataTransfer });
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name });

test.each(WIDTHS)('on a %s a German table is mapped, planned and applied, and again', async (device, viewport) => {
	const agentId = agents.get(device) ?? '';
	const api = createClient({ baseUrl: platform.sandboxUrl, apiKey: platform.sandbox.seedKey });
	const listed = async () => {
		const { items } = await api.call('listQaPairs', { params: { id: agentId }, query: { limit: 100 } });
		return new Map(items.map(({ question, answer }) => [question, answer]));
	};
	const page = await openSignedIn(browser(), `${platform.url}/knowledge`, platform.token, viewport);
	await page.getByRole('button', { name: 'Import a table' }).click();
	const window = page.getByRole('dialog', { name: 'Import a table' });

	await page.getByRole('button', { name: 'Look at the plan' }).click();
	await page.getByText('The table is missing.').waitFor();
	await page.locator('#import-connection').selectOption('main');
	await page.locator('#import-agentId').selectOption(agentId);
	await page.locator('#import-set').fill(`Fragen ${device}`);
	await choose(page, table('Um neun.'));
	await page.getByText('The file has no title that names a field.').first().waitFor();
	await page.getByLabel('What the column Frage is').selectOption('question');
	await page.getByText('The file has no title that names a field.').first().waitFor({ state: 'detached' });
	await page.getByLabel('What the column Antwort is').selectOption('answer');
	await page.getByText('read as Windows-1252', { exact: false }).waitFor();
	expect(await window.innerText()).toContain('Wann öffnen Sie?');

	await page.getByRole('button', { name: 'Look at the plan' }).click();
	await heading(page, 'New (5)').waitFor();
	const plan = await window.innerText();
	for (const part of ['5 new', 'Cannot be used (2)', 'Row 7: question is that of', 'Row 8: answer is missing'])
		expect(plan).toContain(part);
	expect((await listed()).size).toBe(0);

	// A look at another page loses nothing.
	await page.goBack();
	await page.goForward();
	await heading(page, 'New (5)').waitFor();
	await expectUsable(page);

	await page.getByRole('button', { name: 'Apply' }).click();
	const refused = page.getByRole('button', { name: 'Download what was refused (2)' });
	await refused.waitFor();
	expect((await listed()).get('Wann öffnen Sie?')).toBe('Um neun.');
	const downloading = page.waitForEvent('download');
	await refused.click();
	const file = await readFile(await (await downloading).path(), 'utf8');
	expect(file).toMatch(/refused because/);
	expect(file).toContain('Liefern Sie nach Österreich?');

	// The same file again leads to its plan at once.
	const next = page.getByRole('button', { name: 'Import the next file of this set' });
	await next.click();
	await choose(page, table('Um neun.'));
	await page.getByText('There is nothing to apply').waitFor();
	await choose(page, table('Um zehn.'));
	await heading(page, 'Changed (1)').waitFor();
	for (const text of ['Um neun.', 'Um zehn.']) await window.getByText(text).first().waitFor();
	await expectUsable(page, `knowledge-import-${device}.png`);
	await page.getByRole('button', { name: 'Apply' }).click();
	await refused.waitFor();
	expect((await listed()).get('Wann öffnen Sie?')).toBe('Um zehn.');
	await page.context().close();
});

test('rows are pasted, a plan that changed is made again, and a workbook follows', async () => {
	const [[, viewport]] = WIDTHS;
	const { id: agentId } = await platform.admin.createAgent({ name: 'Paste', website: platform.sandbox.siteUrl });
	const api = createClient({ baseUrl: platform.sandboxUrl, apiKey: platform.sandbox.seedKey });
	const page = await openSignedIn(browser(), `${platform.url}/knowledge`, platform.token, viewport);
	await page.getByRole('button', { name: 'Import a table' }).click();
	const window = page.getByRole('dialog', { name: 'Import a table' });
	const look = window.getByRole('button', { name: 'Look at the plan', exact: true });
	await page.locator('#import-connection').selectOption('main');
	await page.locator('#import-agentId').selectOption(agentId);
	await page.locator('#import-set').fill('Pasted');

	await window.getByText('Or paste rows from a spreadsheet').click();
	const rows = page.getByLabel('Rows', { exact: true });
	await rows.fill('When do you open?');
	await rows.fill('');
	await rows.fill('Question\tAnswer\nWhen do you open?\tAt nine.');
	await look.click();
	await window.getByText('The table has pasted rows that are not used yet.').waitFor();
	await window.getByRole('button', { name: 'Use these rows' }).click();
	await window.getByText('Uploaded: pasted rows').waitFor();
	await window.getByText('read with tabs between its columns', { exact: false }).waitFor();

	// Choices that a person makes at once are all kept, and no column at all is no dead end.
	await page.getByLabel('What the column Question is').selectOption('');
	await page.getByLabel('What the column Answer is').selectOption('');
	await window.getByText('Say what the columns are').waitFor();
	await page.goBack();
	await page.goForward();
	await page.getByLabel('What the column Question is').selectOption('question');
	await page.getByLabel('What the column Answer is').selectOption('answer');
	await window.getByText('Say what the columns are').waitFor({ state: 'detached' });
	await look.click();
	await heading(page, 'New (1)').waitFor();

	const byHand = { question: 'When do you open?', answer: 'By hand.' };
	await api.call('createQaPair', { params: { id: agentId }, body: byHand });
	await window.getByRole('button', { name: 'Apply' }).click();
	const changed = window.getByText('The set or the agent has changed since this plan was made. Nothing was sent.');
	await changed.waitFor();
	expect(await window.innerText()).not.toContain('planHash');
	await expectUsable(page);
	await page.goBack();
	await page.goForward();
	await changed.waitFor();
	await window.getByRole('button', { name: 'Look at the plan again' }).click();
	await heading(page, 'Refused (1)').waitFor();
	await window.getByText('There is nothing to apply: the agent knows the rows that can be used.').waitFor();
	await window.getByRole('button', { name: 'Download what was refused (1)' }).waitFor();

	// Lines of JSON are a set elsewhere, and no table.
	await drop(page, ['rows.ndjson', 'more.ndjson']);
	await window.getByText('The field takes one file.').waitFor();
	await drop(page, ['rows.ndjson']);
	await window.getByText('Uploaded: rows.ndjson').waitFor();
	await window.getByText('The file is no table. Choose a CSV or XLSX file.').waitFor();
	await look.click();
	await page.locator('#import-blob:focus').waitFor();

	const previews = '**/v1/knowledge-tables';
	await page.route(previews, (route) => route.abort());
	const book = [
		['Question', 'Answer'],
		['Where are you?', 'In the market.'],
	];
	await choose(page, workbook(book), 'fragen.xlsx');
	await window.getByText('The gateway does not respond.', { exact: false }).first().waitFor();
	await page.unroute(previews);
	await heading(page, 'New (1)').waitFor();
	await window.getByText('In the market.').first().waitFor();
	await page.context().close();
});
