import { z } from 'zod';
import { sourceChangedSchema } from '../../../api';
import { redirect, type TestPage } from './test-website';
import { eventually } from '../../support/time/eventually';
import { links, useCrawler } from './use-crawler';

const crawler = useCrawler();
const { crawl, retrain, found, search } = crawler;

const sourcesSchema = z.object({ items: z.array(z.object({ id: z.number(), status: z.string() })) });

describe('training again', () => {
	it('reads known pages anew, finds new ones, and forgets those that have gone', async () => {
		await crawl({ '/': `Home ${links('/a', '/b')}`, '/a': 'Saffron', '/b': 'Sorrel' });
		crawler.website.pages = { '/': `Home ${links('/a', '/c')}`, '/a': 'Turmeric', '/c': 'Lovage' };
		await retrain();
		const results = await Promise.all(['saffron', 'sorrel', 'turmeric', 'lovage'].map(found));
		expect(results).toEqual([[], [], ['/a'], ['/c']]);
	});

	it('keeps what was read while the site is down', async () => {
		await crawl({ '/': 'Juniper' });
		crawler.website.pages = {};
		expect(await retrain()).toMatchObject({ phase: 'failed' });
		expect(await found('juniper')).toEqual(['/']);
	});

	it('keeps a page that only could not be read this time, and forgets one that is gone or asks not to be indexed', async () => {
		const home = `Home ${links('/a', '/b', '/c', '/d')}`;
		await crawl({ '/': home, '/a': 'Saffron', '/b': 'Sorrel', '/c': 'Turmeric', '/d': 'Lovage' });
		const status =
			(code: number): TestPage =>
			(response) =>
				response.writeHead(code).end();
		crawler.website.pages = {
			'/': home,
			'/a': status(503),
			'/b': (response) => response.destroy(),
			'/c': status(410),
			'/d': '<meta name="robots" content="noindex">Lovage',
		};
		expect(await retrain()).toMatchObject({ phase: 'completed', pagesFailed: 3 });
		const results = await Promise.all(['saffron', 'sorrel', 'turmeric', 'lovage'].map(found));
		expect(results).toEqual([['/a'], ['/b'], [], []]);
	});

	it('counts a page that it reads again once towards the training limit', async () => {
		const long = `Saffron ${'and rice '.repeat(10_000)}`;
		await crawl({ '/': `Home ${links('/a')}`, '/a': long });
		await crawler.sandbox.admin('PATCH', '/settings', { trainingDataBytes: 130_000 });
		const same = await retrain();
		crawler.website.pages = { '/': `Home ${links('/a')}`, '/a': long + long };
		const grown = await retrain();
		await crawler.sandbox.admin('PATCH', '/settings', { trainingDataBytes: 'plan' });
		expect(same).toMatchObject({ pagesCompleted: 2, pagesFailed: 0 });
		expect(grown).toMatchObject({ pagesCompleted: 1, pagesFailed: 1 });
		expect(await found('saffron')).toEqual(['/a']);
	});

	it('finds pages at their new address alone when the site moves', async () => {
		await crawl({ '/': `Home ${links('/a')}`, '/a': 'Saffron' });
		crawler.elsewhere.pages = { '/': `Home ${links('/a')}`, '/a': 'Saffron' };
		crawler.website.pages = {
			'/': redirect(`${crawler.elsewhere.origin}/`),
			'/a': redirect(`${crawler.elsewhere.origin}/a`),
		};
		await retrain();
		expect((await search('saffron')).map(({ url }) => url)).toEqual([`${crawler.elsewhere.origin}/a`]);
	});

	it('leaves out a source that failed, until it is added again', async () => {
		await crawl({});
		const sources = async () =>
			sourcesSchema.parse((await crawler.sandbox.call('GET', `/agents/${crawler.agent}/sources?limit=10`)).body).items;
		crawler.website.pages = { '/': 'Tarragon' };
		const run = await retrain();
		expect(run).toMatchObject({ phase: 'failed', pagesTotal: 0 });
		expect(run.error).toContain('add it again');
		const [failed, ...others] = await sources();
		expect(others).toEqual([]);
		expect(failed).toMatchObject({ status: 'failed' });

		await crawler.sandbox.call('DELETE', `/agents/${crawler.agent}/sources/${failed?.id}`);
		await crawler.sandbox.call('POST', `/agents/${crawler.agent}/sources`, {
			body: { type: 'url', url: `${crawler.website.origin}/` },
		});
		await eventually(
			sources,
			(items) => items.every(({ status }) => status === 'indexed'),
			'a source is indexed by a job of its own',
		);
		expect(await retrain()).toMatchObject({ phase: 'completed', pagesCompleted: 1 });
		expect(await found('tarragon')).toEqual(['/']);
	});

	it('finds a page once that two sources lead to', async () => {
		await crawl({ '/': `Home ${links('/returns')}`, '/returns': `Within a fortnight ${links('/')}` });
		const body = { type: 'url', url: `${crawler.website.origin}/returns` };
		const { id } = sourceChangedSchema.parse(
			(await crawler.sandbox.call('POST', `/agents/${crawler.agent}/sources`, { body })).body,
		);
		const status = async () => (await crawler.sandbox.call('GET', `/agents/${crawler.agent}/sources/${id}`)).body;
		await eventually(
			status,
			(source) => JSON.stringify(source).includes('"indexed"'),
			'a source is indexed by a job of its own',
		);
		expect(await found('fortnight')).toEqual(['/returns']);
		await retrain();
		expect(await found('fortnight')).toEqual(['/returns']);
		expect(await status()).toMatchObject({ status: 'indexed' });
	});
});
