import type { Page } from 'playwright-core';
import { z } from 'zod';
import { useBrowser } from '../../support/browser/use-browser';
import { ask, linkOf, taskIdAt } from '../../support/gateway/ask';
import { type GatewayPlatform, startPlatform } from '../../support/gateway/start-platform';
import { expectUsable, openSignedIn, WIDTHS } from './look';

const EMAIL = 'ada.l@client.example';

const browser = useBrowser();
let platform: GatewayPlatform;

beforeAll(async () => {
	platform = await startPlatform();
	await platform.admin.captureLead('agent_support', { name: 'Ada', email: EMAIL });
});
afterAll(() => platform.close());

const open = (address: string, token = platform.token, viewport: (typeof WIDTHS)[number][1] = WIDTHS[1][1]) =>
	openSignedIn(browser(), platform.url + address, token, viewport);

/** @returns the path of an export that has ended */
async function exported(key: string): Promise<string> {
	const body = { connection: 'main' };
	const link = linkOf(await ask(platform, { method: 'POST', path: '/v1/tasks/lead-export', key, body }));
	await ask(platform, { path: `${link}?wait=50` });
	return link;
}

async function found(page: Page): Promise<void> {
	await page.getByLabel('Email address of the person').fill(EMAIL);
	await page.getByRole('button', { name: 'Choose' }).click();
	await page.getByRole('button', { name: `Find everything about ${EMAIL}` }).click();
	await page.getByRole('button', { name: 'Erase…' }).waitFor({ timeout: 120_000 });
}

test('a person is found, shown before anything goes, and erased; the task then offers no file and says why', async () => {
	const link = await exported('of everybody');
	const page = await open('/persons');
	await found(page);
	const places = page.getByRole('list', { name: 'Places' });
	expect(await places.innerText()).toMatch(/Will be erased[^]*export file/i);
	expect(await places.innerText()).toContain('n8n keeps the input and output');
	for (const [name, viewport] of WIDTHS) {
		await page.setViewportSize(viewport);
		await expectUsable(page, `persons-found-${name}.png`);
	}

	await page.getByRole('button', { name: 'Erase…' }).click();
	const question = page.getByRole('dialog');
	expect(await question.innerText()).toMatch(
		new RegExp(`Erase the data of ${EMAIL}\\? This deletes for good: .*Export`, 'i'),
	);
	await question.getByRole('button', { name: 'No' }).click();
	expect((await ask(platform, { path: link })).body).not.toHaveProperty('fileGone');
	await page.getByRole('button', { name: 'Erase…' }).click();
	await question.getByRole('button', { name: 'Erase for good' }).click();
	await page.getByText('The erasure has ended.').waitFor({ timeout: 120_000 });
	await expectUsable(page, 'persons-erased-phone.png');

	const id = taskIdAt(link);
	await page.setViewportSize(WIDTHS[1][1]);
	await page.goto(`${platform.url}/tasks#task=${encodeURIComponent(id)}`);
	await page.getByText("deleted by an erasure of a person's data").waitFor();
	expect(await page.getByRole('button', { name: 'Download the file' }).count()).toBe(0);
	const taskSchema = z.looseObject({
		result: z.looseObject({ file: z.looseObject({ name: z.string(), link: z.null() }) }),
	});
	const { name } = taskSchema.parse((await ask(platform, { path: link })).body).result.file;
	const refused = await ask(platform, { path: `${link}/files/${name}` });
	expect(refused).toMatchObject({ status: 410, body: { type: 'file_erased' } });
	await page.context().close();
});
