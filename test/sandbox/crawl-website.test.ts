import { z } from 'zod';
import {
	runOf,
	searchResultSchema,
	sourceChangedSchema,
	sourceWithContentSchema,
	trainingStatusSchema,
} from '../../api';
import { TestSandbox } from './running-sandbox';
import { bytes, redirect, startWebsite, type TestPage, type TestWebsite } from './test-website';
import { until } from './until';

const links = (...targets: string[]) => targets.map((target) => `<a href="${target}">x</a>`).join(' ');
/** "日本語" and "返品" with a space between, in Shift_JIS. */
const SHIFT_JIS = Buffer.from('93fa967b8cea2095d49569', 'hex');

const sourcesSchema = z.object({ items: z.array(z.object({ id: z.number(), status: z.string() })) });

let secret: TestWebsite;
let website: TestWebsite;
/** Another site that may be read. */
let elsewhere: TestWebsite;
let sandbox: TestSandbox;
beforeAll(async () => {
	secret = await startWebsite({ '/': 'The secret of the intranet is rhubarb' });
	website = await startWebsite({});
	elsewhere = await startWebsite({});
	sandbox = await TestSandbox.start({ crawlLocalHosts: [website.host, elsewhere.host] });
});
afterAll(async () => {
	await sandbox.running.close();
	await Promise.all([website.close(), elsewhere.close(), secret.close()]);
});

let agents = 0;
let agent = '';
/** Trains a new agent on a website of these pages. */
const crawl = async (pages: Record<string, TestPage>) => {
	agents += 1;
	agent = `agent_${agents}`;
	website.pages = pages;
	website.asked.length = 0;
	await sandbox.admin('POST', '/agents', { id: agent, name: agent, website: `${website.origin}/` });
	return retrain();
};
const retrain = async () => {
	await sandbox.call('POST', `/agents/${agent}/retrain`);
	const read = async () =>
		trainingStatusSchema.parse((await sandbox.call('GET', `/agents/${agent}/training-status`)).body);
	const run = runOf(await until(read, ({ training }) => !training));
	if (!run) throw new Error('There was no run.');
	return run;
};
const search = async (query: string) => {
	const path = `/agents/${agent}/knowledge/search?query=${encodeURIComponent(query)}`;
	return searchResultSchema.parse((await sandbox.call('GET', path)).body).items;
};
const found = async (query: string) => (await search(query)).map(({ url }) => url?.replace(website.origin, ''));

describe('the crawler keeps to the open internet', () => {
	it('at a redirect to another host of this machine', async () => {
		const run = await crawl({ '/': `Home ${links('/out')}`, '/out': redirect(`${secret.origin}/`) });
		expect(run).toMatchObject({ pagesCompleted: 1, pagesFailed: 1, phase: 'completed' });
		expect(secret.asked).toEqual([]);
	});

	it.each([
		'http://2130706433/',
		'http://0177.0.0.1/',
		'http://0x7f.0.0.1/',
		'http://127.1/',
		'http://[::1]/',
		'http://[::ffff:7f00:1]/',
		'http://[::127.0.0.1]/',
		'http://[0:0:0:0:0:ffff:10.0.0.1]/',
		'http://169.254.169.254/latest/meta-data/',
		'http://localhost./',
		'file:///etc/passwd',
		'//localhost/',
	])('at a redirect to %s', async (target) => {
		const run = await crawl({ '/': redirect(target) });
		expect(run).toMatchObject({ phase: 'failed', pagesCompleted: 0, pagesFailed: 1 });
		expect(run.error).toMatch(/private|internal|local|http and https/);
	});

	it('at the second redirect, and in a single page as well', async () => {
		website.pages = { '/one': redirect('/two'), '/two': redirect(`${secret.origin}/`) };
		const body = { type: 'url', url: `${website.origin}/one` };
		const added = await sandbox.call('POST', '/agents/agent_sales/sources', { body });
		const { id } = sourceChangedSchema.parse(added.body);
		const read = async () =>
			sourceWithContentSchema.parse((await sandbox.call('GET', `/agents/agent_sales/sources/${id}`)).body);
		const source = await until(read, ({ status }) => status !== 'processing');
		expect(source.status).toBe('failed');
		expect(source.errorMessage).toContain('private or internal');
		expect(secret.asked).toEqual([]);
	});

	it('and to the site, whatever its pages link to', async () => {
		await crawl({ '/': `Home ${links(`${secret.origin}/`, 'mailto:a@example.com', 'javascript:alert(1)')}` });
		expect(secret.asked).toEqual([]);
	});
});

