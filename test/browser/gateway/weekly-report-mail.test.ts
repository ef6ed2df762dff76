import { mailOf } from '../../../worker/activities/weekly-report/mail-report';
import { FAILED_SOURCES, oddAgents, QUOTED, someAgent, someReport } from '../../../worker/reports/testing/some-report';
import { takePicture } from '../../support/browser/picture';
import { useBrowser } from '../../support/browser/use-browser';

const browser = useBrowser();
const LINK = 'https://gateway.example/tasks#task=weekly-report~1';
const WIDTHS = { phone: 360, desktop: 640 } as const;

/** A mail as a browser shows it at a width. */
async function open(html: string, width: number, colorScheme: 'light' | 'dark' = 'light') {
	const context = await browser().newContext({
		viewport: { width, height: 900 },
		colorScheme,
		javaScriptEnabled: false,
	});
	const page = await context.newPage();
	await page.setContent(html);
	return { page, close: () => context.close() };
}

describe.each(Object.entries(WIDTHS))('a weekly report as a mail on a %s', (name, width) => {
	const { html = '' } = mailOf(someReport(oddAgents(), { quoted: QUOTED, failedSources: FAILED_SOURCES }), LINK);

	it('fits, and is seen', async () => {
		const { page, close } = await open(html, width);
		const scrolls = await page.evaluate(() => document.documentElement.scrollWidth);
		expect(scrolls).toBeLessThanOrEqual(width);
		await takePicture(page.locator('body'), `weekly-report-${name}.png`);
		await close();
	});

	it('has bars as long as their numbers', async () => {
		const { page, close } = await open(html, width);
		const bars = page.locator('td[bgcolor]');
		const [now, before] = await Promise.all([bars.nth(0).boundingBox(), bars.nth(1).boundingBox()]);
		// 36 leads against 27.
		expect((before?.width ?? 0) / (now?.width ?? 1)).toBeCloseTo(27 / 36, 1);
		await close();
	});

	it('is read in a dark mail program too', async () => {
		const { page, close } = await open(html, width, 'dark');
		const colours = await page.evaluate(() => {
			const text = getComputedStyle(document.querySelector('td td') ?? document.body).color;
			return [getComputedStyle(document.body).backgroundColor, text];
		});
		expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(31, 41, 51)']);
		await close();
	});

	it('fits with a name that has no space', async () => {
		const agents = [someAgent('a', 'x'.repeat(80), { unrecognised: ['y'.repeat(60)] }), someAgent('b', 'B')];
		const long = mailOf(someReport(agents, { connection: 'z'.repeat(60) }), LINK);
		const { page, close } = await open(long.html ?? '', width);
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
		await close();
	});
});
