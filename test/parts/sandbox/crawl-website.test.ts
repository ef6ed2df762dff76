import { sourceChangedSchema, sourceWithContentSchema } from '../../../api';
import { bytes, redirect, type TestPage } from './test-website';
import { eventually } from '../../support/time/eventually';
import { links, useCrawler } from './use-crawler';

const crawler = useCrawler();
const { crawl, found } = crawler;

/** "日本語" and "返品" with a space between, in Shift_JIS. */
const SHIFT_JIS = Buffer.from('93fa967b8cea2095d49569', 'hex');

describe('the crawler keeps to the open internet', () => {
	it('at a redirect to another host of this machine', async () => {
		const run = await crawl({ '/': `Home ${links('/out')}`, '/out': redirect(`${crawler.secret.origin}/`) });
		expect(run).toMatchObject({ pagesCompleted: 1, pagesFailed: 1, phase: 'completed' });
		expect(crawler.secret.asked).toEqual([]);
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
		crawler.website.pages = { '/one': redirect('/two'), '/two': redirect(`${crawler.secret.origin}/`) };
		const body = { type: 'url', url: `${crawler.website.origin}/one` };
		const added = await crawler.sandbox.call('POST', '/agents/agent_sales/sources', { body });
		const { id } = sourceChangedSchema.parse(added.body);
		const read = async () =>
			sourceWithContentSchema.parse((await crawler.sandbox.call('GET', `/agents/agent_sales/sources/${id}`)).body);
		const source = await eventually(
			read,
			({ status }) => status !== 'processing',
			'a source is indexed by a job of its own',
		);
		expect(source.status).toBe('failed');
		expect(source.errorMessage).toContain('private or internal');
		expect(crawler.secret.asked).toEqual([]);
	});

	it('and to the site, whatever its pages link to', async () => {
		await crawl({ '/': `Home ${links(`${crawler.secret.origin}/`, 'mailto:a@example.com', 'javascript:alert(1)')}` });
		expect(crawler.secret.asked).toEqual([]);
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
		await crawl({ '/': `<link rel="canonical" href="${crawler.secret.origin}/">Gooseberry` });
		expect(await found('gooseberry')).toEqual(['/']);
	});

	it('as many pages as the plan allows', async () => {
		await crawler.sandbox.admin('PATCH', '/settings', { pagesPerRetrain: 5 });
		const targets = Array.from({ length: 20 }, (_item, index) => `/page${index}`);
		const pages = Object.fromEntries(targets.map((target) => [target, `Page ${target}`]));
		const run = await crawl({ '/': links(...targets), ...pages });
		await crawler.sandbox.admin('PATCH', '/settings', { pagesPerRetrain: 'plan' });
		expect(run).toMatchObject({ pagesTotal: 5, pagesCompleted: 5 });
		expect(crawler.website.asked.filter((path) => path.startsWith('/page'))).toHaveLength(4);
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
		expect(crawler.website.asked).not.toContain('/closed');

		const failing: TestPage = (response) => response.writeHead(503).end();
		const run = await crawl({ '/': home, '/robots.txt': failing });
		expect(run.error).toContain('robots.txt');
		expect(crawler.website.asked).toEqual(['/robots.txt']);
	});

	it('sitemaps within sitemaps, and passes over one that is broken', async () => {
		const map = (kind: string, entry: string, ...paths: string[]) =>
			bytes(
				'application/xml',
				`<${kind}>${paths.map((path) => `<${entry}><loc>${crawler.website.origin}${path}</loc></${entry}>`).join('')}</${kind}>`,
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
		crawler.elsewhere.pages = {
			'/robots.txt': bytes('text/plain', 'User-agent: *\nDisallow: /closed'),
			'/closed': 'Nettle',
		};
		crawler.elsewhere.asked.length = 0;
		const run = await crawl({
			'/': `Home ${links('/in', '/out')}`,
			'/in': redirect('/closed'),
			'/out': redirect(`${crawler.elsewhere.origin}/closed`),
			'/closed': 'Nettle',
			'/robots.txt': bytes('text/plain', 'User-agent: *\nDisallow: /closed'),
		});
		expect(run).toMatchObject({ pagesCompleted: 1, pagesFailed: 2 });
		expect(crawler.website.asked).not.toContain('/closed');
		expect(crawler.elsewhere.asked).toEqual(['/robots.txt']);
	});
});

describe('a single page', () => {
	/** Adds it as a source of the agent, and waits until it is dealt with. */
	const added = async (path: string) => {
		const body = { type: 'url', url: `${crawler.website.origin}${path}` };
		const { id } = sourceChangedSchema.parse(
			(await crawler.sandbox.call('POST', `/agents/${crawler.agent}/sources`, { body })).body,
		);
		const read = async () =>
			sourceWithContentSchema.parse((await crawler.sandbox.call('GET', `/agents/${crawler.agent}/sources/${id}`)).body);
		return eventually(read, ({ status }) => status !== 'processing', 'a source is indexed by a job of its own');
	};
	const robots = bytes('text/plain', 'User-agent: *\nDisallow: /closed');

	it('that leads to one that robots.txt forbids is not read', async () => {
		await crawl({ '/': 'Home' });
		crawler.website.pages = { '/robots.txt': robots, '/in': redirect('/closed'), '/closed': 'Nettle' };
		const source = await added('/in');
		expect(source.status).toBe('failed');
		expect(source.errorMessage).toContain('robots.txt');
		expect(crawler.website.asked).not.toContain('/closed');
	});

	it('that asks not to be indexed is not, and says so', async () => {
		await crawl({ '/': 'Home' });
		crawler.website.pages = { '/quiet': '<meta name="robots" content="noindex">Borage' };
		const source = await added('/quiet');
		expect(source.status).toBe('failed');
		expect(source.errorMessage).toContain('asks not to be indexed');
		expect(await found('borage')).toEqual([]);
	});

	it('is known by its canonical address', async () => {
		await crawl({ '/': 'Home' });
		crawler.website.pages = { '/jacket?colour=red': '<link rel="canonical" href="/jacket">Oilskin' };
		expect(await added('/jacket?colour=red')).toMatchObject({ status: 'indexed' });
		expect(await found('oilskin')).toEqual(['/jacket']);
	});
});