describe('the crawler reads', () => {
	it.each([
		[
			'ISO-8859-1 of the header',
			bytes('text/html; charset=ISO-8859-1', Buffer.from('<p>Gr\xfc\xdfe', 'latin1')),
			'Grüße',
		],
		[
			'ISO-8859-1 of the page',
			bytes('text/html', Buffer.from('<meta charset="iso-8859-1"><p>Gr\xfc\xdfe', 'latin1')),
			'Grüße',
		],
		['Shift_JIS of the header', bytes('text/html; charset=Shift_JIS', SHIFT_JIS), '返品'],
		[
			'Shift_JIS of the page',
			bytes(
				'text/html',
				Buffer.concat([
					Buffer.from('<meta http-equiv="content-type" content="text/html; charset=shift_jis"><p>'),
					SHIFT_JIS,
				]),
			),
			'返品',
		],
		['an unknown charset', bytes('text/html; charset=klingon', '<p>Grüße'), 'Grüße'],
		['plain text', bytes('text/plain; charset=ISO-8859-1', Buffer.from('Gr\xfc\xdfe', 'latin1')), 'Grüße'],
	])('%s', async (_charset, page, word) => {
		await crawl({ '/': page });
		expect(await found(word)).toEqual(['/']);
	});

	it('a page once, under its canonical address', async () => {
		const jacket = '<link rel="canonical" href="/jacket">A raincoat of oilskin';
		const run = await crawl({
			'/': `Home ${links('/jacket?colour=red', '/jacket?colour=blue', '/old')}`,
			'/jacket': jacket,
			'/jacket?colour=red': jacket,
			'/jacket?colour=blue': jacket,
			'/old': redirect('/jacket', 301),
		});
		expect(await found('oilskin')).toEqual(['/jacket']);
		expect(run).toMatchObject({ pagesCompleted: 2, pagesTotal: 2, pagesFailed: 0 });
	});

	it('two pages that each call the other canonical, one of them', async () => {
		await crawl({
			'/': `Home ${links('/a')}`,
			'/a': '<link rel="canonical" href="/b">Marmalade',
			'/b': '<link rel="canonical" href="/a">Marmalade',
		});
		expect(await found('marmalade')).toHaveLength(1);
	});

	it('no canonical address of another site', async () => {
		await crawl({ '/': `<link rel="canonical" href="${secret.origin}/">Gooseberry` });
		expect(await found('gooseberry')).toEqual(['/']);
	});

	it('as many pages as the plan allows', async () => {
		await sandbox.admin('PATCH', '/settings', { pagesPerRetrain: 5 });
		const targets = Array.from({ length: 20 }, (_item, index) => `/page${index}`);
		const pages = Object.fromEntries(targets.map((target) => [target, `Page ${target}`]));
		const run = await crawl({ '/': links(...targets), ...pages });
		await sandbox.admin('PATCH', '/settings', { pagesPerRetrain: 'plan' });
		expect(run).toMatchObject({ pagesTotal: 5, pagesCompleted: 5 });
		expect(website.asked.filter((path) => path.startsWith('/page'))).toHaveLength(4);
	});

	it('nothing that is no page of text, is too large, or never ends its redirects', async () => {
		const run = await crawl({
			'/': `Home ${links('/film', '/huge', '/loop', '/gone')}`,
			'/film': bytes('video/mp4', Buffer.alloc(10)),
			'/huge': bytes('text/html', Buffer.alloc(6 * 1024 * 1024, 'x')),
			'/loop': redirect('/loop'),
		});
		expect(run).toMatchObject({ pagesCompleted: 1, pagesFailed: 4, phase: 'completed' });
	});

	it('what robots.txt allows, and nothing of a site whose robots.txt cannot be read', async () => {
		const home = `Home ${links('/open', '/closed')}`;
		const rules = bytes('text/plain', 'User-agent: *\nDisallow: /closed\n\nUser-agent: OtherBot\nDisallow: /');
		await crawl({ '/': home, '/open': 'Elderflower', '/closed': 'Nettle', '/robots.txt': rules });
		expect(await found('elderflower')).toEqual(['/open']);
		expect(website.asked).not.toContain('/closed');

		const failing: TestPage = (response) => response.writeHead(503).end();
		const run = await crawl({ '/': home, '/robots.txt': failing });
		expect(run.error).toContain('robots.txt');
		expect(website.asked).toEqual(['/robots.txt']);
	});

	it('sitemaps within sitemaps, and passes over one that is broken', async () => {
		const map = (kind: string, entry: string, ...paths: string[]) =>
			bytes(
				'application/xml',
				`<${kind}>${paths.map((path) => `<${entry}><loc>${website.origin}${path}</loc></${entry}>`).join('')}</${kind}>`,
			);
		await crawl({
			'/': 'Home',
			'/sitemap.xml': map('sitemapindex', 'sitemap', '/one.xml', '/two.xml', '/sitemap.xml'),
			'/one.xml': map('urlset', 'url', '/hidden'),
			'/two.xml': bytes('application/xml', '<urlset><url><loc>'),
			'/hidden': 'Cardamom',
		});
		expect(await found('cardamom')).toEqual(['/hidden']);
	});
});

describe('robots.txt', () => {
	it('is asked at every redirect, of the site that it leads to', async () => {
		elsewhere.pages = { '/robots.txt': bytes('text/plain', 'User-agent: *\nDisallow: /closed'), '/closed': 'Nettle' };
		elsewhere.asked.length = 0;
		const run = await crawl({
			'/': `Home ${links('/in', '/out')}`,
			'/in': redirect('/closed'),
			'/out': redirect(`${elsewhere.origin}/closed`),
			'/closed': 'Nettle',
			'/robots.txt': bytes('text/plain', 'User-agent: *\nDisallow: /closed'),
		});
		expect(run).toMatchObject({ pagesCompleted: 1, pagesFailed: 2 });
		expect(website.asked).not.toContain('/closed');
		expect(elsewhere.asked).toEqual(['/robots.txt']);
	});
});

describe('a single page', () => {
	/** Adds it as a source of the agent, and waits until it is dealt with. */
	const added = async (path: string) => {
		const body = { type: 'url', url: `${website.origin}${path}` };
		const { id } = sourceChangedSchema.parse((await sandbox.call('POST', `/agents/${agent}/sources`, { body })).body);
		const read = async () =>
			sourceWithContentSchema.parse((await sandbox.call('GET', `/agents/${agent}/sources/${id}`)).body);
		return until(read, ({ status }) => status !== 'processing');
	};
	const robots = bytes('text/plain', 'User-agent: *\nDisallow: /closed');

	it('that leads to one that robots.txt forbids is not read', async () => {
		await crawl({ '/': 'Home' });
		website.pages = { '/robots.txt': robots, '/in': redirect('/closed'), '/closed': 'Nettle' };
		const source = await added('/in');
		expect(source.status).toBe('failed');
		expect(source.errorMessage).toContain('robots.txt');
		expect(website.asked).not.toContain('/closed');
	});

	it('that asks not to be indexed is not, and says so', async () => {
		await crawl({ '/': 'Home' });
		website.pages = { '/quiet': '<meta name="robots" content="noindex">Borage' };
		const source = await added('/quiet');
		expect(source.status).toBe('failed');
		expect(source.errorMessage).toContain('asks not to be indexed');
		expect(await found('borage')).toEqual([]);
	});

	it('is known by its canonical address', async () => {
		await crawl({ '/': 'Home' });
		website.pages = { '/jacket?colour=red': '<link rel="canonical" href="/jacket">Oilskin' };
		expect(await added('/jacket?colour=red')).toMatchObject({ status: 'indexed' });
		expect(await found('oilskin')).toEqual(['/jacket']);
	});
});

describe('training again', () => {
	it('reads known pages anew, finds new ones, and forgets those that have gone', async () => {
		await crawl({ '/': `Home ${links('/a', '/b')}`, '/a': 'Saffron', '/b': 'Sorrel' });
		website.pages = { '/': `Home ${links('/a', '/c')}`, '/a': 'Turmeric', '/c': 'Lovage' };
		await retrain();
		const results = await Promise.all(['saffron', 'sorrel', 'turmeric', 'lovage'].map(found));
		expect(results).toEqual([[], [], ['/a'], ['/c']]);
	});

	it('keeps what was read while the site is down', async () => {
		await crawl({ '/': 'Juniper' });
		website.pages = {};
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
		website.pages = {
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
		await sandbox.admin('PATCH', '/settings', { trainingDataBytes: 130_000 });
		const same = await retrain();
		website.pages = { '/': `Home ${links('/a')}`, '/a': long + long };
		const grown = await retrain();
		await sandbox.admin('PATCH', '/settings', { trainingDataBytes: 'plan' });
		expect(same).toMatchObject({ pagesCompleted: 2, pagesFailed: 0 });
		expect(grown).toMatchObject({ pagesCompleted: 1, pagesFailed: 1 });
		expect(await found('saffron')).toEqual(['/a']);
	});

	it('finds pages at their new address alone when the site moves', async () => {
		await crawl({ '/': `Home ${links('/a')}`, '/a': 'Saffron' });
		elsewhere.pages = { '/': `Home ${links('/a')}`, '/a': 'Saffron' };
		website.pages = { '/': redirect(`${elsewhere.origin}/`), '/a': redirect(`${elsewhere.origin}/a`) };
		await retrain();
		expect((await search('saffron')).map(({ url }) => url)).toEqual([`${elsewhere.origin}/a`]);
	});

	it('leaves out a source that failed, until it is added again', async () => {
		await crawl({});
		const sources = async () =>
			sourcesSchema.parse((await sandbox.call('GET', `/agents/${agent}/sources?limit=10`)).body).items;
		website.pages = { '/': 'Tarragon' };
		const run = await retrain();
		expect(run).toMatchObject({ phase: 'failed', pagesTotal: 0 });
		expect(run.error).toContain('add it again');
		const [failed, ...others] = await sources();
		expect(others).toEqual([]);
		expect(failed).toMatchObject({ status: 'failed' });

		await sandbox.call('DELETE', `/agents/${agent}/sources/${failed?.id}`);
		await sandbox.call('POST', `/agents/${agent}/sources`, { body: { type: 'url', url: `${website.origin}/` } });
		await until(sources, (items) => items.every(({ status }) => status === 'indexed'));
		expect(await retrain()).toMatchObject({ phase: 'completed', pagesCompleted: 1 });
		expect(await found('tarragon')).toEqual(['/']);
	});

	it('finds a page once that two sources lead to', async () => {
		await crawl({ '/': `Home ${links('/returns')}`, '/returns': `Within a fortnight ${links('/')}` });
		const body = { type: 'url', url: `${website.origin}/returns` };
		const { id } = sourceChangedSchema.parse((await sandbox.call('POST', `/agents/${agent}/sources`, { body })).body);
		const status = async () => (await sandbox.call('GET', `/agents/${agent}/sources/${id}`)).body;
		await until(status, (source) => JSON.stringify(source).includes('"indexed"'));
		expect(await found('fortnight')).toEqual(['/returns']);
		await retrain();
		expect(await found('fortnight')).toEqual(['/returns']);
		expect(await status()).toMatchObject({ status: 'indexed' });
	});
});
